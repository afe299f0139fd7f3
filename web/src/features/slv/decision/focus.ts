import type { Decision } from '@portal/contract/slv/status'
import { fieldId, focusField } from '../../../ui/inputs/field-problems.tsx'

export const cardId = (requestId: string) => `variance-${requestId}`
export const commentId = (requestId: string) => `comment-${requestId}`

export const focusElement = (id: string) => document.getElementById(id)?.focus()

export const focusVariance = (requestId: string | undefined) => {
  if (requestId) focusElement(cardId(requestId))
}

/** The field that comes next, once the answers imply a decision. */
const nextField = (implied: Decision | null) => {
  if (implied === null) return 'decision.temporaryStatus'
  // A denial has a reason and no price.
  return implied === 'DECLINED'
    ? 'decision.decisionComment'
    : 'decision.priceAdjustment'
}

export const decideId = 'decide'

/** Whether a field is on the page and isn't folded. */
export const isFieldShown = (field: string): boolean =>
  document.getElementById(fieldId(field))?.checkVisibility() ?? false

/**
 * Moves the focus to the decision, or to what it needs if the answers imply it;
 * to Decide where these fields are folded, as on a phone.
 */
export const focusDecision = (implied: Decision | null) => {
  const field = nextField(implied)
  if (isFieldShown(field)) focusField(field)
  else focusElement(decideId)
}
