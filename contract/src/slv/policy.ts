import type { Actor } from '../user/model.ts'
import { type ActorRule, isBdd, isSeller, isUnderwriter } from '../user/policy.ts'
import type { SlvType } from './model.ts'
import { isSellerDraft, type SlvStatus, slrStatuses, tdStatuses } from './status.ts'

/** What the rules know of one SLV. Read under its lock; never more than these facts decides. */
export type SlvFacts = {
  status: SlvStatus
  type: SlvType
  sellerId: string
  isOwnerActive: boolean
  companyId: string
  /** The BDD of the seller's company. */
  bddId: string | null
  underwriterId: string | null
  underwriterManagerId: string | null
  tradeDeskId: string | null
  createdById: string
  /** Who sent this round's request. */
  sentById: string | null
  /** Everybody who recommended at SLR and at the trade desk in this round. */
  slrRecommenderIds: readonly string[]
  tdRecommenderIds: readonly string[]
  /** Underwriters who were named in its conversation. */
  taggedIds: readonly string[]
  /** Where the SLV was when its withdrawal was asked for. */
  statusBeforeWithdrawal: SlvStatus | null
  /** With a draft resubmission: the status that stays in effect until it is sent. */
  statusInEffect: SlvStatus | null
  /** Whether this seller has another open SLV of this type for the loan. Only one can be open at a time. */
  hasOtherOpenSlv: boolean
}

/** A rule looks at who asks and at the facts of one SLV. It never reads a database. */
export type Rule = (actor: Actor, slv: SlvFacts) => boolean

export const either =
  (...rules: Rule[]): Rule =>
  (actor, slv) =>
    rules.some((rule) => rule(actor, slv))

/** One row of the transition table. */
export type Transition = {
  /** Shown on buttons and in the history. */
  label: string
  /** Role and permission check, before any SLV is read; failing it is a 403. */
  access: ActorRule
  /** Whether it is the actor's turn on this SLV; if not, 409. */
  turn: Rule
  /** Why it is refused even on the actor's turn (409 with this reason), or null. */
  unless?: (actor: Actor, slv: SlvFacts) => string | null
  from: readonly SlvStatus[]
  /** When it is possible in any other status too. */
  alsoFrom?: (slv: SlvFacts) => boolean
  /**
   * SAME keeps the status; DECISION is the decision made; BEFORE_WITHDRAWAL is the status before the withdrawal request;
   * BEFORE_DRAFT is the status in effect during a draft resubmission, and deletes a first draft.
   */
  to: SlvStatus | 'SAME' | 'DECISION' | 'BEFORE_WITHDRAWAL' | 'BEFORE_DRAFT'
  done: string
  failed: string
}

const oneOf = (statuses: readonly SlvStatus[], status: SlvStatus) => statuses.includes(status)

export const isOwner: Rule = (actor, slv) => isSeller(actor) && slv.sellerId === actor.id

export const isOfTheCompany: Rule = (actor, slv) => isSeller(actor) && slv.companyId === actor.companyId

export const isAssignedUnderwriter: Rule = (actor, slv) => isUnderwriter(actor) && slv.underwriterId === actor.id

/** An underwriter's own work: assigned to them, or a draft that they opened for a seller. */
export const isOwnWork: Rule = (actor, slv) =>
  isUnderwriter(actor) && (slv.underwriterId === actor.id || (slv.createdById === actor.id && slv.status === 'DRAFT'))

/** At the managers: theirs, also while their answer is being read, or nobody's yet. */
export const isInSlrQueue: Rule = (actor, slv) =>
  isUnderwriter(actor) &&
  actor.permissions.manageSlr &&
  oneOf(slrStatuses, slv.status) &&
  (slv.underwriterManagerId === null || slv.underwriterManagerId === actor.id)

/** At the trade desk: theirs, also while their answer is being read, or nobody's yet. */
export const isInTradeDeskQueue: Rule = (actor, slv) =>
  isUnderwriter(actor) &&
  actor.permissions.manageTradeDesk &&
  oneOf(tdStatuses, slv.status) &&
  (slv.tradeDeskId === null || slv.tradeDeskId === actor.id)

export const isInCompanyView: Rule = (actor, slv) => isOfTheCompany(actor, slv) && actor.permissions.myCompanyView

export const isInDepartment: Rule = (actor) => isUnderwriter(actor) && actor.permissions.viewSlvDepartment

export const isOfAssignedSellers: Rule = (actor, slv) => isBdd(actor) && slv.bddId === actor.id

/** Named in the conversation by a colleague: from then on they may see what they were asked about. */
export const isTagged: Rule = (actor, slv) => isUnderwriter(actor) && slv.taggedIds.includes(actor.id)

/** Who may see an SLV at all (product.md §1). `visibleSlvs` on the server is this rule as SQL; one test holds the two together. */
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
 * Who sees resubmissions before they are sent, and the files added to them, of the SLVs that they may see at all; others see
 * the round in effect.
 */
export const seesResubmissions: ActorRule = (actor) =>
  isSeller(actor) || isBdd(actor) || (isUnderwriter(actor) && actor.permissions.viewSlvDepartment)

/** Whoever has the SLR review, or could take it because nobody has. */
export const isOrMayBecomeSlrReviewer: Rule = (actor, slv) =>
  slv.underwriterManagerId === null || slv.underwriterManagerId === actor.id
export const isSlrReviewer: Rule = (actor, slv) => slv.underwriterManagerId === actor.id

export const isOrMayBecomeTradeDesk: Rule = (actor, slv) => slv.tradeDeskId === null || slv.tradeDeskId === actor.id
export const isTradeDesk: Rule = (actor, slv) => slv.tradeDeskId === actor.id

/** Owner while it is theirs to write; the assigned underwriter at any time but the seller's drafts. */
export const mayEdit: Rule = (actor, slv) =>
  (isOwner(actor, slv) && (isSellerDraft(slv.status) || slv.status === 'PENDING_DOCUMENTS')) ||
  (isAssignedUnderwriter(actor, slv) && !isSellerDraft(slv.status))

/** Only the assigned underwriter prepares and writes the decision. */
export const mayPrepareDecision: Rule = (actor, slv) => isAssignedUnderwriter(actor, slv) && !isSellerDraft(slv.status)

/** Why a closed SLV can't be reopened or resubmitted, or null if it can. */
export const otherOpenSlv = (_: Actor, slv: SlvFacts): string | null =>
  slv.hasOtherOpenSlv ? 'This loan has another open SLV' : null

/**
 * Four eyes: why this person may not make the final decision on this round, or null when they may.
 * The one check behind every entry point (product.md §2).
 */
export const fourEyes = (actor: Actor, slv: SlvFacts): string | null => {
  if (slv.sentById === actor.id) return 'You sent this request. Someone else must decide it.'
  if (slv.slrRecommenderIds.includes(actor.id)) return 'You gave the SLR recommendation. Someone else must decide.'
  if (slv.tdRecommenderIds.includes(actor.id))
    return 'You gave the trade desk recommendation. Someone else must decide.'
  if (slv.type === 'POST' && slv.createdById === actor.id && slv.slrRecommenderIds.length === 0)
    return 'You created this post-close SLV. It needs an SLR recommendation before you can decide it.'
  return null
}
