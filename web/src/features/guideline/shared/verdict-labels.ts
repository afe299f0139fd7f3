import type { Verdict } from '@portal/contract/guideline/evaluate'

export const verdictLabels: Record<Verdict, string> = {
  NOT_ELIGIBLE: 'Not eligible',
  NEEDS_VARIANCE: 'Needs a variance',
  INCOMPLETE: 'Incomplete',
  ELIGIBLE: 'Eligible',
}

/**
 * The verdict on a loan. One that needs a variance without a figure, such as
 * for its housing history, isn't called eligible.
 */
export const verdictText = (
  verdict: Verdict,
  needsVariance: boolean,
): string =>
  verdict === 'ELIGIBLE' && needsVariance
    ? 'All limits met'
    : verdictLabels[verdict]
