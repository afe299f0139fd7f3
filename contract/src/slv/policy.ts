import type { Actor } from '../user/model.ts'
import {
  type ActorRule,
  both,
  holds,
  isBdd,
  isSeller,
  isUnderwriter,
} from '../user/policy.ts'
import type { SlvType } from './model.ts'
import {
  type Decision,
  isSellerDraft,
  type SlvStatus,
  slrStatuses,
  tdStatuses,
} from './status.ts'

/** The facts that the rules need, read under the lock. */
export type SlvFacts = {
  status: SlvStatus
  type: SlvType
  sellerId: string
  isOwnerActive: boolean
  companyId: string
  bddId: string | null
  underwriterId: string | null
  underwriterManagerId: string | null
  tradeDeskId: string | null
  createdById: string
  sentById: string | null
  slrRecommenderIds: readonly string[]
  tdRecommenderIds: readonly string[]
  /** Of this round. */
  slrRecommendedDecision: Decision | null
  tdRecommendedDecision: Decision | null
  /** Underwriters mentioned in the conversation. */
  taggedIds: readonly string[]
  /** The status before the withdrawal request. */
  statusBeforeWithdrawal: SlvStatus | null
  statusInEffect: SlvStatus | null
  /**
   * Whether this seller has another open SLV of this type for the loan. Only
   * one can be open at a time.
   */
  hasOtherOpenSlv: boolean
}

/** A final decision before it is made; under the lock, as the rules need it. */
export type ProposedDecision = {
  decision: Decision
  /** Why the actor's level doesn't cover an approval (authority/check.ts). */
  refusal: string | null
}

/** A rule about the actor and the facts of one SLV. */
export type Rule = (actor: Actor, slv: SlvFacts) => boolean

export const either =
  (...rules: Rule[]): Rule =>
  (actor, slv) =>
    rules.some((rule) => rule(actor, slv))

/** One row of the transition table. */
export type Transition = {
  label: string
  /** Role and permission check, before any SLV is read; failing it is a 403. */
  access: ActorRule
  turn: Rule
  /**
   * Why it is refused even on the actor's turn (409 with this reason), or null.
   * A final decision is proposed once it is known.
   */
  unless?: (
    actor: Actor,
    slv: SlvFacts,
    proposed?: ProposedDecision,
  ) => string | null
  from: readonly SlvStatus[]
  alsoFrom?: (slv: SlvFacts) => boolean
  /**
   * SAME keeps the status; DECISION is the decision made; BEFORE_WITHDRAWAL and
   * BEFORE_DRAFT restore the earlier status. BEFORE_DRAFT deletes a first
   * draft.
   */
  to: SlvStatus | 'SAME' | 'DECISION' | 'BEFORE_WITHDRAWAL' | 'BEFORE_DRAFT'
  done: string
  failed: string
}

const oneOf = (statuses: readonly SlvStatus[], status: SlvStatus) =>
  statuses.includes(status)

export const isOwner: Rule = (actor, slv) =>
  isSeller(actor) && slv.sellerId === actor.id

export const isOfTheCompany: Rule = (actor, slv) =>
  isSeller(actor) && slv.companyId === actor.companyId

export const isAssignedUnderwriter: Rule = (actor, slv) =>
  isUnderwriter(actor) && slv.underwriterId === actor.id

/**
 * An underwriter's own work: assigned to them, or a draft that they opened for
 * a seller.
 */
export const isOwnWork: Rule = (actor, slv) =>
  isUnderwriter(actor) &&
  (slv.underwriterId === actor.id ||
    (slv.createdById === actor.id && slv.status === 'DRAFT'))

/** At SLR: assigned to the actor or to no one. */
export const isInSlrQueue: Rule = (actor, slv) =>
  isUnderwriter(actor) &&
  actor.permissions.manageSlr &&
  oneOf(slrStatuses, slv.status) &&
  (slv.underwriterManagerId === null || slv.underwriterManagerId === actor.id)

/** At the trade desk: assigned to the actor or to no one. */
export const isInTradeDeskQueue: Rule = (actor, slv) =>
  isUnderwriter(actor) &&
  actor.permissions.manageTradeDesk &&
  oneOf(tdStatuses, slv.status) &&
  (slv.tradeDeskId === null || slv.tradeDeskId === actor.id)

export const isInCompanyView: Rule = (actor, slv) =>
  isOfTheCompany(actor, slv) && actor.permissions.myCompanyView

export const isInDepartment: Rule = (actor) =>
  isUnderwriter(actor) && actor.permissions.viewSlvDepartment

/** A BDD doesn't see drafts that were never sent. */
export const isOfAssignedSellers: Rule = (actor, slv) =>
  isBdd(actor) && slv.bddId === actor.id && slv.status !== 'DRAFT'

/** A mentioned underwriter may see the SLV. */
const isTagged: Rule = (actor, slv) =>
  isUnderwriter(actor) && slv.taggedIds.includes(actor.id)

/**
 * Who may see an SLV (product.md §1). `visibleSlvs` on the server is this rule
 * as SQL; a test compares them.
 */
export const mayView = either(
  isOwner,
  isInCompanyView,
  isOwnWork,
  isInSlrQueue,
  isInTradeDeskQueue,
  isInDepartment,
  isOfAssignedSellers,
  isTagged,
)

/**
 * Whether some people may see an SLV in one of two statuses only, by `mayView`.
 */
export const changesVisibility = (from: SlvStatus, to: SlvStatus): boolean =>
  [['DRAFT'] as const, slrStatuses, tdStatuses].some(
    (statuses) => oneOf(statuses, from) !== oneOf(statuses, to),
  )

/**
 * Who sees a draft resubmission; everyone else sees the round in effect until
 * it is sent.
 */
export const seesResubmissions: ActorRule = (actor) =>
  isSeller(actor) ||
  (isUnderwriter(actor) && actor.permissions.viewSlvDepartment)

/**
 * Managers of a seller, who give all SLVs of a colleague to another one of the
 * company, in every status: the colleague may have left.
 */
export const mayAssignOwned: ActorRule = both(
  isSeller,
  holds('myCompanyView', 'myCompanyReassignSlv'),
)

/** The SLR reviewer, or someone who could become it. */
export const isOrMayBecomeSlrReviewer: Rule = (actor, slv) =>
  slv.underwriterManagerId === null || slv.underwriterManagerId === actor.id
export const isSlrReviewer: Rule = (actor, slv) =>
  slv.underwriterManagerId === actor.id

export const isOrMayBecomeTradeDesk: Rule = (actor, slv) =>
  slv.tradeDeskId === null || slv.tradeDeskId === actor.id
export const isTradeDesk: Rule = (actor, slv) => slv.tradeDeskId === actor.id

export const mayEdit: Rule = (actor, slv) =>
  (isOwner(actor, slv) &&
    (isSellerDraft(slv.status) || slv.status === 'PENDING_DOCUMENTS')) ||
  (isAssignedUnderwriter(actor, slv) && !isSellerDraft(slv.status))

export const mayPrepareDecision: Rule = (actor, slv) =>
  isAssignedUnderwriter(actor, slv) && !isSellerDraft(slv.status)

/** Why a closed SLV can't be reopened or resubmitted, or null if it can. */
export const otherOpenSlv = (_: Actor, slv: SlvFacts): string | null =>
  slv.hasOtherOpenSlv ? 'This loan already has another open SLV' : null

/**
 * Four eyes: why the actor may not make the final decision, or null (product.md
 * §2). The only check of it.
 */
export const fourEyes = (
  actor: Pick<Actor, 'id'>,
  slv: SlvFacts,
): string | null => {
  if (slv.sentById === actor.id)
    return 'You sent this request. Someone else must decide it.'
  if (slv.slrRecommenderIds.includes(actor.id))
    return 'You gave the SLR recommendation. Someone else must decide.'
  if (slv.tdRecommenderIds.includes(actor.id))
    return 'You gave the trade desk recommendation. Someone else must decide.'
  if (
    slv.type === 'POST' &&
    slv.createdById === actor.id &&
    slv.slrRecommenderIds.length === 0
  )
    return 'You created this post-close SLV. It needs an SLR recommendation before you can decide it.'
  return null
}

/** Whether SLR or the trade desk recommended to approve this round. */
const isRecommended = ({
  slrRecommendedDecision,
  tdRecommendedDecision,
}: Pick<
  SlvFacts,
  'slrRecommendedDecision' | 'tdRecommendedDecision'
>): boolean =>
  slrRecommendedDecision === 'APPROVED' || tdRecommendedDecision === 'APPROVED'

/**
 * Why the actor's level doesn't cover an approval, or null. A recommendation
 * to approve covers it. The only check of it.
 */
const beyondAuthority = (
  slv: SlvFacts,
  proposed: ProposedDecision,
): string | null => {
  const isLimited = proposed.decision === 'APPROVED' && !isRecommended(slv)
  return isLimited ? proposed.refusal : null
}

/** Why the actor may not make the final decision, or null. */
export const mayNotDecide = (
  actor: Actor,
  slv: SlvFacts,
  proposed?: ProposedDecision,
): string | null =>
  fourEyes(actor, slv) ?? (proposed ? beyondAuthority(slv, proposed) : null)
