import type { Tdoc } from '@portal/contract/tdoc/answers'
import { type TdocStatus, tdocStatusLabels } from '@portal/contract/tdoc/model'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconFileDescription,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { none } from '../../lib/text/format.ts'
import {
  type ChangeKind,
  canSet,
  changeLabel,
} from '../../records/tdoc/change.ts'
import { describeNextStep } from '../../records/tdoc/next-step.ts'
import { getName } from '../../records/tdoc/texts.ts'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import { useEdit } from './editing.tsx'
import classes from './tdoc.module.css'

export const DescriptionIcon = ({
  tdoc,
  why,
}: {
  tdoc: Tdoc
  why: string | undefined
}) =>
  why === undefined ? (
    <IconFileDescription
      display="block"
      size={18}
      stroke={1.6}
      role="img"
      aria-label={`Description of ${getName(tdoc)}`}
    />
  ) : (
    <span title={why}>
      <IconAlertTriangle
        display="block"
        color="var(--mantine-color-error)"
        size={18}
        role="img"
        aria-label={`Not changed: ${why}`}
      />
    </span>
  )

const tdocStatusColors: Record<TdocStatus, StatusColor> = {
  NEW: 'blue',
  REVIEW_PENDING: 'violet',
  COMPLETE: 'green',
}

export const TdocStatusBadge = ({ status }: { status: TdocStatus }) => (
  <StatusBadge
    label={tdocStatusLabels[status]}
    color={tdocStatusColors[status]}
  />
)

/** What a Tdoc needs from its reviewer, above its date; or who has it. */
export const NextStep = ({
  tdoc,
  brandName,
}: {
  tdoc: Tdoc
  brandName: string
}) => {
  const step = describeNextStep(tdoc, brandName)
  if (!step) return none
  const { action, when, isLate } = step
  return (
    <span
      className={classes.nextStep}
      title={[action, when].filter(Boolean).join('. ')}
    >
      {action && <span className={classes.need}>{action}</span>}
      {when && <span data-late={isLate || undefined}>{when}</span>}
    </span>
  )
}

type FieldProps = {
  tdoc: Tdoc
  kind: ChangeKind
  text: string
  /**
   * The key that opens its list in the drawer. In a table, Tab reaches only
   * rows.
   */
  shortcut?: string
  children?: ReactNode
}

/**
 * A value, as a button that opens the list of its values where it may be
 * changed.
 */
export const TdocField = ({
  tdoc,
  kind,
  text,
  shortcut,
  children = text,
}: FieldProps) => {
  const edit = useEdit()
  if (!canSet(tdoc, kind)) return children
  return (
    <button
      type="button"
      className={classes.field}
      {...(shortcut
        ? {
            'data-key': shortcut,
            'aria-keyshortcuts': shortcut,
            title: `${changeLabel(kind)} (${shortcut.toUpperCase()})`,
          }
        : { 'data-row-field': '', tabIndex: -1 })}
      aria-haspopup="listbox"
      aria-label={`${changeLabel(kind)}: ${text}`}
      onClick={({ currentTarget }) =>
        edit({ kind, ids: [tdoc.id], anchor: currentTarget })
      }
    >
      <span className={classes.value}>{children}</span>
      <IconChevronDown className={classes.chevron} size={14} aria-hidden />
    </button>
  )
}

type OriginalLinkProps = {
  tdoc: Pick<Tdoc, 'originalTdocId' | 'originalImageFileName'>
  text: string
  isField?: boolean
}

/** A text; for an escalation it is a link to the original (spec.md §4). */
export const OriginalLink = ({
  tdoc,
  text,
  isField = true,
}: OriginalLinkProps) => {
  if (!tdoc.originalTdocId) return text
  const original = `the original, ${tdoc.originalImageFileName ?? ''}`
  return (
    <Link
      to="/condition-manager/{-$tdocId}"
      params={{ tdocId: tdoc.originalTdocId }}
      search
      className={classes.link}
      {...(isField && { 'data-row-field': '', tabIndex: -1 })}
      aria-label={`${text}: open ${original}`}
      title={`Open ${original}`}
    >
      {text}
    </Link>
  )
}

export const EscalationLinks = ({ escalations }: Pick<Tdoc, 'escalations'>) =>
  escalations.map(({ id, status }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link
        to="/condition-manager/{-$tdocId}"
        params={{ tdocId: id }}
        search
        className={classes.link}
        aria-label={`Open escalation ${index + 1}, ${tdocStatusLabels[status]}`}
      >
        {escalations.length > 1 ? `${index + 1}: ` : ''}
        {`Escalation, ${tdocStatusLabels[status]}`}
      </Link>
    </span>
  ))
