import { Button } from '@mantine/core'
import { IconChevronDown, IconFileTypePdf, IconMailForward } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { ReportPlace } from '../download-report-button.tsx'
import { useDownloadReporting } from '../queries.ts'
import { type ReportView, searchOfView } from './report-search.ts'

const ScheduleDialog = lazy(async () => ({ default: (await import('./schedule-dialog.tsx')).ScheduleDialog }))

/**
 * Saves the page as Reporting-Slv.pdf with its filters, or has it mailed on a schedule. While it is printed the same place
 * cancels that.
 */
export const DownloadFileButton = ({ view }: { view: ReportView }) => {
  const { start, cancel, isRunning } = useDownloadReporting()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ReportPlace isRunning={isRunning} onCancel={cancel}>
        <Menu
          target={(props) => (
            <Button {...props} rightSection={<IconChevronDown size={16} aria-hidden />}>
              Download File
            </Button>
          )}
        >
          <MenuItem icon={<IconFileTypePdf size={16} aria-hidden />} onSelect={() => start(searchOfView(view))}>
            Download PDF
          </MenuItem>
          <MenuItem icon={<IconMailForward size={16} aria-hidden />} onSelect={() => setIsOpen(true)}>
            Mail on a schedule…
          </MenuItem>
        </Menu>
      </ReportPlace>
      {isOpen && (
        <Suspense>
          <ScheduleDialog view={view} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
