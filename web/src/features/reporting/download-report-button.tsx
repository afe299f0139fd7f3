import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './download-report-button.module.css'
import { usePrintReport } from './queries.ts'

/** Saves the decision report of an SLV as PDF. While it is printed the same place cancels that. */
export const DownloadReportButton = ({ id }: { id: string }) => {
  const { start, cancel, isRunning } = usePrintReport()
  return (
    <ReportPlace isRunning={isRunning} onCancel={cancel}>
      <Button leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={() => start(id)}>
        Download report
      </Button>
    </ReportPlace>
  )
}

type ReportPlaceProps = {
  isRunning: boolean
  onCancel: () => void
  /** Begins it. */
  children: ReactNode
}

/** Where a report is begun; while it is on its way the place says so and lets it be. The focus that was in it stays. */
export const ReportPlace = ({ isRunning, onCancel, children }: ReportPlaceProps) => {
  const place = useRef<HTMLSpanElement>(null)
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (wasRunning.current === isRunning) return
    wasRunning.current = isRunning
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isRunning])
  return (
    <span ref={place} className={classes.place}>
      <VisuallyHidden role="status">{isRunning && 'Preparing the report'}</VisuallyHidden>
      {isRunning ? (
        <Button variant="default" leftSection={<Loader size={14} aria-hidden />} onClick={onCancel}>
          Cancel report
        </Button>
      ) : (
        children
      )}
    </span>
  )
}
