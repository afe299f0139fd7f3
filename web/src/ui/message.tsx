import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, use } from 'react'
import classes from './message.module.css'
import { PortalName } from './page.tsx'

type MessageProps = { title: string; why: ReactNode; icon?: ReactNode; children?: ReactNode }

/** Nothing to show inside a screen: why that is, and what to do about it (buttons as children). */
export const EmptyState = ({ title, why, icon, children }: MessageProps) => (
  <div className={classes.message}>
    {icon && (
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
    )}
    <h2>{title}</h2>
    <p className={classes.why}>{why}</p>
    {children && <div className={classes.actions}>{children}</div>}
  </div>
)

/** A whole screen that only says something: its title is the screen's heading. `wide` stands under the text. */
export const MessagePage = ({ title, why, icon, wide, children }: MessageProps & { wide?: ReactNode }) => {
  const portal = use(PortalName)
  useDocumentTitle(portal ? `${title} · ${portal}` : title)
  return (
    <div className={classes.message}>
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <h1 tabIndex={-1} data-page-title>
        {title}
      </h1>
      <p className={classes.why}>{why}</p>
      {children && <div className={classes.actions}>{children}</div>}
      {wide}
    </div>
  )
}
