import { isOneOf } from '@portal/contract/lib/typed'
import { civil } from '@portal/contract/sla/calendar'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isExpired } from '@portal/contract/slv/decision/validity'
import type { SlvRow } from '@portal/contract/slv/row'
import * as statuses from '@portal/contract/slv/status'
import { useToday } from '../../lib/state/use-today.ts'
import { date, day } from '../../lib/text/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { statusColors } from './status-colors.ts'

type Status = Pick<SlvDetail, 'status' | 'statusInEffect' | 'goodUntil'>

/**
 * The status in effect: that of the previous round while a resubmission is
 * drafted.
 */
export const effectiveStatus = ({ status, statusInEffect }: Status) =>
  statusInEffect ?? status

/**
 * 'Denied', or 'Denied (Draft Resubmission)' while a resubmission is drafted; an
 * approval whose last day has passed is 'Expired'.
 */
export const statusLabel = (
  slv: Status,
  today = civil(new Date()).day,
): string => {
  const label = isExpired(slv, today)
    ? 'Expired'
    : statuses.slvStatusLabels[effectiveStatus(slv)]
  return slv.statusInEffect
    ? `${label} (${statuses.slvStatusLabels.DRAFT_RESUBMITTED})`
    : label
}

export const SlvStatusBadge = ({ status }: { status: statuses.SlvStatus }) => (
  <StatusBadge
    label={statuses.slvStatusLabels[status]}
    color={statusColors[status]}
  />
)

export const RowStatusBadge = ({
  slv,
  title,
}: {
  slv: Status
  title?: string
}) => {
  const today = useToday()
  const label = statusLabel(slv, today)
  const isOver = isExpired(slv, today)
  return (
    <StatusBadge
      label={label}
      color={isOver ? 'gray' : statusColors[effectiveStatus(slv)]}
      title={title ?? statusTitle(slv, label, isOver)}
    />
  )
}

/** Says that LoanDock's figures differ from an approval. */
export const FiguresChangedBadge = ({ title }: { title?: string }) => (
  <StatusBadge
    label="Figures changed"
    color="orange"
    title={title ?? 'LoanDock’s figures differ from this approval'}
  />
)

const statusTitle = (slv: Status, label: string, isOver: boolean): string => {
  if (isOver) return `Approved, good until ${day(slv.goodUntil)}`
  if (!slv.statusInEffect) return label
  return `${label}: ${statuses.slvStatusLabels[slv.statusInEffect]} stays in effect until the resubmission is sent`
}

/** What people call an SLV: its loan's number. */
export const toNumber = (
  slv: Pick<SlvRow, 'buyerLoan' | 'sellerLoan'>,
): string => slv.buyerLoan ?? slv.sellerLoan ?? 'No loan number'

type SlvPeople = Pick<
  SlvDetail,
  | 'status'
  | 'ownerName'
  | 'sellerName'
  | 'underwriterName'
  | 'underwriterManagerName'
  | 'tradeDeskName'
>

/**
 * Who has the SLV, by name and role; null when no one does. Sellers see
 * internal stages as a review, so it never names SLR or the trade desk to them.
 */
export const describeAssignee = (slv: SlvPeople): string | null => {
  const { status } = slv
  if (!statuses.isUndecided(status)) return null
  if (statuses.isSellerDraft(status) || status === 'PENDING_DOCUMENTS')
    return `${slv.ownerName}, ${slv.sellerName}`
  if (isOneOf(statuses.slrStage, status) && status !== 'SLR_PENDING_INFO')
    return slv.underwriterManagerName
      ? `${slv.underwriterManagerName}, SLR`
      : 'SLR, unassigned'
  if (isOneOf(statuses.tdStage, status))
    return slv.tradeDeskName
      ? `${slv.tradeDeskName}, Trade Desk`
      : 'Trade Desk, unassigned'
  return slv.underwriterName
    ? `${slv.underwriterName}, underwriter`
    : 'No underwriter yet'
}

/**
 * 'Waiting on Anna Lindqvist, underwriter, since 03/04/2026'; null when no one
 * has it.
 */
export const waitingText = (
  slv: SlvPeople & Pick<SlvDetail, 'waitingSince'>,
): string | null => {
  const assignee = describeAssignee(slv)
  if (assignee === null) return null
  return slv.waitingSince
    ? `Waiting on ${assignee}, since ${date(slv.waitingSince)}`
    : `Waiting on ${assignee}`
}
