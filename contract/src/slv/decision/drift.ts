import { z } from 'zod'
import { inUnit, sizeInUnit } from '../../guideline/texts.ts'
import { getKeys, isOneOf } from '../../lib/typed.ts'
import type { DecisionFields } from '../bodies.ts'
import {
  calculatedRatios,
  disagrees,
  effectiveRatios,
  isOverridden,
} from '../figures.ts'
import { formFields, type SlvForm } from '../form.ts'

/** The figures of an approval that are compared with LoanDock's. */
export const comparedFigures = [
  'creditScore',
  'loanAmount',
  'purchasePriceAmount',
  'appraisedValueAmount',
  'secondLienDrawnAmount',
  'helocLimitAmount',
  'ltv',
  'cltv',
  'hcltv',
  'dti',
  'dscr',
  'incomeUsedAmount',
  'residualMoIncomeAmount',
  'proposedHousingPaymentAmount',
  'totalPostCloseReservesAmount',
] as const satisfies readonly (keyof SlvForm)[]
type ComparedFigure = (typeof comparedFigures)[number]

/**
 * A figure that LoanDock has changed since it was approved, in the unit of its
 * field in the form.
 */
export const DriftedFigure = z.object({
  figure: z.enum(comparedFigures).describe('The field of the form'),
  approved: z.number().describe('The figure when it was approved'),
  current: z.number().describe('The figure in LoanDock'),
})
export type DriftedFigure = z.infer<typeof DriftedFigure>

/** The last comparison of an approval with LoanDock. */
export const Drift = z.object({
  checkedAt: z.iso.datetime().describe('When the figures were last compared'),
  figures: z
    .array(DriftedFigure)
    .describe('The figures that differ; empty if none does'),
})
export type Drift = z.infer<typeof Drift>

/** For how long a comparison with LoanDock is fresh. */
export const driftFreshMinutes = 10

type Form = Partial<SlvForm>
type Approved = Form & Partial<DecisionFields>

/** The ratios that an approval states itself, by the form's field. */
const decidedRatios = {
  ltv: 'decisionLtv',
  cltv: 'decisionCltv',
  hcltv: 'decisionHcltv',
  dti: 'decisionDti',
  dscr: 'decisionDscr',
} as const satisfies Partial<Record<ComparedFigure, keyof DecisionFields>>

/** A figure of a form; of a calculated ratio, the one that counts. */
const countedFigure = (form: Form, figure: ComparedFigure): number | null => {
  const ratio = calculatedRatios.find((name) => name === figure)
  return (ratio ? effectiveRatios(form)[ratio] : form[figure]) ?? null
}

/** The figure that was approved: as the decision states it, or as requested. */
const approvedFigure = (
  slv: Approved,
  figure: ComparedFigure,
): number | null => {
  const decided = isOneOf(getKeys(decidedRatios), figure)
    ? slv[decidedRatios[figure]]
    : null
  return decided ?? countedFigure(slv, figure)
}

/** An override isn't compared: LoanDock has what it replaces. */
const isCompared = (slv: Approved, figure: ComparedFigure): boolean =>
  !calculatedRatios.some(
    (ratio) => ratio === figure && isOverridden(ratio, slv),
  )

/**
 * The figures that differ between an approval and its loan in LoanDock, in the
 * order of the form. A figure that either doesn't have is not compared.
 */
export const findDrift = (slv: Approved, loan: Form): DriftedFigure[] =>
  comparedFigures
    .filter((figure) => isCompared(slv, figure))
    .flatMap((figure) => {
      const approved = approvedFigure(slv, figure)
      const current = countedFigure(loan, figure)
      if (approved === null || current === null) return []
      return disagrees(approved, current) ? [{ figure, approved, current }] : []
    })

const units = { money: '$', percent: '%', integer: null, coverage: null }

/** 'FICO' and '688, approved at 700 (12 lower)'. */
export const describeDrifted = ({
  figure,
  approved,
  current,
}: DriftedFigure) => {
  const { label, kind } = formFields[figure]
  const unit = units[kind]
  const size = sizeInUnit(Math.abs(current - approved), unit)
  const direction = current < approved ? 'lower' : 'higher'
  const now = inUnit(current, unit)
  const before = inUnit(approved, unit)
  return {
    label,
    value: `${now}, approved at ${before} (${size} ${direction})`,
  }
}
