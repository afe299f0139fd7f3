import { ActionIcon, Button } from '@mantine/core'
import { IconFileTypePdf, IconMailForward } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { Tip } from '../../../ui/tip.tsx'
import { ReportPlace } from '../download-report-button.tsx'
import { useDownloadReporting } from '../queries.ts'
import { type ReportView, searchOfView } from './report-search.ts'

const ScheduleDialog = lazy(async () => ({ default: (await import('./schedule-dialog.tsx')).ScheduleDialog }))

const schedule = 'Mail on a schedule…'

/**
 * Saves the page as Reporting-Slv.pdf with its filters; the button next to it emails it on a schedule. While a download runs,
 * its button cancels it.
 */
export const DownloadFileButton = ({ view }: { view: ReportView }) => {
  const { start, cancel, isRunning } = useDownloadReporting()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ReportPlace isRunning={isRunning} onCancel={cancel}>
        <Button leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={() => start(searchOfView(view))}>
          Download File
        </Button>
      </ReportPlace>
      <Tip label={schedule}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={schedule}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <IconMailForward size={18} aria-hidden />
        </ActionIcon>
      </Tip>
      {isOpen && (
        <Suspense>
          <ScheduleDialog view={view} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
