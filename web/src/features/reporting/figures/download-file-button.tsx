import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconFileTypePdf, IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { useDownloadReporting } from '../../../records/reporting/queries.ts'
import { CancelableReport } from '../download-report-button.tsx'
import { type ReportView, searchOfView } from './report-search.ts'

const ScheduleDialog = lazy(
  () => import('./schedules/schedule-dialog.tsx'),
  'ScheduleDialog',
)

const schedule = 'Email on a schedule…'

/** Saves the page as Reporting-Slv.pdf, or emails it on a schedule. */
export const DownloadFileButton = ({ view }: { view: ReportView }) => {
  const report = useDownloadReporting()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <CancelableReport {...report}>
        <Button
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
          onClick={() => report.start(searchOfView(view))}
        >
          Download File
        </Button>
      </CancelableReport>
      <Tooltip label={schedule}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={schedule}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <IconMailForward size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <ScheduleDialog view={view} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
