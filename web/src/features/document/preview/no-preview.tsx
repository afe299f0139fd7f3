import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/message.tsx'
import { useDownload } from '../queries.ts'
import type { Previewed } from './previewed.ts'

/** Nothing to look at in the page: why, and the way to the file itself. */
export const NoPreview = ({ previewed, why }: { previewed: Previewed; why: ReactNode }) => (
  <EmptyState title="No preview" why={why}>
    <DownloadButton previewed={previewed} isFilled />
  </EmptyState>
)

/** Saves the file that is looked at. */
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
