import type { SlvDetail } from '@portal/contract/slv/answers'
import { reserveMonths } from '@portal/contract/slv/figures'
import { figureNames } from './decision-card.tsx'
import type { DecisionName } from './decision-draft.ts'

/** The request's figures, by the decision's field. */
export const requestedFigures = (slv: SlvDetail): Partial<Record<DecisionName, number | null>> => ({
  decisionLtv: slv.ltv,
  decisionCltv: slv.cltv,
  decisionHcltv: slv.hcltv,
  decisionDti: slv.dti,
  decisionDscr: slv.dscr,
  reserves: reserveMonths(slv.totalPostCloseReservesAmount, slv.proposedHousingPaymentAmount),
})

/** The SLV with its decision's figures as requested where none was entered. */
export const withRequestedFigures = (slv: SlvDetail): SlvDetail => {
  const requested = requestedFigures(slv)
  return { ...slv, ...Object.fromEntries(figureNames(slv).map((name) => [name, slv[name] ?? requested[name] ?? null])) }
}
