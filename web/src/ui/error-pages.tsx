import { Button, Code } from '@mantine/core'
import type { ReactNode } from 'react'
import { MessagePage } from './message.tsx'
import { ScrollRegion } from './scroll-region.tsx'

type ErrorPageProps = {
  error: Error
  onRetry: () => void
  children?: ReactNode
}

/** The error page of spec.md §2: the message, the stack and a retry. */
export const ErrorPage = ({ error, onRetry, children }: ErrorPageProps) => (
  <MessagePage
    title="An error occurred!"
    why={error.message}
    details={
      error.stack && (
        <Code
          block
          w="100%"
          mah="18rem"
          ta="left"
          renderRoot={(props) => (
            <ScrollRegion {...props} label="Technical details" />
          )}
        >
          {error.stack}
        </Code>
      )
    }
  >
    <Button onClick={onRetry}>Try again</Button>
    {children}
  </MessagePage>
)

/**
 * For what doesn't exist or isn't visible to this person; the page doesn't say
 * which.
 */
export const NotFoundPage = ({ children }: { children?: ReactNode }) => (
  <MessagePage
    title="Not found"
    why="It does not exist, or you do not have access to it."
  >
    {children}
  </MessagePage>
)
