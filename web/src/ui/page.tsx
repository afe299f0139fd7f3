import { Box, Group } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { createContext, type ReactNode, use } from 'react'
import classes from './page.module.css'

/** The name of the portal, for browser tabs. */
export const PortalName = createContext('')

/** Whom to contact, as a sentence, where people can't help themselves. */
export const SupportText = createContext('')

/**
 * A screen: header and body. With `fills`, a DataTable in it takes the
 * remaining height.
 */
export const Page = ({
  children,
  fills = false,
}: {
  children: ReactNode
  fills?: boolean
}) => (
  <div
    className={fills ? `${classes.page} ${classes.filling}` : classes.page}
    data-fills={fills || undefined}
  >
    {children}
  </div>
)

export type PageHeaderProps = {
  title: string
  /** Before the title: a way back. */
  before?: ReactNode
  /** After the title: a StatusBadge, a count. */
  beside?: ReactNode
  /** A dimmed line below it. */
  under?: ReactNode
  actions?: ReactNode
}

/**
 * The heading of a screen. It also sets the title of the browser tab and takes
 * the focus when the screen opens.
 */
export const PageHeader = ({
  title,
  before,
  beside,
  under,
  actions,
}: PageHeaderProps) => {
  const portal = use(PortalName)
  useDocumentTitle(portal ? `${title} · ${portal}` : title)
  return (
    <Group
      component="header"
      gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)"
      mih="2rem"
    >
      <Box className={classes.head ?? ''} flex="1 1 auto" miw={0}>
        <Group
          className={classes.title ?? ''}
          gap="var(--mantine-spacing-xs) var(--mantine-spacing-sm)"
        >
          {before}
          <h1 tabIndex={-1} data-page-title title={title}>
            {title}
          </h1>
          {beside}
        </Group>
        {under && (
          <Box className={classes.under ?? ''} c="dimmed" fz="sm">
            {under}
          </Box>
        )}
      </Box>
      {actions && <div className={classes.actions}>{actions}</div>}
    </Group>
  )
}

/**
 * Moves the focus to the heading of a new screen, so that screen readers
 * announce it, or to its main field (`data-page-focus`).
 */
export const focusPageTitle = () => {
  const wanted = document.querySelector<HTMLElement>('[data-page-focus]')
  ;(wanted ?? document.querySelector<HTMLElement>('[data-page-title]'))?.focus({
    preventScroll: true,
  })
}

/**
 * Focuses the row of a list, for a drawer that closes; without it, the page's
 * title.
 */
export const focusRow = (id: string) => {
  const row = document.querySelector<HTMLElement>(
    `tr[data-row="${CSS.escape(id)}"]`,
  )
  if (row) row.focus({ preventScroll: true })
  else focusPageTitle()
}

/**
 * Moves the focus after a navigation. In a drawer that is part of the address
 * (`data-screen-drawer`) the focus stays, or moves to the drawer's title if its
 * element is gone.
 */
export const focusNewScreen = () => {
  const drawer = document.querySelector('[data-screen-drawer]')
  if (!drawer) return focusPageTitle()
  if (!drawer.contains(document.activeElement))
    drawer.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
