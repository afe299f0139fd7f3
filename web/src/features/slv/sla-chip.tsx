import type { SlaStatus } from '@portal/contract/slv/model'
import { IconAlertTriangle, IconClock, IconPlayerPause } from '@tabler/icons-react'
import { signedDays } from '../../lib/format.ts'
import classes from './sla-chip.module.css'

type SlaChipProps = { sla: SlaStatus; label?: string }

/** An SLA clock: signed business days, red with a warning when overdue, else green (spec.md §5). */
export const SlaChip = ({ sla: { days, overdue, running }, label }: SlaChipProps) => {
  const Icon = overdue ? IconAlertTriangle : running ? IconClock : IconPlayerPause
  return (
    <span className={classes.chip} data-overdue={overdue || undefined} title={titleOf(overdue, running)}>
      <Icon size={14} aria-hidden />
      {label && <span className={classes.label}>{label}</span>}
      {signedDays(days)}
      {overdue && <span className={classes.hidden}> overdue</span>}
    </span>
  )
}

const titleOf = (overdue: boolean, running: boolean) => {
  const said = overdue ? 'Business days over the target' : 'Business days left'
  return running ? said : `${said}; the clock rests`
}
