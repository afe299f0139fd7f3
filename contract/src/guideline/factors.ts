import type { z } from 'zod'
import { type Finding, meets } from './evaluate.ts'
import { type Figures, figureOf } from './figures.ts'
import { type Factor, isYesNo, parameters } from './model.ts'
import { inUnit, sizeInUnit } from './words.ts'

export const factorStates = ['COUNTS', 'DOES_NOT_COUNT', 'NEEDS_DOCUMENT', 'NOT_EVALUATED'] as const
export type FactorState = (typeof factorStates)[number]

/** A factor of the catalog measured on a loan. `reason` is a sentence that people read. */
export type MeasuredFactor = { id: string; label: string; state: FactorState; reason: string }

const plain = (label: string) => label.trim().toLowerCase()
/** Whether what someone typed names a factor of the catalog. */
export const isSameFactor = (typed: string, label: string): boolean => plain(typed) === plain(label)

type Loan = { figures: Figures; findings: readonly Finding[]; asOf: string; hasDocuments: boolean }

/** Whether each factor of the catalog counts, with the reason (guidelines.md, "Evaluation"). */
export const measureFactors = (catalog: readonly z.infer<typeof Factor>[], loan: Loan): MeasuredFactor[] =>
  catalog.map((factor) => ({ id: factor.id, label: factor.label, ...measure(factor, loan) }))

function measure(
  { kind, parameter, threshold, document }: z.infer<typeof Factor>,
  { figures, findings, asOf, hasDocuments }: Loan,
): Pick<MeasuredFactor, 'state' | 'reason'> {
  if (kind === 'DOCUMENT')
    return hasDocuments
      ? { state: 'COUNTS', reason: `Verify the document: ${document ?? 'supporting documentation'}` }
      : { state: 'NEEDS_DOCUMENT', reason: `Attach ${document ?? 'supporting documentation'}` }
  if (kind === 'FLAG') {
    const { isExperiencedInvestor } = figures
    if (typeof isExperiencedInvestor !== 'boolean') return unknown
    return isExperiencedInvestor
      ? { state: 'COUNTS', reason: 'The borrower is an experienced investor' }
      : { state: 'DOES_NOT_COUNT', reason: 'The borrower is not an experienced investor' }
  }
  if (!parameter || threshold === null || isYesNo(parameter)) return unknown
  const actual = figureOf(parameter, figures, asOf)
  if (actual === null) return unknown
  const { unit } = parameters[parameter]
  if (kind === 'FIGURE') {
    const counts = meets('>=', actual, threshold)
    return {
      state: counts ? 'COUNTS' : 'DOES_NOT_COUNT',
      reason: `${inUnit(actual, unit)}; needs ${inUnit(threshold, unit)}`,
    }
  }
  const finding = findings.find((each) => each.parameter === parameter && each.distance !== null)
  if (!finding || finding.distance === null)
    return { state: 'NOT_EVALUATED', reason: 'No guideline limit to compare with' }
  const isHigher = parameters[parameter].better === 'HIGHER'
  const margin = Math.round((isHigher ? finding.distance : -finding.distance) * 1000) / 1000
  const where = margin < 0 ? 'short of' : isHigher ? 'above' : 'below'
  return {
    state: margin >= threshold ? 'COUNTS' : 'DOES_NOT_COUNT',
    reason: `${sizeInUnit(Math.abs(margin), unit)} ${where} the limit; needs ${sizeInUnit(threshold, unit)}`,
  }
}

const unknown = { state: 'NOT_EVALUATED', reason: 'A figure is missing' } as const
