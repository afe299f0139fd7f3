import { isOneOf, pick } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { Decision } from '@portal/contract/slv/status'
import {
  NewSlvDecisionRequest,
  type SlvRequest,
} from '@portal/contract/slv-request/model'
import { findAnswer } from '@portal/contract/slv-request/policy'
import { type DraftState, getEdits } from '../../../lib/autosave/draft-state.ts'
import {
  type Edits,
  type Values,
  valueNow,
} from '../../../lib/autosave/edits.ts'
import { createCodec } from '../form/read-field.ts'

/** The fields of the answer to a variance. */
export const answerCodec = createCodec({
  decision: { kind: 'choice', schema: Decision.nullable() },
  comment: { kind: 'longText', schema: NewSlvDecisionRequest.shape.comment },
  currentGuideline: {
    kind: 'longText',
    schema: NewSlvDecisionRequest.shape.currentGuideline,
  },
})
export type AnswerName = (typeof answerCodec.names)[number]

/**
 * The answer to a variance as it is saved; without one, the values that a new
 * answer starts with.
 */
export const getSavedAnswer = (
  slv: SlvDetail,
  variance: SlvRequest,
): Values => {
  const answer = findAnswer(slv.slvDecisionRequests, variance.id)
  if (answer) return pick(answer, answerCodec.names)
  return {
    decision: null,
    comment: '',
    currentGuideline: variance.currentGuideline,
  }
}

/** The decision in these edits, also while it isn't saved; null without one. */
const readDecision = (edits: Edits): Decision | null => {
  const decision = valueNow(edits, 'decision', answerCodec.read)
  if (typeof decision !== 'string') return null
  return isOneOf(Decision.options, decision) ? decision : null
}

const readText = (edits: Edits, name: 'comment' | 'currentGuideline'): string =>
  String(valueNow(edits, name, answerCodec.read) ?? '')

/** Whether these edits of an answer have what the server needs: a decision. */
export const hasDecision = (edits: Edits) => readDecision(edits) !== null

/** The decision on a variance, also while it isn't saved; null without one. */
export const getDecision = (
  state: DraftState,
  requestId: string,
): Decision | null => readDecision(getEdits(state, requestId))

/** The comment on a variance as it would be saved. */
export const getComment = (state: DraftState, requestId: string): string =>
  readText(getEdits(state, requestId), 'comment')

/** The comment as it was typed, with its spaces. */
export const getTypedComment = (
  state: DraftState,
  requestId: string,
): string => {
  const { typed, base } = getEdits(state, requestId)
  return String(typed.comment ?? base.comment ?? '')
}

/** The whole answer to a variance; null without a decision. */
export const getAnswer = (state: DraftState, requestId: string) => {
  const edits = getEdits(state, requestId)
  const decision = readDecision(edits)
  if (decision === null) return null
  return {
    decision,
    comment: readText(edits, 'comment'),
    currentGuideline: readText(edits, 'currentGuideline'),
  }
}
