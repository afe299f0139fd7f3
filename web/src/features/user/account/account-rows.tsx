import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import classes from './account.module.css'

type AccountRowsProps<T> = { query: UseQueryResult<T>; skeletonHeight: number; children: (data: T) => ReactNode }

export const AccountRows = <T,>({ query: { data, error, refetch }, skeletonHeight, children }: AccountRowsProps<T>) => {
  if (data !== undefined)
    return (
      <Stack component="ul" className={classes.rows ?? ''} gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {children(data)}
      </Stack>
    )
  if (!error) return <Skeleton height={skeletonHeight} role="status" aria-label="Loading" />
  return <LoadFailed what="this" error={error} onClick={refetch} />
}

type AccountRowProps = { name: string; about: ReactNode; badge?: ReactNode; children?: ReactNode }

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
