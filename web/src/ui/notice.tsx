import type { ReactNode } from 'react'
import classes from './notice.module.css'

/** A sentence above the content that it is about. Screen readers announce a `status` when it appears. */
export const Notice = ({ role, children }: { role: 'note' | 'status'; children: ReactNode }) => (
  <p className={classes.notice} role={role}>
    {children}
  </p>
)
