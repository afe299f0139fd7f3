import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Brand } from '../../records/auth/brand.tsx'
import { useBranding } from '../../records/auth/queries.ts'
import classes from './sign-in-screen.module.css'

type SignInScreenProps = {
  title: string
  words?: ReactNode
  isWide?: boolean
  children?: ReactNode
}

/** The frame of the sign-in screens. */
export const SignInScreen = ({
  title,
  words,
  isWide = false,
  children,
}: SignInScreenProps) => {
  const { name } = useBranding()
  useDocumentTitle(`${title} · ${name}`)
  return (
    <main className={classes.screen}>
      <div className={classes.card} data-wide={isWide || undefined}>
        <Brand />
        <div className={classes.words}>
          <h1 tabIndex={-1} data-page-title>
            {title}
          </h1>
          {words && <p>{words}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}
