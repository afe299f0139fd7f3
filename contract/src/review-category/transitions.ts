import type { Verdict } from '../lib/verdict.ts'
import { mayActOnCategory, seesTdocs, type TdocFacts } from '../tdoc/policy.ts'
import type { Actor } from '../user/model.ts'
import { type ActorRule, isUnderwriter } from '../user/policy.ts'
import {
  type CategoryStatus,
  type CategoryType,
  categoryStatuses,
} from './model.ts'

type Transition = {
  label: string
  /** Otherwise 403. */
  access: ActorRule
  from: readonly CategoryStatus[]
  /** REQUESTED is the status of the request. */
  to: CategoryStatus | 'SAME' | 'REQUESTED'
  done: string
  failed: string
}

const statusMessages = {
  done: 'Status was successfully set',
  failed: 'Failed to set status',
}

/**
 * Every transition of a review category. `set-status` to COMPLETED completes it
 * as `done` does. There are none while the Tdoc is complete.
 */
export const categoryTransitions = {
  'set-reviewer': {
    label: 'Set reviewer',
    access: seesTdocs,
    from: categoryStatuses,
    to: 'SAME',
    done: 'Reviewer was successfully set',
    failed: 'Failed to set reviewer',
  },
  'set-status': {
    label: 'Set status',
    access: isUnderwriter,
    from: categoryStatuses,
    to: 'REQUESTED',
    ...statusMessages,
  },
  done: {
    label: 'Done',
    access: seesTdocs,
    from: ['REVIEW_REQUIRED'],
    to: 'COMPLETED',
    ...statusMessages,
  },
  undo: {
    label: 'Undo',
    access: seesTdocs,
    from: ['COMPLETED'],
    to: 'REVIEW_REQUIRED',
    ...statusMessages,
  },
} as const satisfies Record<string, Transition>

export type CategoryAction = keyof typeof categoryTransitions
/** `availableActions` are those that will work. */
export const categoryActions = [
  'set-reviewer',
  'set-status',
  'done',
  'undo',
] as const satisfies CategoryAction[]

export type CategoryFacts = { type: CategoryType; status: CategoryStatus }

/**
 * Checks whether this person may do this now. Returns the first refusal, in the
 * server's order.
 */
export function categoryVerdict(
  actor: Actor,
  tdoc: TdocFacts,
  category: CategoryFacts,
  action: CategoryAction,
): Verdict {
  const transition: Transition = categoryTransitions[action]
  if (!transition.access(actor)) return { kind: 'FORBIDDEN' }
  if (!mayActOnCategory(actor, tdoc, category.type)) return { kind: 'UNSEEN' }
  if (tdoc.status === 'COMPLETE')
    return { kind: 'REFUSED', why: 'The Tdoc is now Complete' }
  return transition.from.includes(category.status)
    ? { kind: 'ALLOWED' }
    : { kind: 'WRONG_STATUS' }
}

/** The actions that will work for this person on this category. */
export const availableCategoryActions = (
  actor: Actor,
  tdoc: TdocFacts,
  category: CategoryFacts,
): CategoryAction[] =>
  categoryActions.filter(
    (action) =>
      categoryVerdict(actor, tdoc, category, action).kind === 'ALLOWED',
  )
