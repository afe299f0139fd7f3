import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import type { ReportAudience } from '@portal/contract/reporting/model'
import { IconFileTypePdf } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import type { Download } from '../../records/reporting/downloads.ts'
import { usePrintReport } from '../../records/reporting/queries.ts'

/** Saves the decision report of an SLV as a PDF. */
export const DownloadReportButton = ({
  id,
  audience,
}: {
  id: string
  audience: ReportAudience | undefined
}) => {
  const report = usePrintReport()
  return (
    <CancelableReport {...report}>
      <Button
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => report.start({ proxyLoanId: id, audience })}
      >
        Download report
      </Button>
    </CancelableReport>
  )
}

type CancelableReportProps = Pick<Download<never>, 'isRunning' | 'cancel'> & {
  /** The control that starts it. */
  children: ReactNode
}

/**
 * The control that starts a report, replaced by a Cancel button while it runs.
 * Focus moves with it.
 */
export const CancelableReport = ({
  isRunning,
  cancel,
  children,
}: CancelableReportProps) => {
  const wrapper = useRef<HTMLSpanElement>(null)
  useDidUpdate(() => {
    // The clicked button is gone, and the focus with it.
    if (document.activeElement === document.body)
      wrapper.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isRunning])
  return (
    <span ref={wrapper} style={{ display: 'contents' }}>
      <VisuallyHidden role="status">
        {isRunning && 'Preparing the report'}
      </VisuallyHidden>
      {isRunning ? (
        <Button
          variant="default"
          leftSection={<Loader size={14} aria-hidden />}
          onClick={cancel}
        >
          Cancel report
        </Button>
      ) : (
        children
      )}
    </span>
  )
}
