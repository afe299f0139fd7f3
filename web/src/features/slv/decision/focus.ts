import type { Decision } from '@portal/contract/slv/status'
import { focusField } from '../../../ui/inputs/field-problems.tsx'

export const cardId = (requestId: string) => `variance-${requestId}`
export const commentId = (requestId: string) => `comment-${requestId}`

export const focusElement = (id: string) => document.getElementById(id)?.focus()

export const focusVariance = (requestId: string | undefined) => {
  if (requestId) focusElement(cardId(requestId))
}

/** Moves the focus to the decision, or to the price if the answers imply the decision. */
export const focusDecision = (implied: Decision | null) =>
  focusField(implied ? 'decision.priceAdjustment' : 'decision.temporaryStatus')
