import type { Tdoc } from '@portal/contract/tdoc/answers'
import { type TdocStatus, tdocStatusLabels } from '@portal/contract/tdoc/model'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconClock,
  IconFileDescription,
  IconPlayerPause,
} from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { none, signedDays } from '../../lib/format.ts'
import { lazy } from '../../lib/lazy.tsx'
import { Explained } from '../../ui/explained.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import { Unseen } from '../../ui/unseen.tsx'
import slaClasses from '../slv/sla-chip.module.css'
import { type ChangeKind, changeLabels, maySet } from './change.ts'
import { useEdit } from './editing.tsx'
import classes from './tdoc.module.css'
import { nameOf } from './words.ts'

const TdocExplanation = lazy(async () => ({ default: (await import('../sla/explanation.tsx')).TdocExplanation }))

/** What opens the description: the drawing of the first column. A row that was refused says why instead. */
export const DescriptionIcon = ({ tdoc, why }: { tdoc: Tdoc; why: string | undefined }) =>
  why === undefined ? (
    <IconFileDescription
      className={classes.description}
      size={18}
      stroke={1.6}
      role="img"
      aria-label={`Description of ${nameOf(tdoc)}`}
    />
  ) : (
    <span title={why}>
      <IconAlertTriangle className={classes.refused} size={18} role="img" aria-label={`Not changed: ${why}`} />
    </span>
  )

type TdocSlaProps = {
  tdoc: Pick<Tdoc, 'id' | 'sla'>
  /** In a table the rows are the stops of the keyboard. */
  isInTable?: boolean
}

/**
 * Business days over (+, red) or left; nothing once it is complete (spec.md §4, §5). Hovering, focusing or tapping it
 * explains how the figure came.
 */
export const TdocSla = ({ tdoc: { id, sla }, isInTable = false }: TdocSlaProps) => {
  if (!sla) return none
  const isOver = sla.days > 0
  const Icon = isOver ? IconAlertTriangle : sla.running ? IconClock : IconPlayerPause
  return (
    <Explained
      label="How the SLA figure came"
      className={isOver ? `${slaClasses.chip} ${slaClasses.overdue}` : slaClasses.chip}
      tabIndex={isInTable ? -1 : 0}
      explain={(summaryId) => (
        <Suspense>
          <TdocExplanation tdocId={id} summaryId={summaryId} />
        </Suspense>
      )}
    >
      <Icon size={14} aria-hidden />
      {signedDays(sla.days)}
      <Unseen>
        {isOver ? ' overdue' : ' in time'}
        {sla.running ? '' : ', the clock rests'}
      </Unseen>
    </Explained>
  )
}

const tdocStatusColors: Record<TdocStatus, StatusColor> = {
  NEW: 'blue',
  REVIEW_PENDING: 'violet',
  COMPLETE: 'green',
}

export const TdocStatusBadge = ({ status }: { status: TdocStatus }) => (
  <StatusBadge label={tdocStatusLabels[status]} color={tdocStatusColors[status]} />
)

type FieldProps = { tdoc: Tdoc; kind: ChangeKind; text: string; children?: ReactNode }

/** A value that can be set in the row: a button for its list of values; plain text where it cannot be set now. */
export const RowField = ({ tdoc, kind, text, children = text }: FieldProps) => {
  const edit = useEdit()
  if (!maySet(tdoc, kind)) return children
  return (
    <button
      type="button"
      className={classes.field}
      data-row-field
      tabIndex={-1}
      aria-haspopup="listbox"
      aria-label={`${changeLabels[kind]}: ${text}`}
      onClick={({ currentTarget }) => edit({ kind, ids: [tdoc.id], anchor: currentTarget })}
    >
      <span className={classes.value}>{children}</span>
      <IconChevronDown className={classes.chevron} size={14} aria-hidden />
    </button>
  )
}
