import { Button, Loader } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { usePrintReport } from './queries.ts'

/** Saves the decision report of an SLV as PDF. While it is printed the same place cancels that. */
export const DownloadReportButton = ({ id }: { id: string }) => {
  const { start, cancel, isRunning } = usePrintReport()
  if (isRunning) return <CancelReport onCancel={cancel} />
  return (
    <Button leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={() => start(id)}>
      Download report
    </Button>
  )
}

/** Says that a report is on its way, and lets it be. */
export const CancelReport = ({ onCancel }: { onCancel: () => void }) => (
  <>
    <span role="status" aria-label="Preparing the report" />
    <Button variant="default" leftSection={<Loader size={14} aria-hidden />} onClick={onCancel}>
      Cancel report
    </Button>
  </>
)
