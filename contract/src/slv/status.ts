import { z } from 'zod'
import { choice } from '../lib/fields.ts'
import { getKeys, isOneOf } from '../lib/typed.ts'
import type { Role } from '../user/model.ts'

/** Every status of an SLV (spec.md §4). */
export const slvStatusLabels = {
  DRAFT: 'Draft',
  PENDING: 'Review Pending',
  REVIEW: 'In Review',
  PENDING_DOCUMENTS: 'Pending Documents',
  DOCUMENTS_RECEIVED: 'Documents Sent',
  SLR_PENDING: 'SLR Pending',
  SLR_PENDING_INFO: 'SLR Pending Info',
  SLR_INFO_RECEIVED: 'SLR Info Received',
  SLR_REVIEW: 'SLR In Review',
  SLR_COMPLETED: 'SLR Completed',
  TD_PENDING: 'TD Pending',
  TD_REVIEW: 'TD In Review',
  TD_COMPLETED: 'TD Completed',
  WITHDRAW_PENDING: 'Withdraw Pending',
  WITHDRAWN_APPROVED: 'Request Withdrawn',
  DRAFT_RESUBMITTED: 'Draft Resubmission',
  RESUBMITTED: 'Request Resubmitted',
  APPROVED: 'Approved',
  DECLINED: 'Denied',
  NOT_NEEDED: 'Not Needed',
}
export const slvStatuses = getKeys(slvStatusLabels)
export const SlvStatus = z.enum(slvStatuses)
export type SlvStatus = z.infer<typeof SlvStatus>

export const decisions = ['APPROVED', 'DECLINED', 'NOT_NEEDED'] as const
export const Decision = choice(decisions)
export type Decision = z.infer<typeof Decision>
export const isDecided = (status: SlvStatus): status is Decision =>
  isOneOf(decisions, status)

export const sellerDraftStatuses = [
  'DRAFT',
  'DRAFT_RESUBMITTED',
] as const satisfies SlvStatus[]
export const isSellerDraft = (status: SlvStatus) =>
  isOneOf(sellerDraftStatuses, status)

/**
 * Stages at SLR or the trade desk; completed reviews are back at the
 * underwriter.
 */
export const slrStage = [
  'SLR_PENDING',
  'SLR_PENDING_INFO',
  'SLR_INFO_RECEIVED',
  'SLR_REVIEW',
] as const satisfies readonly SlvStatus[]
export const tdStage = [
  'TD_PENDING',
  'TD_REVIEW',
] as const satisfies SlvStatus[]
export const slrStatuses = [
  ...slrStage,
  'SLR_COMPLETED',
] as const satisfies SlvStatus[]
export const tdStatuses = [
  ...tdStage,
  'TD_COMPLETED',
] as const satisfies SlvStatus[]

/** Decided or withdrawn. */
export const closedStatuses = [
  ...decisions,
  'WITHDRAWN_APPROVED',
] as const satisfies SlvStatus[]
/** Neither decided nor withdrawn, including the seller's drafts. */
export const undecidedStatuses = slvStatuses.filter(
  (status) => !isOneOf(closedStatuses, status),
)
export const isUndecided = (status: SlvStatus) =>
  isOneOf(undecidedStatuses, status)
/** Sent and undecided. */
export const openStatuses = undecidedStatuses.filter(
  (status) => !isSellerDraft(status),
)

/**
 * The tabs of an underwriter's own work: waiting on them, waiting on others,
 * and decided or withdrawn.
 */
export const workPartLabels = {
  OPEN: 'To do',
  WAITING: 'Waiting on others',
  FINISHED: 'Finished',
}
export const workParts = getKeys(workPartLabels)
export const WorkPart = z.enum(workParts)
export type WorkPart = z.infer<typeof WorkPart>

export const getWorkPart = (status: SlvStatus): WorkPart => {
  if (!isUndecided(status) || status === 'DRAFT_RESUBMITTED') return 'FINISHED'
  // The SLR asks the underwriter for information.
  if (status === 'SLR_PENDING_INFO') return 'OPEN'
  const isAtDesk = isOneOf(slrStage, status) || isOneOf(tdStage, status)
  return isAtDesk || status === 'PENDING_DOCUMENTS' ? 'WAITING' : 'OPEN'
}

/** The status filter leaves out the seller's drafts (spec.md §4). */
export const filterableStatuses = slvStatuses.filter(
  (status) => !isSellerDraft(status),
)

/**
 * The groups of the reporting page and of the statistics cards (spec.md §4).
 */
export const slvGroupLabels = {
  REVIEW_PENDING: 'Review Pending',
  IN_REVIEW: 'In Review',
  DOCUMENTS_PENDING: 'Documents Pending',
  TRANSFERRED: 'Transferred',
  WITHDRAWALS: 'Withdrawals',
  COMPLETED: 'Completed',
}
export const slvGroups = getKeys(slvGroupLabels)
export const SlvGroup = z.enum(slvGroups)
export type SlvGroup = z.infer<typeof SlvGroup>

export const slvGroupStatuses: Record<SlvGroup, readonly SlvStatus[]> = {
  REVIEW_PENDING: [
    'PENDING',
    'DOCUMENTS_RECEIVED',
    'SLR_PENDING_INFO',
    'SLR_COMPLETED',
    'TD_COMPLETED',
    'WITHDRAW_PENDING',
    'RESUBMITTED',
  ],
  IN_REVIEW: ['REVIEW'],
  DOCUMENTS_PENDING: ['PENDING_DOCUMENTS'],
  TRANSFERRED: [
    'SLR_PENDING',
    'SLR_REVIEW',
    'SLR_INFO_RECEIVED',
    'TD_PENDING',
    'TD_REVIEW',
  ],
  WITHDRAWALS: ['WITHDRAWN_APPROVED'],
  COMPLETED: decisions,
}

/** The buyer's own stages, which sellers don't see. */
const internalStatuses = new Set<SlvStatus>([...slrStatuses, ...tdStatuses])

/**
 * The status shown to a role: sellers see the buyer's internal stages as REVIEW
 * (product.md §1).
 */
export const statusFor = (role: Role, status: SlvStatus): SlvStatus =>
  role === 'SELLER' && internalStatuses.has(status) ? 'REVIEW' : status

/** The statuses that a role knows. */
export const statusesSeenBy = (role: Role): SlvStatus[] =>
  slvStatuses.filter((status) => statusFor(role, status) === status)

/** The choices of the status filter of a role. */
export const statusesFor = (role: Role): SlvStatus[] =>
  statusesSeenBy(role).filter((status) => !isSellerDraft(status))

/**
 * The statuses that the lists of a role can be filtered by: the choices of the
 * status filter, and drafts, which have a figure above the list.
 */
export const listStatusesFor = (role: Role): SlvStatus[] => {
  if (role === 'SELLER') return [...sellerDraftStatuses, ...statusesFor(role)]
  if (role === 'UNDERWRITER') return ['DRAFT', ...statusesFor(role)]
  return statusesFor(role)
}

/** The stored statuses shown as one of these: the inverse of `statusFor`. */
export const storedStatuses = (
  role: Role,
  shown: readonly SlvStatus[],
): SlvStatus[] =>
  slvStatuses.filter((status) => shown.includes(statusFor(role, status)))

/** The group of a status as a role sees it; drafts are in none. */
export const groupFor = (role: Role, status: SlvStatus): SlvGroup | undefined =>
  slvGroups.find((group) =>
    slvGroupStatuses[group].includes(statusFor(role, status)),
  )
