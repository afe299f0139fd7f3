import { mayActOnCategory, mayViewTdoc, type TdocFacts } from '../tdoc/policy.ts'
import type { Actor } from '../user/model.ts'
import { type CategoryStatus, type CategoryType, categoryStatuses } from './model.ts'

type Transition = {
  label: string
  from: readonly CategoryStatus[]
  /** SAME stays where it is; ASKED is what the asker names. */
  to: CategoryStatus | 'SAME' | 'ASKED'
  done: string
  failed: string
}

const status = { done: 'Status was successfully set', failed: 'Failed to set status' }

/** Every move of a review category. None while its Tdoc is complete: it is returned first. */
export const categoryTransitions = {
  'set-reviewer': {
    label: 'Set reviewer',
    from: categoryStatuses,
    to: 'SAME',
    done: 'Reviewer was successfully set',
    failed: 'Failed to set reviewer',
  },
  'set-status': { label: 'Set status', from: categoryStatuses, to: 'ASKED', ...status },
  done: { label: 'Done', from: ['REVIEW_REQUIRED'], to: 'COMPLETED', ...status },
  undo: { label: 'Undo', from: ['COMPLETED'], to: 'REVIEW_REQUIRED', ...status },
} as const satisfies Record<string, Transition>

export type CategoryAction = keyof typeof categoryTransitions
/** What may be done to a category; `availableActions` names those that will work. */
export const categoryActions = ['set-reviewer', 'set-status', 'done', 'undo'] as const satisfies CategoryAction[]

export type CategoryFacts = { type: CategoryType; status: CategoryStatus }

export type CategoryVerdict = 'ALLOWED' | 'UNSEEN' | 'NOT_YOURS' | 'TDOC_COMPLETE' | 'WRONG_STATUS'

/** Whether somebody may do this to a category now; the first refusal in the order in which the server answers them. */
export function categoryVerdict(
  actor: Actor,
  tdoc: TdocFacts,
  category: CategoryFacts,
  action: CategoryAction,
): CategoryVerdict {
  const transition: Transition = categoryTransitions[action]
  if (!mayViewTdoc(actor, tdoc)) return 'UNSEEN'
  if (!mayActOnCategory(actor, tdoc, category.type)) return 'NOT_YOURS'
  if (tdoc.status === 'COMPLETE') return 'TDOC_COMPLETE'
  return transition.from.includes(category.status) ? 'ALLOWED' : 'WRONG_STATUS'
}

/** The actions that will work for this person on this category. */
export const availableCategoryActions = (actor: Actor, tdoc: TdocFacts, category: CategoryFacts): CategoryAction[] =>
  categoryActions.filter((action) => categoryVerdict(actor, tdoc, category, action) === 'ALLOWED')
