import { getKeys } from '../lib/typed.ts'
import type { Verdict } from '../lib/verdict.ts'
import { isReviewed } from '../review-category/model.ts'
import type { Actor } from '../user/model.ts'
import { type ActorRule, isUnderwriter } from '../user/policy.ts'
import type { ProgressTracking, TdocStatus } from './model.ts'
import { isReviewer, mayViewTdoc, type TdocFacts } from './policy.ts'

type Transition = {
  label: string
  /** Otherwise 403. */
  access: ActorRule
  from: readonly TdocStatus[]
  to: TdocStatus | 'SAME'
  /** Why it is refused in the right status (409), or null. */
  unless?: (tdoc: TdocFacts) => string | null
  done: string
  failed: string
}

const openStatuses = ['NEW', 'REVIEW_PENDING'] as const satisfies TdocStatus[]
const statusMessages = {
  done: 'Status was successfully set',
  failed: 'Failed to set Status',
}
/** Underwriters edit an open Tdoc without changing its status. */
const edit = {
  access: isUnderwriter,
  from: openStatuses,
  to: 'SAME',
} as const

const whyNotReviewed = (tdoc: TdocFacts) =>
  isReviewed(tdoc.categories)
    ? null
    : 'Every required review category must be completed first'

/**
 * Every action on a Tdoc. `complete`, `ask-review` and `return` set its status
 * to COMPLETE, REVIEW_PENDING and NEW. A COMPLETE Tdoc can be returned,
 * escalated and commented on.
 */
export const tdocTransitions = {
  'set-underwriter': {
    label: 'Set assigned underwriter',
    ...edit,
    done: 'Assigned Underwriter was successfully set',
    failed: 'Failed to set assigned underwriter',
  },
  'set-reviewer': {
    label: 'Set reviewer',
    ...edit,
    done: 'Reviewer was successfully set',
    failed: 'Failed to set reviewer',
  },
  'set-progress-tracking': {
    label: 'Set progress tracking',
    ...edit,
    done: 'Progress Tracking was successfully set',
    failed: 'Failed to set Progress Tracking',
  },
  'ask-review': {
    label: 'Set review pending',
    access: isUnderwriter,
    from: ['NEW'],
    to: 'REVIEW_PENDING',
    ...statusMessages,
  },
  return: {
    label: 'Return to new',
    access: isUnderwriter,
    from: ['REVIEW_PENDING', 'COMPLETE'],
    to: 'NEW',
    ...statusMessages,
  },
  complete: {
    label: 'Complete',
    access: isUnderwriter,
    from: openStatuses,
    to: 'COMPLETE',
    unless: whyNotReviewed,
    ...statusMessages,
  },
  'set-response': {
    label: 'Set response',
    access: isReviewer,
    from: openStatuses,
    to: 'REVIEW_PENDING',
    done: 'Response was successfully set',
    failed: 'Failed to set response',
  },
  'add-category': {
    label: 'Add category',
    ...edit,
    done: 'Category was successfully added',
    failed: 'Failed to add category',
  },
  escalate: {
    label: 'Escalate',
    access: isUnderwriter,
    from: ['NEW', 'REVIEW_PENDING', 'COMPLETE'],
    to: 'SAME',
    done: 'Tdoc was successfully created',
    failed: 'Failed to create Tdoc',
  },
} as const satisfies Record<string, Transition>

export type TdocAction = keyof typeof tdocTransitions
export const tdocActions = getKeys(tdocTransitions)

export const statusActions = {
  NEW: 'return',
  REVIEW_PENDING: 'ask-review',
  COMPLETE: 'complete',
} as const satisfies Record<TdocStatus, TdocAction>

/**
 * The progress after an action: a completed Tdoc is done, and one that is
 * returned is in review again.
 */
export const progressAfter = (
  action: TdocAction,
  before: ProgressTracking,
): ProgressTracking => {
  if (action === 'complete') return 'DONE'
  return action === 'return' && before === 'DONE' ? 'IN_REVIEW' : before
}

/**
 * Whether this person may do this now; the first refusal in the server's order.
 */
export function tdocVerdict(
  actor: Actor,
  tdoc: TdocFacts,
  action: TdocAction,
): Verdict {
  const transition: Transition = tdocTransitions[action]
  if (!transition.access(actor)) return { kind: 'FORBIDDEN' }
  if (!mayViewTdoc(actor, tdoc)) return { kind: 'UNSEEN' }
  if (!transition.from.includes(tdoc.status)) return { kind: 'WRONG_STATUS' }
  const why = transition.unless?.(tdoc) ?? null
  return why === null ? { kind: 'ALLOWED' } : { kind: 'REFUSED', why }
}

export const availableTdocActions = (
  actor: Actor,
  tdoc: TdocFacts,
): TdocAction[] =>
  tdocActions.filter(
    (action) => tdocVerdict(actor, tdoc, action).kind === 'ALLOWED',
  )
