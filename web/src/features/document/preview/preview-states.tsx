import { Button, Skeleton, Stack } from '@mantine/core'
import type { SlvDocument } from '@portal/contract/document/model'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/message.tsx'
import { useDownload } from '../queries.ts'

/** The file of a preview, and its SLV. */
export type Previewed = { slvId: string; document: SlvDocument }

export const PreviewSkeleton = () => (
  <Stack align="center" gap="md" p="lg" role="status" aria-label="Loading">
    <Skeleton height={32} width="min(28rem, 90%)" />
    <Skeleton height="70dvh" width="min(50rem, 96%)" radius="md" />
  </Stack>
)

type LoadFailedProps = { what: string; why: string; isBusy?: boolean; onRetry: () => unknown }

export const LoadFailed = ({ what, why, isBusy = false, onRetry }: LoadFailedProps) => (
  <EmptyState title={`Couldn’t load the ${what}`} why={why}>
    <Button loading={isBusy} onClick={() => onRetry()}>
      Try again
    </Button>
  </EmptyState>
)

/** Says why a file has no preview, and offers to download it. */
export const NoPreview = ({ previewed, why }: { previewed: Previewed; why: ReactNode }) => (
  <EmptyState title="No preview" why={why}>
    <DownloadButton previewed={previewed} isFilled />
  </EmptyState>
)

export const DownloadButton = ({ previewed, isFilled = false }: { previewed: Previewed; isFilled?: boolean }) => {
  const download = useDownload(previewed.slvId)
  return (
    <Button
      variant={isFilled ? 'filled' : 'default'}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(previewed.document.id)}
    >
      {isFilled ? 'Download the file' : 'Download'}
    </Button>
  )
}
