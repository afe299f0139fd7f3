import {
  type Approval,
  authorityRefusal,
} from '@portal/contract/authority/check'
import { sumPrice } from '@portal/contract/price/suggestion'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Decision } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import { ownAuthorityQuery } from '../../../records/authority/queries.ts'
import { evaluationQuery } from '../../../records/guideline/queries.ts'
import { getDecisionValue, type ReviewDraft } from './review-draft.ts'
import type { Answers } from './use-answers.ts'

/** What the grid suggests for the answers so far; null without a suggestion. */
export const suggestedTotal = (
  { slvRequests, suggestedPrice }: SlvDetail,
  { decisionsGiven }: Answers,
): number | null =>
  suggestedPrice
    ? sumPrice(
        { slvRequests, slvDecisionRequests: decisionsGiven },
        suggestedPrice,
      )
    : null

/** The price as it is typed; null without a number. */
export const typedPrice = (draft: ReviewDraft): number | null => {
  const price = getDecisionValue(draft, 'priceAdjustment')
  return typeof price === 'number' ? price : null
}

type Proposal = {
  slv: SlvDetail
  draft: ReviewDraft
  answers: Answers
  decision: Decision | null
}

/** The prepared price beside the suggested one, and whose authority covers it. */
export const useProposal = (proposal: Proposal) => {
  const { slv, draft, answers } = proposal
  return {
    price: {
      priceAdjustment: typedPrice(draft),
      priceReason: String(getDecisionValue(draft, 'priceReason') ?? ''),
      suggestedTotal: suggestedTotal(slv, answers),
    },
    authority: useAuthority(proposal),
  }
}

/** Whose authority covers the prepared approval, or what exceeds it. */
export type AuthorityState = { isCovered: boolean; text: string }

/**
 * Whether the actor may approve what is prepared; null for other decisions, and
 * until it is known. Variances without an answer count as approved.
 */
function useAuthority({
  slv,
  draft,
  answers,
  decision,
}: Proposal): AuthorityState | null {
  const { data: authority } = useQuery(ownAuthorityQuery(slv.id))
  const { data: evaluation } = useQuery(evaluationQuery(slv))
  if (!authority || !evaluation) return null
  if (decision !== null && decision !== 'APPROVED') return null
  const approval: Approval = {
    variances: slv.slvRequests.filter(({ id }) => {
      const answer = answers.findDecision(id)
      return answer === null || answer === 'APPROVED'
    }),
    findings: evaluation.findings,
    loanAmount: slv.loanAmount,
    priceAdjustment: typedPrice(draft),
    suggestedPrice: suggestedTotal(slv, answers),
  }
  const refusal = authorityRefusal(authority, approval)
  if (refusal === null)
    return { isCovered: true, text: 'Your authority covers this' }
  const recommended = recommendingDesk(slv)
  return recommended === null
    ? { isCovered: false, text: refusal }
    : { isCovered: true, text: `Covered by ${recommended}` }
}

/** Whose recommendation to approve allows it. */
const recommendingDesk = ({
  slrRecommendedDecision,
  tdRecommendedDecision,
}: SlvDetail): string | null => {
  if (slrRecommendedDecision === 'APPROVED') return 'SLR'
  return tdRecommendedDecision === 'APPROVED' ? 'the trade desk' : null
}
