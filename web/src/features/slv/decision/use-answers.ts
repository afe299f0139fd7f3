import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Decision } from '@portal/contract/slv/status'
import { findAnswer } from '@portal/contract/slv-request/policy'
import { useDraftState } from '../../../lib/autosave/use-draft.ts'
import { getDecision } from './answer-draft.ts'
import type { ReviewDraft } from './review-draft.ts'

/** The answer to each variance by the variance's id; null without one. */
type Decisions = Readonly<Record<string, Decision | null>>

const savedDecisions = (slv: SlvDetail): Decisions =>
  Object.fromEntries(
    slv.slvRequests.map(({ id }) => {
      const answer = findAnswer(slv.slvDecisionRequests, id)
      return [id, answer?.decision ?? null]
    }),
  )

/**
 * The answers to an SLV's variances: for a reviewer also those that aren't
 * saved yet, so that the next can follow.
 */
export const useAnswers = (
  slv: SlvDetail,
  draft: ReviewDraft,
  isReviewer: boolean,
) => {
  const prepared = useDraftState(
    draft,
    (state): Decisions =>
      Object.fromEntries(
        slv.slvRequests.map(({ id }) => [id, getDecision(state, id)]),
      ),
  )
  const decisions = isReviewer ? prepared : savedDecisions(slv)
  const findDecision = (requestId: string): Decision | null =>
    decisions[requestId] ?? null
  return {
    findDecision,
    decisionsGiven: slv.slvRequests.flatMap(({ id: slvRequestId }) => {
      const decision = findDecision(slvRequestId)
      return decision ? [{ slvRequestId, decision }] : []
    }),
    unanswered: slv.slvRequests.filter(({ id }) => findDecision(id) === null),
  }
}
export type Answers = ReturnType<typeof useAnswers>
