import { Button, Menu } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { IconChevronDown, IconEye, IconFileTypePdf } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CancelReport } from './download-report-button.tsx'
import { usePrintReport } from './queries.ts'

/** A seller has a report of what is decided, the buyer's people of what was sent. */
export const hasReport = (role: Role, { status, date }: Pick<SlvDetail, 'status' | 'date'>): boolean =>
  role === 'SELLER' ? isDecided(status) : date !== null

/** The decision report of an SLV: to read, and to save as PDF. */
export const ReportMenu = ({ id }: { id: string }) => {
  const { start, cancel, isRunning } = usePrintReport()
  if (isRunning) return <CancelReport onCancel={cancel} />
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          Report
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={() => start(id)}>
          Download report
        </Menu.Item>
        <Menu.Item
          leftSection={<IconEye size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/decision/slv/report" search={{ proxyLoanId: id }} />}
        >
          View report
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
