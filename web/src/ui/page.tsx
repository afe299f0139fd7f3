import { useDocumentTitle } from '@mantine/hooks'
import { createContext, type ReactNode, use } from 'react'
import classes from './page.module.css'

/** The name of the portal, after each page's title in the browser tab. */
export const PortalName = createContext('')

/** One screen: header and body under each other. `fills` gives a DataTable in it the height that is left. */
export const Page = ({ children, fills = false }: { children: ReactNode; fills?: boolean }) => (
  <div className={fills ? `${classes.page} ${classes.filling}` : classes.page} data-fills={fills || undefined}>
    {children}
  </div>
)

type PageHeaderProps = {
  title: string
  /** Stands beside the title: a StatusBadge, a count. */
  beside?: ReactNode
  /** One quiet line under it. */
  under?: ReactNode
  actions?: ReactNode
}

/** The heading of a screen. It names the browser tab and takes the focus when the screen opens. */
export const PageHeader = ({ title, beside, under, actions }: PageHeaderProps) => {
  const portal = use(PortalName)
  useDocumentTitle(portal ? `${title} · ${portal}` : title)
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <div className={classes.title}>
          <h1 tabIndex={-1} data-page-title>
            {title}
          </h1>
          {beside}
        </div>
        {under && <div className={classes.under}>{under}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

/**
 * Moves the focus to the heading of the screen that just opened, so that a screen reader says where one is; or into the
 * field that the whole screen is about (`data-page-focus`).
 */
export const focusPageTitle = () => {
  const wanted = document.querySelector<HTMLElement>('[data-page-focus]')
  ;(wanted ?? document.querySelector<HTMLElement>('[data-page-title]'))?.focus({ preventScroll: true })
}

/**
 * After the address changed. A drawer that stands in it (`data-screen-drawer`) is the screen: who steps on within it
 * keeps their place, and where that went with what it stood in, the drawer's title has the focus.
 */
export const focusNewScreen = () => {
  const drawer = document.querySelector('[data-screen-drawer]')
  if (!drawer) return focusPageTitle()
  if (!drawer.contains(document.activeElement)) drawer.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
