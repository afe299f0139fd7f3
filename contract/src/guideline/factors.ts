import type { z } from 'zod'
import { compare, type Exact, roundBeside, subtract } from '../lib/exact.ts'
import { type Finding, meets } from './evaluate.ts'
import {
  exactFigure,
  type Figures,
  shownFigure,
  unitDecimals,
} from './figures.ts'
import {
  type Factor,
  isYesNo,
  type Parameter,
  parameters,
  type Qualifying,
} from './model.ts'
import { inUnit, sizeInUnit } from './texts.ts'

export const factorStates = [
  'COUNTS',
  'DOES_NOT_COUNT',
  /** No document of the request is attached to it. */
  'NEEDS_DOCUMENT',
  /** A document is attached; it counts once the underwriter has verified it. */
  'AWAITING_VERIFICATION',
  'NOT_EVALUATED',
  /** It doesn't apply to this kind of loan, so it isn't offered. */
  'NOT_APPLICABLE',
] as const
export type FactorState = (typeof factorStates)[number]

/**
 * A factor of the catalog measured on a loan. `reason` is a sentence that
 * people read.
 */
export type MeasuredFactor = {
  id: string
  label: string
  state: FactorState
  reason: string
}

const normalize = (label: string) => label.trim().toLowerCase()
/** Whether what someone typed names a factor of the catalog. */
export const isSameFactor = (typed: string, label: string): boolean =>
  normalize(typed) === normalize(label)

/**
 * A document that is attached to the factor of this label, and when an
 * underwriter verified it.
 */
export type FactorDocument = { factor: string; verifiedAt: string | null }

type Loan = {
  figures: Figures
  findings: readonly Finding[]
  asOf: string
  documents: readonly FactorDocument[]
  /** Of its program; null while none is chosen. */
  qualifiesBy: Qualifying | null
}

/**
 * Whether each factor of the catalog counts, with the reason (guidelines.md,
 * "Evaluation").
 */
export const measureFactors = (
  catalog: readonly z.infer<typeof Factor>[],
  loan: Loan,
): MeasuredFactor[] =>
  catalog.map((factor) => ({
    id: factor.id,
    label: factor.label,
    ...measure(factor, loan),
  }))

type Measurement = Pick<MeasuredFactor, 'state' | 'reason'>

const figureIsMissing: Measurement = {
  state: 'NOT_EVALUATED',
  reason: 'A figure is missing',
}

/**
 * A factor that needs a document: it counts once an underwriter has verified a
 * document that is attached to it.
 */
function measureDocument(
  { label, document }: z.infer<typeof Factor>,
  documents: Loan['documents'],
): Measurement {
  const wanted = document ?? 'supporting documentation'
  const attached = documents.filter(({ factor }) => isSameFactor(factor, label))
  if (attached.length === 0)
    return { state: 'NEEDS_DOCUMENT', reason: `Attach ${wanted}` }
  if (attached.some(({ verifiedAt }) => verifiedAt !== null))
    return { state: 'COUNTS', reason: `Verified: ${wanted}` }
  return {
    state: 'AWAITING_VERIFICATION',
    reason: `Awaiting verification of ${wanted}`,
  }
}

/** Why a factor doesn't apply to this kind of loan; null if it does. */
export function whyNotApplicable(
  { kind, qualifiesBy }: z.infer<typeof Factor>,
  loan: Pick<Loan, 'figures' | 'qualifiesBy'>,
): string | null {
  if (qualifiesBy && loan.qualifiesBy && qualifiesBy !== loan.qualifiesBy)
    return `Only for loans that qualify by ${qualifiesBy}`
  const { occupancy } = loan.figures
  if (kind === 'FLAG' && occupancy && occupancy !== 'I')
    return 'Only for investment properties'
  return null
}

function measure(factor: z.infer<typeof Factor>, loan: Loan): Measurement {
  const { kind, parameter, threshold } = factor
  const { figures, findings, asOf } = loan
  const reason = whyNotApplicable(factor, loan)
  if (reason) return { state: 'NOT_APPLICABLE', reason }
  if (kind === 'DOCUMENT') return measureDocument(factor, loan.documents)
  if (kind === 'FLAG') return measureExperience(figures)
  if (!parameter || threshold === null || isYesNo(parameter))
    return figureIsMissing
  const actual = exactFigure(parameter, figures, asOf)
  if (actual === null) return figureIsMissing
  if (kind === 'FIGURE') return measureFigure(parameter, actual, threshold)
  const finding = findings.find(
    (each) => each.parameter === parameter && each.distance !== null,
  )
  if (!finding)
    return {
      state: 'NOT_EVALUATED',
      reason: 'No guideline limit to compare with',
    }
  return measureMargin(parameter, actual, finding.limit, threshold)
}

function measureExperience({ isExperiencedInvestor }: Figures): Measurement {
  if (typeof isExperiencedInvestor !== 'boolean') return figureIsMissing
  if (isExperiencedInvestor)
    return {
      state: 'COUNTS',
      reason: 'The borrower is an experienced investor',
    }
  return {
    state: 'DOES_NOT_COUNT',
    reason: 'The borrower is not an experienced investor',
  }
}

function measureFigure(
  parameter: Parameter,
  actual: Exact,
  threshold: number,
): Measurement {
  const { unit } = parameters[parameter]
  const shown = shownFigure(actual, parameter, threshold)
  return {
    state: meets('>=', actual, threshold) ? 'COUNTS' : 'DOES_NOT_COUNT',
    reason: `${inUnit(shown, unit)}; needs ${inUnit(threshold, unit)}`,
  }
}

/** How much better than the limit the figure is. */
function measureMargin(
  parameter: Parameter,
  actual: Exact,
  limit: number,
  threshold: number,
): Measurement {
  const { unit, better } = parameters[parameter]
  const isHigher = better === 'HIGHER'
  const margin = isHigher ? subtract(actual, limit) : subtract(limit, actual)
  const shown = roundBeside(margin, threshold, unitDecimals(unit))
  const size = sizeInUnit(Math.abs(shown), unit)
  const isShort = compare(margin, 0) < 0
  const betterSide = isHigher ? 'above' : 'below'
  const place = isShort ? 'short of' : betterSide
  return {
    state: compare(margin, threshold) >= 0 ? 'COUNTS' : 'DOES_NOT_COUNT',
    reason: `${size} ${place} the limit; needs ${sizeInUnit(threshold, unit)}`,
  }
}
