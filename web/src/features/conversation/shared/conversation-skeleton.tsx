import { Skeleton, Stack } from '@mantine/core'

const rows = ['first', 'second', 'third']

/** The shape of a conversation while it is read: where to write, then comments. */
export const ConversationSkeleton = () => (
  <Stack gap="md" role="status" aria-label="Loading the conversation">
    <Skeleton height={150} radius="md" />
    {rows.map((row) => (
      <Stack key={row} gap={6}>
        <Skeleton height={14} width="45%" />
        <Skeleton height={12} width="90%" />
        <Skeleton height={12} width="70%" />
      </Stack>
    ))}
  </Stack>
)
