import { Button, type ButtonProps, Group, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, use } from 'react'
import { PortalName } from './page.tsx'

type MessageProps = {
  title: string
  why: ReactNode
  icon?: ReactNode
  children?: ReactNode
}

/**
 * A message in place of content: what is missing, why, and what to do about it
 * (buttons as children).
 */
export const EmptyState = ({ title, ...message }: MessageProps) => (
  <Message
    {...message}
    heading={
      <Text component="h2" fz="lg" fw={600}>
        {title}
      </Text>
    }
  />
)

type TryAgainProps = ButtonProps & { onClick: () => unknown }

/** The button that loads again what couldn't be loaded. */
export const TryAgain = ({ onClick, ...props }: TryAgainProps) => (
  <Button variant="default" {...props} onClick={() => void onClick()}>
    Try again
  </Button>
)

type LoadFailedProps = Omit<TryAgainProps, 'children'> & {
  what: string
  error: { message: string }
  children?: ReactNode
}

/**
 * In place of content that couldn't be loaded: 'Couldn’t load the Tdoc', why,
 * and a button to try again.
 */
export const LoadFailed = ({
  what,
  error,
  children,
  ...button
}: LoadFailedProps) => (
  <EmptyState title={`Couldn’t load ${what}`} why={error.message}>
    <TryAgain {...button} />
    {children}
  </EmptyState>
)

type LoadedProps<Data> = Pick<LoadFailedProps, 'what' | 'variant'> & {
  query: {
    data: Data | undefined
    error: Error | null
    isFetching?: boolean
    refetch: () => unknown
  }
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows what a query has loaded, its skeleton while it loads, or its error. */
export const Loaded = <Data,>({
  query,
  skeleton,
  children,
  ...failed
}: LoadedProps<Data>) => {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  // Read only here: reading isFetching makes the component render on every
  // refetch.
  return error ? (
    <LoadFailed
      {...failed}
      error={error}
      loading={query.isFetching ?? false}
      onClick={refetch}
    />
  ) : (
    skeleton
  )
}

/** A message as a whole screen. `details` appear below the buttons. */
export const MessagePage = ({
  title,
  ...message
}: MessageProps & { details?: ReactNode }) => {
  const portal = use(PortalName)
  useDocumentTitle(portal ? `${title} · ${portal}` : title)
  return (
    <Message
      {...message}
      heading={
        <Text component="h1" fz="lg" fw={600} tabIndex={-1} data-page-title>
          {title}
        </Text>
      }
    />
  )
}

type LayoutProps = Omit<MessageProps, 'title'> & {
  heading: ReactNode
  details?: ReactNode
}

const Message = ({ heading, why, icon, details, children }: LayoutProps) => (
  <Stack
    align="center"
    gap="sm"
    maw="34rem"
    mx="auto"
    px="md"
    py="clamp(1.5rem, 8vh, 5rem)"
    ta="center"
  >
    {icon && (
      <Text span c="dimmed" aria-hidden>
        {icon}
      </Text>
    )}
    {heading}
    <Text c="dimmed" textWrap="balance">
      {why}
    </Text>
    {children && (
      <Group justify="center" gap="xs">
        {children}
      </Group>
    )}
    {details}
  </Stack>
)
