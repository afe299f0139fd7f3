import type { z } from 'zod'
import { type Coverage, type Evaluation, evaluate } from './evaluate.ts'
import { type FactorDocument, measureFactors } from './factors.ts'
import { type Figures, figureOf } from './figures.ts'
import type { Factor, Program, Rule } from './model.ts'

/** A change of one field after which no variance is needed. `ltv` is the LTV at a changed loan amount. */
export type Fit = {
  field: 'loanAmount' | 'totalPostCloseReservesAmount'
  from: number
  to: number
  ltv: number | null
}

type Options = { asOf: string; coverages?: readonly Coverage[] }

const needsNothing = ({ findings }: Evaluation) =>
  findings.length > 0 && findings.every(({ state }) => state !== 'MISSES' && state !== 'KNOCKED_OUT')

/**
 * The smallest single change, as a share of today's figure, after which the loan needs no variance; null if it needs none
 * now, or if neither a smaller loan nor more reserves would do.
 */
export function nearestFit(figures: Figures, program: string, rules: readonly Rule[], options: Options): Fit | null {
  const own = rules.filter((rule) => rule.program === program)
  if (needsNothing(evaluate(figures, program, own, options))) return null
  const fits = (changed: Figures) => needsNothing(evaluate(changed, program, own, options))
  const found = [smallerLoan(figures, own, fits), moreReserves(figures, own, options.asOf, fits)].filter(
    (fit) => fit !== null,
  )
  const size = ({ from, to }: Fit) => Math.abs(to - from) / Math.max(from, 1)
  return found.toSorted((a, b) => size(a) - size(b))[0] ?? null
}

/** The largest smaller loan that fits. Candidates are the limits and bands of LTV, CLTV, HCLTV and amount. */
function smallerLoan(figures: Figures, rules: readonly Rule[], fits: (changed: Figures) => boolean): Fit | null {
  const { loanAmount, ltv } = figures
  if (!loanAmount || !ltv) return null
  const atLtv = (wanted: number) => Math.floor((loanAmount * wanted) / ltv)
  const ratios = (['ltv', 'cltv', 'hcltv'] as const).map(
    (key) => [key.toUpperCase(), (figures[key] ?? ltv) - ltv] as const,
  )
  const candidates = rules.flatMap(({ parameter, value, scope }) => {
    const [, others] = ratios.find(([name]) => name === parameter) ?? []
    return [
      ...(others === undefined ? [] : [atLtv(value - others)]),
      ...(parameter === 'LOAN_AMOUNT_MAX' ? [value] : []),
      ...(scope.loanAmount?.max ? [scope.loanAmount.max] : []),
      ...(scope.ltv?.max ? [atLtv(scope.ltv.max)] : []),
    ]
  })
  for (const to of descending(candidates.filter((amount) => amount > 0 && amount < loanAmount))) {
    const change = withLoanAmount(figures, to)
    if (fits(change)) return { field: 'loanAmount', from: loanAmount, to, ltv: change.ltv ?? null }
  }
  return null
}

const cents = (value: number) => Math.round(value * 100) / 100

/** The figures with another loan amount; other liens stay. */
function withLoanAmount(figures: Figures, loanAmount: number): Figures {
  const before = figures.ltv ?? 0
  const ltv = cents((before * loanAmount) / (figures.loanAmount ?? loanAmount))
  const moved = (ratio: number | null | undefined) => (typeof ratio === 'number' ? cents(ratio - before + ltv) : ratio)
  return { ...figures, loanAmount, ltv, cltv: moved(figures.cltv), hcltv: moved(figures.hcltv) }
}

function moreReserves(
  figures: Figures,
  rules: readonly Rule[],
  asOf: string,
  fits: (changed: Figures) => boolean,
): Fit | null {
  const { totalPostCloseReservesAmount: from, proposedHousingPaymentAmount: payment } = figures
  const months = figureOf('RESERVES_MONTHS', figures, asOf)
  if (!from || !payment || months === null) return null
  const limits = rules.flatMap(({ parameter, value }) =>
    parameter === 'RESERVES_MONTHS' && value > months ? [value] : [],
  )
  for (const limit of descending(limits).toReversed()) {
    const to = Math.ceil(limit * payment)
    if (fits({ ...figures, totalPostCloseReservesAmount: to }))
      return { field: 'totalPostCloseReservesAmount', from, to, ltv: null }
  }
  return null
}

const descending = (numbers: readonly number[]) => [...new Set(numbers)].toSorted((a, b) => b - a)

/** The other programs that the loan fits as it is, on a day on which they are active. */
export const alternatives = (
  figures: Figures,
  current: string | null,
  programs: readonly Program[],
  rules: readonly Rule[],
  options: Options,
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

/** A loan judged by its own program: verdict, findings and measured factors. */
export function judgeLoan(
  figures: Figures,
  { programs, rules, factors, ...options }: Guide,
  documents: readonly FactorDocument[],
) {
  const program = programs.find(({ name }) => name === figures.buyerNonAgencyProgram)
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

/** All that the portal says about a loan: how its program judges it, the nearest fit, and other programs. */
export function evaluateWhole(figures: Figures, guide: Guide, documents: readonly FactorDocument[]) {
  const { programs, rules } = guide
  const program = programs.find(({ name }) => name === figures.buyerNonAgencyProgram)
  return {
    ...judgeLoan(figures, guide, documents),
    nearest: program ? nearestFit(figures, program.code, rules, guide) : null,
    alternatives: alternatives(figures, program?.code ?? null, programs, rules, guide).map(({ code, name }) => ({
      code,
      name,
    })),
  }
}
