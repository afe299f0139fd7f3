import { keep } from '../lib/typed.ts'
import type { Role } from '../user/model.ts'
import { formFieldNames } from './form.ts'
import { isDecided, type SlvStatus } from './status.ts'

/** Fields for everyone who sees the SLV. */
const requestFields = [
  'id',
  'version',
  'status',
  'statusInEffect',
  'type',
  'resubmitCount',
  'date',
  'createdAt',
  'loanDockId',
  'buyerLoan',
  ...formFieldNames,
  'qualifiesBy',
  'dtiDscr',
  'sellerId',
  'sellerName',
  'ownerName',
  'corrID',
  'reassignedToSeller',
  'underwriterId',
  'underwriterName',
  'withdrawReason',
  'withdrawDeclineReason',
  'postCloseReason',
  'sellerTurnTime',
  'turnTime',
  'finalProcessingTime',
  // By the clock of the whole SLV; not by that of a desk.
  'waitingOn',
  'expectedBy',
  // When the buyer got it; not when a desk got it.
  'waitingSince',
  'slvRequests',
  'variances',
  'pendingDocuments',
  'documents',
  'availableActions',
] as const

/** The decision: the buyer's own until it is final, then the seller's too. */
const decisionFields = [
  'decisionDate',
  'priceAdjustment',
  'currentGuideline',
  'decisionComment',
  'decisionNote',
  'conditions',
  'openConditions',
  'conditionDueOn',
  'decisionLtv',
  'decisionCltv',
  'decisionHcltv',
  'decisionDscr',
  'decisionDti',
  'reserves',
  'goodUntil',
  'drift',
  'figuresChanged',
  'slvDecisionRequests',
] as const

/** Hidden from sellers (product.md §1). */
const internalFields = [
  // The time of the last write would reveal internal transitions.
  'updatedAt',
  'statusComment',
  'decisionCommentsInternal',
  'suggestedPrice',
  'priceReason',
  'temporaryStatus',
  'slrRecommendedDecision',
  'tdRecommendedDecision',
  'underwriterManagerId',
  'underwriterManagerName',
  'tradeDeskId',
  'tradeDeskName',
  'slrSlaStatus',
  'tdSlaStatus',
  'groupSlaStatus',
  'slaDays',
  'decisionBlockedBy',
  'underwriterDocuments',
] as const

/** Only for sellers and BDDs. */
const outsideFields = ['needsYou', 'draftEditedAt'] as const

export type SlvField =
  | (typeof outsideFields)[number]
  | (typeof requestFields)[number]
  | (typeof decisionFields)[number]
  | (typeof internalFields)[number]

const staff: ReadonlySet<string> = new Set([
  ...requestFields,
  ...decisionFields,
  ...internalFields,
])
const bdd: ReadonlySet<string> = new Set([...staff, ...outsideFields])
const sellerUndecided: ReadonlySet<string> = new Set([
  ...requestFields,
  ...outsideFields,
])
const sellerDecided: ReadonlySet<string> = new Set([
  ...requestFields,
  ...outsideFields,
  ...decisionFields,
])
const nothing: ReadonlySet<string> = new Set()

/**
 * The fields that leave the server, by role and by the status in effect (not
 * the status shown to the role).
 */
export const visibleFields = (
  role: Role,
  status: SlvStatus,
): ReadonlySet<string> => {
  if (role === 'UNDERWRITER') return staff
  if (role === 'BDD' || role === 'UBDD') return bdd
  if (role === 'SELLER')
    return isDecided(status) ? sellerDecided : sellerUndecided
  return nothing
}

/** The visible part of an object whose keys are fields of an SLV. */
export const pickVisible = <T extends object>(
  role: Role,
  status: SlvStatus,
  slv: T,
): Partial<T> => {
  const visible = visibleFields(role, status)
  return keep(slv, (name) => visible.has(name))
}
