import type { Verdict } from '@portal/contract/guideline/evaluate'

export const verdictLabels: Record<Verdict, string> = {
  NOT_ELIGIBLE: 'Not eligible',
  NEEDS_VARIANCE: 'Needs a variance',
  INCOMPLETE: 'Incomplete',
  ELIGIBLE: 'Eligible',
}
