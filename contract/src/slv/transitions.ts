import { getKeys } from '../lib/typed.ts'
import type { Verdict } from '../lib/verdict.ts'
import type { Actor } from '../user/model.ts'
import {
  anyOf,
  both,
  holds,
  isSeller,
  isUnderwriter,
  underwriterWith,
} from '../user/policy.ts'
import {
  either,
  isAssignedUnderwriter,
  isOfTheCompany,
  isOrMayBecomeSlrReviewer,
  isOrMayBecomeTradeDesk,
  isOwner,
  isSlrReviewer,
  isTradeDesk,
  mayEdit,
  mayNotDecide,
  mayView,
  otherOpenSlv,
  type ProposedDecision,
  type Rule,
  type SlvFacts,
  type Transition,
} from './policy.ts'
import {
  closedStatuses,
  decisions,
  openStatuses,
  type SlvStatus,
  sellerDraftStatuses,
  slrStage,
  tdStage,
  undecidedStatuses,
} from './status.ts'

const anyone: Rule = () => true
const mayStartReview = either(
  isAssignedUnderwriter,
  (actor) => actor.permissions.assignLoans,
)
const started = {
  done: 'Review was successfully started',
  failed: 'Failed to start review',
}
const completed = {
  done: 'Review was successfully completed',
  failed: 'Failed to complete review',
}
const byOwner = { access: isSeller, turn: isOwner }
const byUnderwriter = { access: isUnderwriter, turn: isAssignedUnderwriter }
const bySlrReviewer = {
  access: underwriterWith('manageSlr'),
  turn: isSlrReviewer,
}
const reassignment = {
  turn: anyone,
  to: 'SAME',
  done: '{n} SLV(s) reassigned to {name}',
  failed: 'Failed to assign SLVs',
} as const

/**
 * Every move of an SLV, by the last part of its endpoint's path. The server
 * enforces it under the lock; the web shows the buttons that it allows.
 */
export const slvTransitions = {
  save: {
    label: 'Save',
    access: anyOf(isSeller, isUnderwriter),
    turn: mayEdit,
    from: undecidedStatuses,
    to: 'SAME',
    done: 'SLV Form successfully updated',
    failed: 'Failed to update SLV Form',
  },
  'send-request': {
    label: 'Send request',
    ...byOwner,
    from: ['DRAFT'],
    to: 'PENDING',
    done: 'SLV request was successfully sent',
    failed: 'Failed to send SLV request',
  },
  'start-review-process': {
    label: 'Start review',
    access: isUnderwriter,
    turn: mayStartReview,
    from: [
      'PENDING',
      'DOCUMENTS_RECEIVED',
      'RESUBMITTED',
      'SLR_COMPLETED',
      'TD_COMPLETED',
    ],
    to: 'REVIEW',
    ...started,
  },
  reopen: {
    label: 'Reopen',
    access: isUnderwriter,
    turn: mayStartReview,
    unless: otherOpenSlv,
    from: decisions,
    to: 'REVIEW',
    done: 'Request reopened successfully',
    failed: 'Failed to reopen request',
  },
  'set-pending-documents': {
    label: 'Request documents',
    ...byUnderwriter,
    from: ['REVIEW'],
    to: 'PENDING_DOCUMENTS',
    done: 'Pending Documents were successfully requested',
    failed: 'Failed to request Pending Documents',
  },
  'upload-pending-documents': {
    label: 'Send documents',
    ...byOwner,
    from: ['PENDING_DOCUMENTS'],
    to: 'DOCUMENTS_RECEIVED',
    done: 'Documents successfully added',
    failed: 'Failed to upload the documents',
  },
  'send-pending-documents': {
    label: 'Send to the underwriter',
    ...byOwner,
    from: ['PENDING_DOCUMENTS'],
    to: 'DOCUMENTS_RECEIVED',
    done: 'Documents were successfully sent',
    failed: 'Failed to send the documents',
  },
  remind: {
    label: 'Remind seller',
    ...byUnderwriter,
    from: ['PENDING_DOCUMENTS'],
    to: 'SAME',
    done: 'Seller was successfully reminded',
    failed: 'Failed to remind the seller',
  },
  'set-review': {
    label: 'Continue without documents',
    ...byUnderwriter,
    from: ['PENDING_DOCUMENTS'],
    to: 'REVIEW',
    done: 'Review was successfully resumed',
    failed: 'Failed to resume the review',
  },
  'set-slr-pending': {
    label: 'Request SLR review',
    ...byUnderwriter,
    from: ['REVIEW'],
    to: 'SLR_PENDING',
    done: 'SLR review was successfully requested',
    failed: 'Failed to request SLR review',
  },
  'set-slr-review': {
    label: 'Start SLR review',
    access: underwriterWith('manageSlr'),
    turn: isOrMayBecomeSlrReviewer,
    from: ['SLR_PENDING', 'SLR_INFO_RECEIVED'],
    to: 'SLR_REVIEW',
    ...started,
  },
  'set-slr-pending-info': {
    label: 'Request information',
    ...bySlrReviewer,
    from: ['SLR_REVIEW'],
    to: 'SLR_PENDING_INFO',
    done: 'Pending Information was successfully requested',
    failed: 'Failed to request Pending Information',
  },
  'set-slr-info-received': {
    label: 'Send information to SLR',
    ...byUnderwriter,
    from: ['SLR_PENDING_INFO'],
    to: 'SLR_INFO_RECEIVED',
    done: 'Additional information to SLR was successfully sent',
    failed: 'Failed to send additional information to SLR',
  },
  'set-slr-completed': {
    label: 'Complete SLR review',
    ...bySlrReviewer,
    from: ['SLR_REVIEW'],
    to: 'SLR_COMPLETED',
    ...completed,
  },
  'set-td-pending': {
    label: 'Request Trade Desk review',
    ...byUnderwriter,
    from: ['REVIEW', 'SLR_COMPLETED'],
    to: 'TD_PENDING',
    done: 'Trade Desk review was successfully requested',
    failed: 'Failed to request Trade Desk review',
  },
  'set-td-review': {
    label: 'Start Trade Desk review',
    access: underwriterWith('manageTradeDesk'),
    turn: isOrMayBecomeTradeDesk,
    from: ['TD_PENDING'],
    to: 'TD_REVIEW',
    ...started,
  },
  'set-td-completed': {
    label: 'Complete Trade Desk review',
    access: underwriterWith('manageTradeDesk'),
    turn: isTradeDesk,
    from: ['TD_REVIEW'],
    to: 'TD_COMPLETED',
    ...completed,
  },
  'make-final-decision': {
    label: 'Make final decision',
    ...byUnderwriter,
    unless: mayNotDecide,
    from: ['REVIEW', 'SLR_COMPLETED', 'TD_COMPLETED'],
    to: 'DECISION',
    ...completed,
  },
  'set-withdraw-pending': {
    label: 'Withdraw',
    ...byOwner,
    from: openStatuses.filter((status) => status !== 'WITHDRAW_PENDING'),
    to: 'WITHDRAW_PENDING',
    done: 'Withdrawal was successfully requested',
    failed: 'Failed to Withdraw Pending',
  },
  'set-withdraw-approved': {
    label: 'Approve withdrawal',
    ...byUnderwriter,
    from: ['WITHDRAW_PENDING'],
    to: 'WITHDRAWN_APPROVED',
    done: 'Withdrawal was approved successfully',
    failed: 'Failed to approve withdrawal',
  },
  'set-withdraw-declined': {
    label: 'Decline withdrawal',
    ...byUnderwriter,
    from: ['WITHDRAW_PENDING'],
    to: 'BEFORE_WITHDRAWAL',
    done: 'Withdrawal was declined successfully',
    failed: 'Failed to decline withdrawal',
  },
  'cancel-withdrawal': {
    label: 'Cancel withdrawal',
    ...byOwner,
    from: ['WITHDRAW_PENDING'],
    to: 'BEFORE_WITHDRAWAL',
    done: 'Withdrawal was canceled successfully',
    failed: 'Failed to cancel withdrawal',
  },
  'set-draft-resubmitted': {
    label: 'Resubmit',
    ...byOwner,
    unless: otherOpenSlv,
    from: closedStatuses,
    to: 'DRAFT_RESUBMITTED',
    done: 'Resubmit draft successfully',
    failed: 'Failed to resubmit draft',
  },
  'set-resubmitted': {
    label: 'Send resubmission',
    ...byOwner,
    from: ['DRAFT_RESUBMITTED'],
    to: 'RESUBMITTED',
    done: 'Request was resubmitted successfully',
    failed: 'Failed to resubmit request',
  },
  'discard-draft': {
    label: 'Discard draft',
    ...byOwner,
    from: sellerDraftStatuses,
    to: 'BEFORE_DRAFT',
    done: 'Draft was successfully discarded',
    failed: 'Failed to discard draft',
  },
  'assign-requests': {
    label: 'Reassign underwriter',
    access: underwriterWith('assignLoans'),
    // During a draft resubmission, the underwriter is that of the decision in
    // effect.
    from: undecidedStatuses.filter((status) => status !== 'DRAFT_RESUBMITTED'),
    ...reassignment,
  },
  'assign-slr': {
    label: 'Reassign SLR reviewer',
    access: underwriterWith('assignLoansSlr'),
    from: slrStage,
    ...reassignment,
  },
  'assign-td': {
    label: 'Reassign trade desk reviewer',
    access: underwriterWith('assignLoansTradeDesk'),
    from: tdStage,
    ...reassignment,
  },
  'assign-seller': {
    label: 'Reassign seller',
    access: anyOf(
      both(isSeller, holds('myCompanyReassignSlv')),
      underwriterWith('assignLoans'),
    ),
    from: undecidedStatuses,
    alsoFrom: (slv) => !slv.isOwnerActive,
    ...reassignment,
    turn: either(isOfTheCompany, (actor) => isUnderwriter(actor)),
  },
} as const satisfies Record<string, Transition>

export type SlvAction = keyof typeof slvTransitions

/**
 * Whether an SLV in this status can be decided. Its variances are answered in
 * these statuses too.
 */
export const isDecidable = (status: SlvStatus): boolean =>
  slvTransitions['make-final-decision'].from.some((from) => from === status)

export const slvActions = getKeys(slvTransitions)

const row = (action: SlvAction): Transition => slvTransitions[action]

/**
 * Whether this person may do this now. The only check. A final decision is
 * checked again with what it approves.
 */
export const verdict = (
  actor: Actor,
  slv: SlvFacts,
  action: SlvAction,
  proposed?: ProposedDecision,
): Verdict => {
  const { access, from, alsoFrom, turn, unless } = row(action)
  if (!access(actor)) return { kind: 'FORBIDDEN' }
  if (!mayView(actor, slv)) return { kind: 'UNSEEN' }
  if (!from.includes(slv.status) && !alsoFrom?.(slv))
    return { kind: 'WRONG_STATUS' }
  if (!turn(actor, slv)) return { kind: 'NOT_YOUR_TURN' }
  const why = unless?.(actor, slv, proposed)
  return why ? { kind: 'REFUSED', why } : { kind: 'ALLOWED' }
}

export const availableActions = (actor: Actor, slv: SlvFacts): SlvAction[] =>
  slvActions.filter((action) => verdict(actor, slv, action).kind === 'ALLOWED')

/**
 * The status after an action; null deletes the SLV. Only the final decision
 * needs `decision`.
 */
export const nextStatus = (
  slv: SlvFacts,
  action: SlvAction,
  decision?: SlvStatus,
): SlvStatus | null => {
  const { to } = row(action)
  if (to === 'SAME') return slv.status
  if (to === 'DECISION') return decision ?? slv.status
  if (to === 'BEFORE_WITHDRAWAL') return slv.statusBeforeWithdrawal ?? 'PENDING'
  if (to === 'BEFORE_DRAFT') return slv.statusInEffect
  return to
}
