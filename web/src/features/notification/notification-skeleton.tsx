import { Skeleton } from '@mantine/core'
import classes from './notification-panel.module.css'

/** The shape of the list while it is read. */
export const NotificationSkeleton = () => (
  <div className={classes.skeleton} role="status" aria-label="Loading">
    {[0, 1, 2, 3].map((row) => (
      <div key={row}>
        <Skeleton height={14} width="60%" />
        <Skeleton height={12} width="80%" mt={8} />
      </div>
    ))}
  </div>
)
