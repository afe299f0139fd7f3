import type { SlvDetail } from '../answers.ts'
import { DecisionFields } from '../bodies.ts'
import { effectiveRatios, reserveMonths } from '../figures.ts'

/** The figures of a decision. */
export const figureNames = ({
  qualifiesBy,
}: Pick<SlvDetail, 'qualifiesBy'>) => {
  const ratio = qualifiesBy === 'DSCR' ? 'decisionDscr' : 'decisionDti'
  return [
    'decisionLtv',
    'decisionCltv',
    'decisionHcltv',
    ratio,
    'reserves',
  ] as const
}

const requestedRatios = (slv: SlvDetail) => {
  const { ltv, cltv, hcltv, dti } = effectiveRatios(slv)
  return {
    decisionLtv: ltv,
    decisionCltv: cltv,
    decisionHcltv: hcltv,
    decisionDti: dti,
  }
}

/**
 * The request's figures, by the decision's field, without those that a decision
 * can't hold, such as 1,040 months of reserves.
 */
export const requestedFigures = (
  slv: SlvDetail,
): Partial<Record<keyof DecisionFields, number | null>> => ({
  ...requestedRatios(slv),
  decisionDscr: slv.dscr,
  reserves: requestedReserves(slv),
})

const requestedReserves = (slv: SlvDetail): number | null => {
  const months = reserveMonths(
    slv.totalPostCloseReservesAmount,
    slv.proposedHousingPaymentAmount,
  )
  return DecisionFields.shape.reserves.safeParse(months).success ? months : null
}

/** The SLV with its decision's figures as requested where none was entered. */
export const withRequestedFigures = (slv: SlvDetail): SlvDetail => {
  const requested = requestedFigures(slv)
  return {
    ...slv,
    ...Object.fromEntries(
      figureNames(slv).map((name) => [
        name,
        slv[name] ?? requested[name] ?? null,
      ]),
    ),
  }
}
