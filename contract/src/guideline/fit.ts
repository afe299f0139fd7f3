import type { z } from 'zod'
import {
  addDecimals,
  ceilProduct,
  compare,
  floorPercent,
  round,
} from '../lib/exact.ts'
import {
  effectiveRatios,
  ltvValue,
  monthsOfReserves,
  otherLiens,
  recalculateRatios,
} from '../slv/figures.ts'
import type { FormFieldName } from '../slv/form.ts'
import {
  type Coverage,
  type Evaluation,
  type EvaluationOptions,
  evaluate,
} from './evaluate.ts'
import { type FactorDocument, measureFactors } from './factors.ts'
import type { Figures } from './figures.ts'
import type { Factor, Parameter, Program, Rule, Scope } from './model.ts'

/**
 * A change of one field after which no variance is needed. `ltv` is the LTV at
 * a changed loan amount. `missing` are the fields without which the loan stays
 * incomplete then.
 */
export type Fit = {
  field: 'loanAmount' | 'totalPostCloseReservesAmount'
  from: number
  to: number
  ltv: number | null
  missing: FormFieldName[]
}

/**
 * The fields that applying a fit fills in: the amount, and the ratios
 * calculated from it.
 */
export function fitChanges(
  figures: Figures,
  { field, to }: Pick<Fit, 'field' | 'to'>,
): Partial<Figures> {
  if (field !== 'loanAmount') return { [field]: to }
  if (!ltvValue(figures))
    return { loanAmount: to, ...scaledRatios(figures, to) }
  return {
    loanAmount: to,
    ...recalculateRatios(figures, { ...figures, loanAmount: to }, []),
  }
}

/**
 * Without a property value, the value is derived from the typed ratios; other
 * liens stay the same.
 */
function scaledRatios(figures: Figures, to: number): Partial<Figures> {
  const { loanAmount, ltv: before } = figures
  if (!loanAmount || typeof before !== 'number') return {}
  const ltv = round((before * to) / loanAmount, 2)
  const moved = (ratio: number | null | undefined) =>
    typeof ratio === 'number'
      ? round(addDecimals(ratio, addDecimals(ltv, -before)), 2)
      : ratio
  return { ltv, cltv: moved(figures.cltv), hcltv: moved(figures.hcltv) }
}

const needsNothing = ({ findings }: Evaluation) =>
  findings.length > 0 &&
  findings.every(({ state }) => state !== 'MISSES' && state !== 'KNOCKED_OUT')

/**
 * The smallest single change, as a share of today's figure, after which the
 * loan needs no variance; null if it needs none now, or if neither a smaller
 * loan nor more reserves would do.
 */
export function nearestFit(
  figures: Figures,
  program: string,
  rules: readonly Rule[],
  options: EvaluationOptions,
): Fit | null {
  const ownRules = rules.filter((rule) => rule.program === program)
  if (needsNothing(evaluate(figures, program, ownRules, options))) return null

  const limits = [...ownRules, ...(options.coverages ?? [])]
  const tryChange = (
    field: Fit['field'],
    from: number,
    to: number,
  ): Fit | null => {
    const changed = { ...figures, ...fitChanges(figures, { field, to }) }
    const evaluation = evaluate(changed, program, ownRules, options)
    if (!needsNothing(evaluation)) return null
    const missing = [
      ...new Set(evaluation.findings.flatMap((finding) => finding.missing)),
    ]
    return {
      field,
      from,
      to,
      ltv: field === 'loanAmount' ? effectiveRatios(changed).ltv : null,
      missing,
    }
  }
  const fits = [
    smallerLoan(figures, limits, tryChange),
    moreReserves(figures, limits, tryChange),
  ]
  const size = ({ from, to }: Fit) => Math.abs(to - from) / Math.max(from, 1)
  return (
    fits
      .filter((fit) => fit !== null)
      .toSorted((a, b) => size(a) - size(b))[0] ?? null
  )
}

/** A limit of a rule, or the relaxed one of a contract variance. */
type Limit = { parameter: Parameter; value: number; scope: Scope } & Partial<
  Pick<Coverage, 'capAmount' | 'usedAmount'>
>
type TryChange = (field: Fit['field'], from: number, to: number) => Fit | null

const combinedRatios = { LTV: 'ltv', CLTV: 'cltv', HCLTV: 'hcltv' } as const

/**
 * The largest smaller loan that fits. Candidates are the limits and bands of
 * LTV, CLTV, HCLTV and amount, and caps.
 */
function smallerLoan(
  figures: Figures,
  limits: readonly Limit[],
  tryChange: TryChange,
): Fit | null {
  const { loanAmount } = figures
  if (!loanAmount) return null
  const candidates = limits
    .flatMap((limit) => loanAmountsFor(limit, figures))
    .filter((amount) => amount > 0 && amount < loanAmount)
  for (const to of descending(candidates)) {
    const fit = tryChange('loanAmount', loanAmount, to)
    if (fit) return fit
  }
  return null
}

/**
 * The largest loan amounts, in whole dollars, that are within a limit and the
 * bands of its scope.
 */
function loanAmountsFor(
  { parameter, value, scope, capAmount, usedAmount = 0 }: Limit,
  figures: Figures,
): number[] {
  const amounts: (number | null)[] = []
  if (parameter === 'LTV' || parameter === 'CLTV' || parameter === 'HCLTV')
    amounts.push(amountAtRatio(combinedRatios[parameter], value, figures))
  if (scope.ltv?.max) amounts.push(amountAtRatio('ltv', scope.ltv.max, figures))
  if (parameter === 'LOAN_AMOUNT_MAX') amounts.push(value)
  if (scope.loanAmount?.max) amounts.push(scope.loanAmount.max)
  if (capAmount) amounts.push(Math.floor(capAmount - usedAmount))
  return amounts.filter((amount) => amount !== null)
}

/**
 * The largest loan amount at which a ratio is at most `percent`; null if the
 * property value is unknown.
 */
function amountAtRatio(
  ratio: 'ltv' | 'cltv' | 'hcltv',
  percent: number,
  figures: Figures,
): number | null {
  const property = ltvValue(figures)
  if (property)
    return Math.floor(
      floorPercent(percent, property) - otherLiens(ratio, figures),
    )
  const { loanAmount, ltv } = figures
  if (!loanAmount || !ltv) return null
  const lienPoints = (figures[ratio] ?? ltv) - ltv
  return Math.floor((loanAmount * (percent - lienPoints)) / ltv)
}

/** The smallest higher amount of reserves that fits. */
function moreReserves(
  figures: Figures,
  limits: readonly Limit[],
  tryChange: TryChange,
): Fit | null {
  const {
    totalPostCloseReservesAmount: from,
    proposedHousingPaymentAmount: payment,
  } = figures
  const months = monthsOfReserves(figures)
  if (typeof from !== 'number' || !payment || months === null) return null
  const wanted = limits.flatMap(({ parameter, value }) =>
    parameter === 'RESERVES_MONTHS' && compare(months, value) < 0
      ? [value]
      : [],
  )
  for (const limit of descending(wanted).toReversed()) {
    const fit = tryChange(
      'totalPostCloseReservesAmount',
      from,
      ceilProduct(limit, payment),
    )
    if (fit) return fit
  }
  return null
}

const descending = (numbers: readonly number[]) =>
  [...new Set(numbers)].toSorted((a, b) => b - a)

/**
 * The other programs that the loan fits as it is, on a day on which they are
 * active.
 */
export const alternatives = (
  figures: Figures,
  current: string | null,
  programs: readonly Program[],
  rules: readonly Rule[],
  options: EvaluationOptions,
): Program[] =>
  programs.filter(
    ({ code, activeFrom, activeTo }) =>
      code !== current &&
      activeFrom <= options.asOf &&
      (activeTo === null || options.asOf <= activeTo) &&
      evaluate(figures, code, rules, options).verdict === 'ELIGIBLE',
  )

type Guide = {
  asOf: string
  programs: readonly Program[]
  rules: readonly Rule[]
  coverages: readonly Coverage[]
  factors: readonly z.infer<typeof Factor>[]
}

/** A loan evaluated by its own program: verdict, findings and measured factors. */
export function evaluateWithFactors(
  figures: Figures,
  { programs, rules, factors, ...options }: Guide,
  documents: readonly FactorDocument[],
) {
  const program = programs.find(
    ({ name }) => name === figures.buyerNonAgencyProgram,
  )
  const evaluation: Evaluation = program
    ? evaluate(figures, program.code, rules, options)
    : { verdict: 'INCOMPLETE', findings: [] }
  const loan = {
    figures,
    findings: evaluation.findings,
    asOf: options.asOf,
    documents,
    qualifiesBy: program?.qualifiesBy ?? null,
  }
  return { ...evaluation, factors: measureFactors(factors, loan) }
}

/**
 * All that the portal says about a loan: how its program evaluates it, the nearest
 * fit, and other programs.
 */
export function evaluateWithFit(
  figures: Figures,
  guide: Guide,
  documents: readonly FactorDocument[],
) {
  const { programs, rules } = guide
  const program = programs.find(
    ({ name }) => name === figures.buyerNonAgencyProgram,
  )
  return {
    ...evaluateWithFactors(figures, guide, documents),
    nearest: program ? nearestFit(figures, program.code, rules, guide) : null,
    alternatives: alternatives(
      figures,
      program?.code ?? null,
      programs,
      rules,
      guide,
    ).map(({ code, name }) => ({
      code,
      name,
    })),
  }
}
