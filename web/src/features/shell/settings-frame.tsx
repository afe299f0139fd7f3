import { settingsFor } from '@portal/contract/user/navigation'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import links from '../../ui/tab-links.module.css'
import { useProfile } from '../auth/queries.ts'
import classes from './settings-frame.module.css'

const labels: Readonly<Record<string, string>> = {
  '/settings/account': 'Account',
  '/settings/permissions': 'Permissions',
  '/settings/sla-management': 'SLA management',
  '/settings/announcements': 'Announcements',
  '/settings/transmittals': 'Transmittals',
}

/** What stands around every page of settings: the way to the others, for those who have more than their own account. */
export const SettingsFrame = ({ children }: { children: ReactNode }) => {
  const pages = settingsFor(useProfile())
  return (
    <div className={classes.frame}>
      {pages.length > 1 && (
        <nav className={`${classes.nav} ${links.tabs}`} aria-label="Settings">
          {pages.map((path) => (
            <Link key={path} to={path} className={links.tab}>
              {labels[path]}
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.page}>{children}</div>
    </div>
  )
}
