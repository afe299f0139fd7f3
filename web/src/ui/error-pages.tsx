import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './message.module.css'
import { MessagePage } from './message.tsx'
import { ScrollRegion } from './scroll-region.tsx'

/** The error page of spec.md §2: the message, the stack and a way on. */
export const ErrorPage = ({
  error,
  onRetry,
  children,
}: {
  error: Error
  onRetry: () => void
  children?: ReactNode
}) => (
  <MessagePage
    title="An error occurred!"
    why={error.message}
    wide={
      error.stack && (
        <ScrollRegion className={classes.stack} label="Technical details">
          {error.stack}
        </ScrollRegion>
      )
    }
  >
    <Button onClick={onRetry}>Try again</Button>
    {children}
  </MessagePage>
)

/** For an address or a thing that does not exist, or not for this person: which of the two is not told. */
export const NotFoundPage = ({ children }: { children?: ReactNode }) => (
  <MessagePage title="Not found" why="It does not exist, or you do not have access to it.">
    {children}
  </MessagePage>
)
