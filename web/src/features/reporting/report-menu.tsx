import { Button } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { IconChevronDown, IconEye, IconFileTypePdf } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Menu, MenuItem, menuItem } from '../../ui/menu.tsx'
import { ReportPlace } from './download-report-button.tsx'
import { usePrintReport } from './queries.ts'

/** A seller has a report of what is decided, the buyer's people of what was sent. */
export const hasReport = (role: Role, { status, date }: Pick<SlvDetail, 'status' | 'date'>): boolean =>
  role === 'SELLER' ? isDecided(status) : date !== null

/** The decision report of an SLV: to read, and to save as PDF. */
export const ReportMenu = ({ id }: { id: string }) => {
  const { start, cancel, isRunning } = usePrintReport()
  return (
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
      </Menu>
    </ReportPlace>
  )
}
