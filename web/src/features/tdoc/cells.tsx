import type { Tdoc } from '@portal/contract/tdoc/answers'
import { type TdocStatus, tdocStatusLabels } from '@portal/contract/tdoc/model'
import { IconAlertTriangle, IconChevronDown, IconFileDescription } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { none, signedDays } from '../../lib/format.ts'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import slaClasses from '../slv/sla-chip.module.css'
import { type ChangeKind, changeLabels, maySet } from './change.ts'
import { useEdit } from './editing.tsx'
import classes from './tdoc.module.css'

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

/** How people call a Tdoc. */
export const nameOf = ({ buyerLoanNumber, imageFileName }: Pick<Tdoc, 'buyerLoanNumber' | 'imageFileName'>) =>
  `${buyerLoanNumber} · ${imageFileName}`

/** Business days over (+, red) or left; nothing once it is complete (spec.md §4, §5). */
export const TdocSla = ({ sla }: { sla: Tdoc['sla'] }) => {
  if (!sla) return none
  const isOver = sla.days > 0
  return (
    <span className={isOver ? `${slaClasses.chip} ${slaClasses.overdue}` : slaClasses.chip} data-static>
      {isOver && <IconAlertTriangle size={14} aria-hidden />}
      {signedDays(sla.days)}
      <span className={slaClasses.hidden}>
        {isOver ? ' overdue' : ' in time'}
        {sla.running ? '' : ', the clock rests'}
      </span>
    </span>
  )
}

export const tdocStatusColors: Record<TdocStatus, StatusColor> = {
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
