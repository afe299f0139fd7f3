import type { SlvDetail } from '@portal/contract/slv/answers'
import type { DecisionName } from './review-draft.ts'

/** A DSCR program is measured by rent, every other by debts. */
export const figureNames = ({ qualifiesBy }: SlvDetail): DecisionName[] => {
  const ratio = qualifiesBy === 'DSCR' ? 'decisionDscr' : 'decisionDti'
  return ['decisionLtv', 'decisionCltv', 'decisionHcltv', ratio, 'reserves']
}
