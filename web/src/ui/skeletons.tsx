import { Skeleton, Stack, type StackProps } from '@mantine/core'

/** Placeholder of a page with sections while it loads. */
export const PageSkeleton = ({ sections = 3 }: { sections?: number }) => (
  <Stack gap="md" px="lg" py="md" role="status" aria-label="Loading">
    <Skeleton height={26} width="min(22rem, 60%)" />
    <Skeleton height={14} width="min(32rem, 80%)" />
    {Array.from({ length: sections }, (_, index) => index).map((index) => (
      <Skeleton key={index} height={150} radius="md" />
    ))}
  </Stack>
)

/** Placeholder of a part of a page while it loads. */
export const BlockSkeleton = ({ height }: { height: number }) => (
  <Skeleton height={height} role="status" aria-label="Loading" />
)

/** Placeholder of a timeline or a list while it loads. */
export const ListSkeleton = ({
  label,
  ...stack
}: StackProps & { label: string }) => (
  <Stack gap="md" {...stack} role="status" aria-label={label}>
    {[1, 2, 3, 4].map((row) => (
      <Stack key={row} gap={6}>
        <Skeleton height={14} width="55%" />
        <Skeleton height={12} width="75%" />
      </Stack>
    ))}
  </Stack>
)
