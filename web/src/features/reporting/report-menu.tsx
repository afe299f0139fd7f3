import { Button } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { IconChevronDown, IconEye, IconFileTypePdf, IconMailForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Menu, MenuItem, menuItem } from '../../ui/menu.tsx'
import { effectiveStatus } from '../slv/slv-status.tsx'
import { ReportPlace } from './download-report-button.tsx'
import { usePrintReport } from './queries.ts'

const SendReportDialog = lazy(async () => ({ default: (await import('./send-report-dialog.tsx')).SendReportDialog }))

/** A seller has a report of what is decided, the buyer's people of what was sent. */
export const hasReport = (role: Role, slv: Pick<SlvDetail, 'status' | 'statusInEffect' | 'date'>): boolean =>
  role === 'SELLER' ? isDecided(effectiveStatus(slv)) : slv.date !== null

/** The decision report of an SLV: to read, to save as PDF, and to send by email. */
export const ReportMenu = ({ id }: { id: string }) => {
  const { start, cancel, isRunning } = usePrintReport()
  const [isSending, setIsSending] = useState(false)
  return (
    <>
      <ReportPlace isRunning={isRunning} onCancel={cancel}>
        <Menu
          target={(props) => (
            <Button {...props} variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              Report
            </Button>
          )}
        >
          <MenuItem icon={<IconFileTypePdf size={16} aria-hidden />} onSelect={() => start(id)}>
            Download report
          </MenuItem>
          <Link {...menuItem} to="/decision/slv/report" search={{ proxyLoanId: id }}>
            <IconEye size={16} aria-hidden />
            View report
          </Link>
          <MenuItem icon={<IconMailForward size={16} aria-hidden />} onSelect={() => setIsSending(true)}>
            Send report
          </MenuItem>
        </Menu>
      </ReportPlace>
      {isSending && (
        <Suspense>
          <SendReportDialog id={id} onClose={() => setIsSending(false)} />
        </Suspense>
      )}
    </>
  )
}
