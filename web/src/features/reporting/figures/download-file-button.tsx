import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { CancelReport } from '../download-report-button.tsx'
import { useDownloadReporting } from '../queries.ts'
import { type ReportView, searchOfView } from './report-search.ts'

/** Saves the page as Reporting-Slv.pdf with its filters. While it is printed the same place cancels that. */
export const DownloadFileButton = ({ view }: { view: ReportView }) => {
  const { start, cancel, isRunning } = useDownloadReporting()
  if (isRunning) return <CancelReport onCancel={cancel} />
  return (
    <Button leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={() => start(searchOfView(view))}>
      Download File
    </Button>
  )
}
