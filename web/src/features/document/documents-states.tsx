import { Button, Skeleton } from '@mantine/core'
import classes from './document.module.css'

/** The shape of files under each other while they are read. */
export const DocumentsSkeleton = ({ rows = 3 }: { rows?: number }) => (
  <div className={classes.skeleton} role="status" aria-label="Loading documents">
    {Array.from({ length: rows }, (_, index) => index).map((row) => (
      <Skeleton key={row} height={40} />
    ))}
  </div>
)

type FailedProps = { why: string; isBusy: boolean; onRetry: () => void }

/** The files could not be read: why, and once more. */
export const DocumentsFailed = ({ why, isBusy, onRetry }: FailedProps) => (
  <p className={classes.failed} role="alert">
    The documents could not be read. {why}
    <Button variant="default" loading={isBusy} onClick={() => onRetry()}>
      Try again
    </Button>
  </p>
)
