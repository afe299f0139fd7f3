import { Button } from '@mantine/core'
import type { SlvDocument } from '@portal/contract/document/model'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDownload } from '../../../records/document/queries.ts'
import { EmptyState } from '../../../ui/message.tsx'

/** The file of a preview, and its SLV. */
export type Previewed = { slvId: string; document: SlvDocument }

/** Says why a file has no preview, and offers to download it. */
export const NoPreview = ({
  previewed,
  why,
}: {
  previewed: Previewed
  why: ReactNode
}) => (
  <EmptyState title="No preview" why={why}>
    <DownloadButton previewed={previewed} isFilled />
  </EmptyState>
)

export const DownloadButton = ({
  previewed,
  isFilled = false,
}: {
  previewed: Previewed
  isFilled?: boolean
}) => {
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
