import type { ReactNode } from 'react'
import classes from './notice.module.css'

/** A sentence to whoever is here, above what it is about. A `status` is said aloud when it comes. */
export const Notice = ({ role, children }: { role: 'note' | 'status'; children: ReactNode }) => (
  <p className={classes.notice} role={role}>
    {children}
  </p>
)
