import { Button } from '@mantine/core'
import { EmptyState } from '../../../ui/message.tsx'

/** One part of the page could not be read: why, and the way to try again. */
export const PartFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <EmptyState title="This could not be read" why={error.message}>
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
  </EmptyState>
)
