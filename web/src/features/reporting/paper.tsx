import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useBranding } from '../auth/queries.ts'
import classes from './paper.module.css'

type PaperFrameProps = {
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** As wide as the window instead of a page. */
  isWide?: boolean
  children: ReactNode
}

/**
 * What stands around a page that is printed. `data-print` tells the printing browser how it stands: idle, nothing asked
 * for; ready, everything is drawn; failed, nothing to print.
 */
export const PaperFrame = ({ state, isWide = false, children }: PaperFrameProps) => (
  <main className={classes.frame} data-print={state} data-wide={isWide || undefined}>
    {children}
  </main>
)

type PaperBarProps = { back: ReactNode; download: ReactNode }

/** The buttons over the paper; they are not printed. */
export const PaperBar = ({ back, download }: PaperBarProps) => (
  <nav className={classes.bar} aria-label="Report">
    {back}
    <span className={classes.tools}>
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
        Print
      </Button>
      {download}
    </span>
  </nav>
)

/** The sheet itself, named by its title. */
export const PaperSheet = ({ className, children }: { className: string | undefined; children: ReactNode }) => (
  <article className={`${classes.sheet} ${className}`} aria-labelledby="report-title">
    {children}
  </article>
)

/** When and for whom it is printed; in print the margin of each page says it. */
export const PrintedLine = ({ children }: { children: string }) => <p className={classes.printed}>{children}</p>

/** The head of a printed page: the brand, and what kind of page it is. */
export const PaperHead = ({ kind }: { kind: string }) => {
  const { name } = useBranding()
  return (
    <header className={classes.head}>
      <div className={classes.brand}>
        <Logo />
        <span>{name}</span>
      </div>
      <span className={classes.kind}>{kind}</span>
    </header>
  )
}

const Logo = () => {
  const { logoUrl, name } = useBranding()
  // The printing browser reaches our own addresses only: elsewhere the name alone stands for the brand.
  return logoUrl ? <img className={classes.logo} src={logoUrl} alt="" /> : <b aria-hidden>{name.charAt(0)}</b>
}

/** Until the letters are there, a print would measure other ones. */
export const useFonts = (): boolean => {
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    let isGone = false
    void document.fonts.ready.then(() => {
      if (!isGone) setIsSet(true)
    })
    return () => {
      isGone = true
    }
  }, [])
  return isSet
}

/** A text as CSS quotes it. */
const quoted = (text: string) =>
  `"${text.replaceAll(/["\\\p{Cc}]/gu, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`

/** The margins of the printed pages take their words from the root: that is where pages inherit from. */
export const useMargins = (top: string, bottom: string) => {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--report-top', quoted(top))
    style.setProperty('--report-bottom', quoted(bottom))
    return () => {
      style.removeProperty('--report-top')
      style.removeProperty('--report-bottom')
    }
  }, [top, bottom])
}
