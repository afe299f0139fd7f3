import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '../../../ui/message.tsx'
import classes from './account.module.css'

type AccountRowsProps<T> = { query: UseQueryResult<T>; skeletonHeight: number; children: (data: T) => ReactNode }

/** The rows of one section, or why they could not be loaded. */
export const AccountRows = <T,>({ query: { data, error, refetch }, skeletonHeight, children }: AccountRowsProps<T>) => {
  if (data !== undefined)
    return (
      <Stack component="ul" className={classes.rows ?? ''} gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {children(data)}
      </Stack>
    )
  if (!error) return <Skeleton height={skeletonHeight} role="status" aria-label="Loading" />
  return <LoadError what="this" why={error.message} onRetry={refetch} />
}

type AccountRowProps = { name: string; about: ReactNode; badge?: ReactNode; children?: ReactNode }

/** Something of the account, with what can be done about it. */
export const AccountRow = ({ name, about, badge, children }: AccountRowProps) => (
  <Group component="li" gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)">
    <Stack gap={0} flex="1 1 14rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs" fw={500}>
        {name}
        {badge}
      </Group>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </Stack>
    {children}
  </Group>
)
