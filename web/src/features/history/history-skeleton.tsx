import { Skeleton, Stack } from '@mantine/core'

const rows = ['first', 'second', 'third', 'fourth']

/** The shape of a timeline while it is read. */
export const HistorySkeleton = () => (
  <Stack gap="md" role="status" aria-label="Loading the history">
    {rows.map((row) => (
      <Stack key={row} gap={6}>
        <Skeleton height={14} width="55%" />
        <Skeleton height={12} width="75%" />
      </Stack>
    ))}
  </Stack>
)
