import { Box, Button, Center, Group } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { EmptyState } from '../../ui/message.tsx'
import { useBranding } from '../auth/queries.ts'
import classes from './paper.module.css'
import './report-page.css'

type PaperFrameProps = {
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** As wide as the window instead of a page. */
  isWide?: boolean
  children: ReactNode
}

/**
 * The frame of a printed page. `data-print` is for the printing browser: idle if no report is chosen, ready once everything
 * is drawn, failed if there is nothing to print.
 */
export const PaperFrame = ({ state, isWide = false, children }: PaperFrameProps) => (
  <main className={classes.frame} data-print={state} data-wide={isWide || undefined}>
    {children}
  </main>
)

type PaperQueryProps<T> = {
  query: UseQueryResult<T>
  isWide?: boolean
  skeleton: ReactNode
  /** Title of the message if the query fails. */
  failed: string
  children: (data: T) => ReactNode
}

/** A printed page of a query's data, with its skeleton and its error. */
export function PaperQuery<T>({ query, isWide = false, skeleton, failed, children }: PaperQueryProps<T>) {
  const { data, error, isFetching, refetch } = query
  const hasFonts = useFonts()
  if (data !== undefined)
    return (
      <PaperFrame isWide={isWide} state={hasFonts ? 'ready' : 'loading'}>
        {children(data)}
      </PaperFrame>
    )
  if (error && !isFetching)
    return (
      <PaperFrame state="failed">
        <EmptyState title={failed} why={error.message}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </EmptyState>
      </PaperFrame>
    )
  return (
    <PaperFrame isWide={isWide} state="loading">
      {skeleton}
    </PaperFrame>
  )
}

/** Where a page without a report leads. */
export const StartPageButton = () => (
  <Button component={Link} to="/">
    Go to the start page
  </Button>
)

type BackButtonProps = { renderRoot: (props: Record<string, unknown>) => ReactNode; children: string }

/** A button out of the paper; `renderRoot` draws its link. */
export const BackButton = (props: BackButtonProps) => (
  <Button variant="subtle" leftSection={<IconArrowLeft size={16} aria-hidden />} {...props} />
)

type PaperBarProps = { back: ReactNode; download: ReactNode }

/** The buttons above the paper, which aren't printed. */
export const PaperBar = ({ back, download }: PaperBarProps) => (
  <nav className={classes.bar} aria-label="Report">
    {back}
    <Group gap="xs">
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
        Print
      </Button>
      {download}
    </Group>
  </nav>
)

/** The sheet, named by its title. */
export const PaperSheet = ({ className, children }: { className: string | undefined; children: ReactNode }) => (
  <article className={`${classes.sheet} ${className}`} aria-labelledby="report-title">
    {children}
  </article>
)

/** When and for whom it was made; in print, it is in the margin of each page. */
export const PrintedLine = ({ children }: { children: string }) => <p className={classes.printed}>{children}</p>

/** The head of a printed page: the brand and the kind of page. */
export const PaperHead = ({ kind }: { kind: string }) => {
  const { name } = useBranding()
  return (
    <Group
      component="header"
      justify="space-between"
      gap="0.5rem 1rem"
      pb="0.75rem"
      style={{ borderBottom: '2px solid var(--report-ink)' }}
    >
      <Group gap="0.5rem" wrap="nowrap" fz="1rem" fw={600}>
        <Logo />
        <span>{name}</span>
      </Group>
      <Box component="span" c="var(--report-quiet)" fw={500}>
        {kind}
      </Box>
    </Group>
  )
}

const letterColors = { bg: 'var(--mantine-primary-color-filled)', c: 'var(--mantine-primary-color-contrast, #ffffff)' }

const Logo = () => {
  const { logoUrl, name } = useBranding()
  // The printing browser can't load a logo from another origin: then only the name is printed.
  return logoUrl ? (
    <img style={{ height: '1.75rem' }} src={logoUrl} alt="" />
  ) : (
    <Center component="b" w="1.75rem" h="1.75rem" bdrs="md" {...letterColors} aria-hidden>
      {name.charAt(0)}
    </Center>
  )
}

/** Whether the fonts have loaded: before that, the print would have other widths. */
const useFonts = (): boolean => {
  const [hasFonts, setHasFonts] = useState(false)
  useEffect(() => {
    void document.fonts.ready.then(() => setHasFonts(true))
  }, [])
  return hasFonts
}

/** A text as a CSS string. */
const quoted = (text: string) =>
  `"${text.replaceAll(/["\\\p{Cc}]/gu, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`

/** Sets the texts in the page margins, on the root element because pages inherit from it. */
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
