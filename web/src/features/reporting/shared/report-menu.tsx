import { Button, Menu } from '@mantine/core'
import { downloadSlvFile } from '@portal/contract/reporting/api'
import { reportMessages } from '@portal/contract/reporting/messages'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { exportMismo, mismoFile } from '@portal/contract/slv/import-api'
import { isDecided } from '@portal/contract/slv/status'
import { isSeller } from '@portal/contract/user/policy'
import {
  IconChevronDown,
  IconEye,
  IconFileText,
  IconFileTypePdf,
  IconFileTypeXml,
  IconFileZip,
  IconMailForward,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buildAddress } from '../../../lib/address.ts'
import { download } from '../../../lib/call.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { useDownload } from '../../../records/reporting/downloads.ts'
import { usePrintReport } from '../../../records/reporting/queries.ts'
import { effectiveStatus } from '../../../records/slv/slv-status.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { CancelableReport } from '../download-report-button.tsx'

const SendReportDialog = lazy(
  () => import('../send-report-dialog.tsx'),
  'SendReportDialog',
)

type ReportMenuProps = {
  slv: Pick<SlvDetail, 'id' | 'status' | 'statusInEffect'>
  isNarrow: boolean
}

/** Views, saves or sends the decision report of an SLV. */
export const ReportMenu = ({ slv, isNarrow }: ReportMenuProps) => {
  const { id } = slv
  const report = usePrintReport()
  const mismo = useMismoDownload()
  const [isSending, setIsSending] = useState(false)
  return (
    <>
      <CancelableReport {...report}>
        <MenuButton
          target={
            <Button
              variant="default"
              aria-label="Report"
              rightSection={
                !isNarrow && <IconChevronDown size={16} aria-hidden />
              }
              px={isNarrow ? 'xs' : undefined}
            >
              {isNarrow ? <IconFileText size={18} aria-hidden /> : 'Report'}
            </Button>
          }
        >
          <PdfItems id={id} onStart={report.start} />
          <Menu.Item
            leftSection={<IconEye size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/decision/slv/report"
                search={{ proxyLoanId: id }}
              />
            )}
          >
            View report
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMailForward size={16} aria-hidden />}
            onClick={() => setIsSending(true)}
          >
            Send report
          </Menu.Item>
          <Menu.Item
            component="a"
            href={buildAddress(downloadSlvFile.path, { id })}
            download
            leftSection={<IconFileZip size={16} aria-hidden />}
          >
            Download file
          </Menu.Item>
          {isDecided(effectiveStatus(slv)) && (
            <Menu.Item
              leftSection={<IconFileTypeXml size={16} aria-hidden />}
              onClick={() => mismo.start({ id })}
            >
              Download MISMO
            </Menu.Item>
          )}
        </MenuButton>
      </CancelableReport>
      {isSending && (
        <SendReportDialog id={id} onClose={() => setIsSending(false)} />
      )}
    </>
  )
}

type PdfItemsProps = {
  id: string
  onStart: ReturnType<typeof usePrintReport>['start']
}

/** The report, and for staff also the report as the seller reads it. */
const PdfItems = ({ id, onStart }: PdfItemsProps) => {
  const actor = toActor(useProfile())
  return (
    <>
      <Menu.Item
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => onStart({ proxyLoanId: id })}
      >
        Download report
      </Menu.Item>
      {!isSeller(actor) && (
        <Menu.Item
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
          onClick={() => onStart({ proxyLoanId: id, audience: 'SELLER' })}
        >
          Download for the seller
        </Menu.Item>
      )}
    </>
  )
}

/** Belongs outside the menu: an item that is gone cancels its download. */
const useMismoDownload = () =>
  useDownload(
    mismoFile,
    reportMessages.mismo.failed,
    (params: { id: string }, options) =>
      download(exportMismo, { params }, options),
  )
