import { Skeleton } from '@mantine/core'
import classes from './skeletons.module.css'

/** The shape of a page with sections while it is read: header, then blocks of fields. */
export const PageSkeleton = ({ sections = 3 }: { sections?: number }) => (
  <div className={classes.page} role="status" aria-label="Loading">
    <Skeleton height={26} width="min(22rem, 60%)" />
    <Skeleton height={14} width="min(32rem, 80%)" />
    {Array.from({ length: sections }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <Skeleton key={index} height={150} radius="md" />
    ))}
  </div>
)

/** The shape of a row of StatCards. */
export const StatSkeleton = ({ cards = 6 }: { cards?: number }) => (
  <div className={classes.stats} role="status" aria-label="Loading">
    {Array.from({ length: cards }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <Skeleton key={index} height={56} radius="md" />
    ))}
  </div>
)
