import { Skeleton, Stack } from '@mantine/core'

/** Placeholder of the list while it loads. */
export const NotificationSkeleton = () => (
  <Stack gap="lg" px="lg" py="md" role="status" aria-label="Loading">
    {[0, 1, 2, 3].map((row) => (
      <div key={row}>
        <Skeleton height={14} width="60%" />
        <Skeleton height={12} width="80%" mt={8} />
      </div>
    ))}
  </Stack>
)
