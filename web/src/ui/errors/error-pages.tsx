import { Button, Code, Text } from '@mantine/core'
import { type ReactNode, use } from 'react'
import { MessagePage } from '../message.tsx'
import { SupportText } from '../page.tsx'
import { ScrollRegion } from '../scroll-region.tsx'

type ErrorPageProps = {
  error: Error
  onRetry: () => void
  children?: ReactNode
}

/** The error page of spec.md §2: the message, the stack and a retry. */
export const ErrorPage = ({ error, onRetry, children }: ErrorPageProps) => {
  const support = use(SupportText)
  return (
    <MessagePage
      title="An error occurred!"
      why={error.message}
      details={
        <>
          {support && <Text c="dimmed">{support}</Text>}
          {error.stack && <TechnicalDetails stack={error.stack} />}
        </>
      }
    >
      <Button onClick={onRetry}>Try again</Button>
      {children}
    </MessagePage>
  )
}

const TechnicalDetails = ({ stack }: { stack: string }) => (
  <Code
    block
    w="100%"
    mah="18rem"
    ta="left"
    renderRoot={(props) => (
      <ScrollRegion {...props} label="Technical details" />
    )}
  >
    {stack}
  </Code>
)

/**
 * For what doesn't exist or isn't visible to this person; the page doesn't say
 * which.
 */
export const NotFoundPage = ({ children }: { children?: ReactNode }) => {
  const support = use(SupportText)
  return (
    <MessagePage
      title="Not found"
      why="It does not exist, or you do not have access to it."
      details={support && <Text c="dimmed">{support}</Text>}
    >
      {children}
    </MessagePage>
  )
}
