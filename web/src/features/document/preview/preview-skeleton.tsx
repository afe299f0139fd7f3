import { Skeleton } from '@mantine/core'
import classes from './preview.module.css'

/** The shape of a sheet while it is read. */
export const PreviewSkeleton = () => (
  <div className={classes.skeleton} role="status" aria-label="Loading">
    <Skeleton height={32} width="min(28rem, 90%)" />
    <Skeleton height="70dvh" width="min(50rem, 96%)" radius="md" />
  </div>
)
