import type { Clock } from '@portal/contract/slv/clocks'
import type { SlaStatus } from '@portal/contract/slv/model'
import {
  IconAlertTriangle,
  IconClock,
  IconPlayerPause,
} from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { signedDays } from '../../../lib/text/format.ts'
import { InfoCard } from '../../../ui/cards/info-card.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import classes from './sla-chip.module.css'

const ClockExplanation = lazy(
  () => import('./explanation.tsx'),
  'ClockExplanation',
)
const TdocExplanation = lazy(
  () => import('./explanation.tsx'),
  'TdocExplanation',
)

const clockNames: Record<Clock, string> = {
  SLV: 'SLA',
  SLR: 'SLR',
  TD: 'Trade Desk',
}

export type SlaChipProps = {
  /** Whose clock it is. */
  subject: { slvId: string; clock: Clock } | { tdocId: string }
  sla: SlaStatus
  /** Instead of the signed days: when it is due, in words. */
  words?: string
  /** In a table the column names the clock, and the keyboard stops at rows. */
  isInTable?: boolean
}

/**
 * An SLA clock in signed business days, red when overdue, else green (spec.md
 * §5), or amber like its due date when it is due soon; with its explanation.
 */
export const SlaChip = ({
  subject,
  sla,
  words,
  isInTable = false,
}: SlaChipProps) => {
  const { days, overdue, running, dueState } = sla
  const Icon = iconFor(overdue, running)
  const isDesk = 'clock' in subject && subject.clock !== 'SLV'
  // In a table, only what is due soon or overdue stands out.
  const isQuiet = isInTable && words !== undefined && dueState === 'OK'
  return (
    <InfoCard
      label={
        isDesk
          ? `How the ${clockNames[subject.clock]} SLA is calculated`
          : 'How the SLA is calculated'
      }
      className={colorClass({ overdue, isSoon: dueState === 'SOON', isQuiet })}
      tabIndex={isInTable ? -1 : 0}
      explain={(summaryId) => (
        <Suspense>
          {'tdocId' in subject ? (
            <TdocExplanation {...subject} summaryId={summaryId} />
          ) : (
            <ClockExplanation {...subject} summaryId={summaryId} />
          )}
        </Suspense>
      )}
    >
      {!isQuiet && <Icon size={14} aria-hidden />}
      {words === undefined && 'clock' in subject && !isInTable && (
        <span className={classes.label}>{clockNames[subject.clock]}</span>
      )}
      {words ?? signedDays(days)}
      {words === undefined && (
        <VisuallyHidden>{stateText(overdue, running)}</VisuallyHidden>
      )}
    </InfoCard>
  )
}

const iconFor = (overdue: boolean, running: boolean) => {
  if (overdue) return IconAlertTriangle
  return running ? IconClock : IconPlayerPause
}

const colorClass = ({
  overdue,
  isSoon,
  isQuiet,
}: {
  overdue: boolean
  isSoon: boolean
  isQuiet: boolean
}) => {
  if (isQuiet) return `${classes.chip} ${classes.quiet}`
  if (overdue) return `${classes.chip} ${classes.overdue}`
  return isSoon ? `${classes.chip} ${classes.soon}` : classes.chip
}

const stateText = (overdue: boolean, running: boolean) => {
  if (overdue) return running ? ' overdue' : ' overdue, the clock is paused'
  return running ? ' on time' : ' on time, the clock is paused'
}
