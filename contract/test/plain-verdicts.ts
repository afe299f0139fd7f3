import type { FindingState, Verdict } from '../src/guideline/evaluate.ts'
import type { Figures } from '../src/guideline/figures.ts'
import type { Parameter, Rule } from '../src/guideline/model.ts'

// A second computation of verdicts, for tests: whole numbers only, and every
// question answered by yes, no or unknown. It shares no code with `evaluate`.

type Fraction = { top: bigint; bottom: bigint }
/** Null if it is unknown. */
type Answer = boolean | null

const decimal = (value: number): Fraction => ({
  top: BigInt(Math.round(value * 1000)),
  bottom: 1000n,
})
const isLess = (a: Fraction, b: Fraction) => a.top * b.bottom < b.top * a.bottom
const minus = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.bottom - b.top * a.bottom,
  bottom: a.bottom * b.bottom,
})
const over = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.bottom,
  bottom: a.bottom * b.top,
})
const percent = (a: Fraction, b: Fraction): Fraction => {
  const { top, bottom } = over(a, b)
  return { top: top * 100n, bottom }
}

function value(loan: Figures): number | null {
  const {
    purpose,
    purchasePriceAmount: price,
    appraisedValueAmount: appraised,
  } = loan
  if (!appraised) return null
  if (purpose !== 'Purchase' || !price) return appraised
  return Math.min(price, appraised)
}

function lent(loan: Figures, liens: number): Fraction | null {
  const worth = value(loan)
  if (!worth || !loan.loanAmount) return null
  const cents =
    BigInt(Math.round(loan.loanAmount * 100)) + BigInt(Math.round(liens * 100))
  return percent({ top: cents, bottom: 100n }, decimal(worth))
}

/**
 * The typed ratio with a reason; else what the inputs give; else the typed one.
 */
function ratio(
  typed: number | null | undefined,
  reason: string | null | undefined,
  inputs: Fraction | null,
) {
  const given = typeof typed === 'number' ? decimal(typed) : null
  if (given && reason) return given
  return inputs ?? given
}

/**
 * A combined ratio above what its inputs give stays as typed while its lien is
 * empty.
 */
function combined(
  typed: number | null | undefined,
  lien: number | null | undefined,
  inputs: Fraction | null,
) {
  if (inputs === null || typeof typed !== 'number' || typeof lien === 'number')
    return ratio(typed, null, inputs)
  const hundredths = (inputs.top * 200n + inputs.bottom) / (inputs.bottom * 2n)
  const isHigher = BigInt(Math.round(typed * 100)) > hundredths + 1n
  return isHigher ? decimal(typed) : inputs
}

const computed = new WeakMap<Figures, Map<Parameter, Fraction | null>>()

/** Each figure of a loan is computed once: rules ask for them many times. */
function figure(parameter: Parameter, loan: Figures): Fraction | null {
  const known = computed.get(loan) ?? new Map<Parameter, Fraction | null>()
  computed.set(loan, known)
  if (!known.has(parameter))
    known.set(parameter, computeFigure(parameter, loan))
  return known.get(parameter) ?? null
}

function computeFigure(parameter: Parameter, loan: Figures): Fraction | null {
  const plain = (amount: number | null | undefined) =>
    typeof amount === 'number' ? decimal(amount) : null
  const drawn = loan.secondLienDrawnAmount ?? 0
  const line = Math.max(drawn, loan.helocLimitAmount ?? 0)
  const {
    proposedHousingPaymentAmount: payment,
    currentHousingPaymentAmount: current,
  } = loan
  switch (parameter) {
    case 'CREDIT_SCORE':
      return plain(loan.creditScore)
    case 'LTV':
      return ratio(loan.ltv, loan.ltvOverrideReason, lent(loan, 0))
    case 'CLTV':
      return combined(loan.cltv, loan.secondLienDrawnAmount, lent(loan, drawn))
    case 'HCLTV':
      return combined(loan.hcltv, loan.helocLimitAmount, lent(loan, line))
    case 'DTI': {
      const { incomeUsedAmount: income, residualMoIncomeAmount: residual } =
        loan
      const isGiven = typeof residual === 'number' && Boolean(income)
      const inputs = isGiven
        ? percent(
            minus(decimal(income ?? 0), decimal(residual)),
            decimal(income ?? 0),
          )
        : null
      return ratio(loan.dti, loan.dtiOverrideReason, inputs)
    }
    case 'DSCR':
      return plain(loan.dscr)
    case 'RESERVES_MONTHS': {
      const reserves = plain(loan.totalPostCloseReservesAmount)
      return reserves && payment ? over(reserves, decimal(payment)) : null
    }
    case 'LOAN_AMOUNT_MAX':
    case 'LOAN_AMOUNT_MIN':
      return plain(loan.loanAmount)
    case 'PAYMENT_SHOCK':
      return payment && current
        ? percent(minus(decimal(payment), decimal(current)), decimal(current))
        : null
    case 'CASH_OUT_AMOUNT':
      return loan.purpose && loan.purpose !== 'Cash-Out'
        ? decimal(0)
        : plain(loan.cashOutAmount)
    case 'TRADELINES':
      return plain(loan.tradelines)
    default:
      throw new Error(`No figure for ${parameter}`)
  }
}

const all = (answers: readonly Answer[]): Answer => {
  if (answers.includes(false)) return false
  return answers.includes(null) ? null : true
}

type Band = { min: number | null; max: number | null }

function isFor({ scope }: Rule, loan: Figures): Answer {
  const isOneOf = (
    list: readonly string[] | undefined,
    entry: string | null | undefined,
  ): Answer => {
    if (!list) return true
    return entry ? list.includes(entry) : null
  }
  const isWithin = (
    band: Band | undefined,
    number: Fraction | null,
    includesMin: boolean,
  ): Answer => {
    if (!band) return true
    if (number === null) return null
    const min = band.min === null ? null : decimal(band.min)
    const max = band.max === null ? null : decimal(band.max)
    if (min && (includesMin ? isLess(number, min) : !isLess(min, number)))
      return false
    return !(max && isLess(max, number))
  }
  const wanted = scope.isExperiencedInvestor
  const isExperienced = loan.isExperiencedInvestor ?? null
  return all([
    isOneOf(scope.occupancies, loan.occupancy),
    isOneOf(scope.states, loan.state),
    isOneOf(scope.purposes, loan.purpose),
    isWithin(scope.creditScore, figure('CREDIT_SCORE', loan), true),
    isWithin(scope.loanAmount, figure('LOAN_AMOUNT_MAX', loan), false),
    isWithin(scope.ltv, figure('LTV', loan), false),
    wanted === undefined || sameOrUnknown(isExperienced, wanted),
  ])
}

const sameOrUnknown = (value: boolean | null, wanted: boolean) =>
  value === null ? null : value === wanted

/**
 * How far the loan is on the wrong side of the limit, 0 or less if it meets it;
 * null if unknown.
 */
function shortfall(rule: Rule, loan: Figures): Fraction | null {
  const actual = figure(rule.parameter, loan)
  if (actual === null) return null
  return rule.operator === '>='
    ? minus(decimal(rule.value), actual)
    : minus(actual, decimal(rule.value))
}

const isMore = (amount: Fraction | null, by: number): Answer =>
  amount === null ? null : isLess(decimal(by), amount)

/** More parts of the scope first, then the stricter limit. */
function precedence(a: Rule, b: Rule): number {
  const parts = ({ scope }: Rule) =>
    Object.keys(scope).filter((key) => key !== 'misses').length
  if (parts(a) !== parts(b)) return parts(b) - parts(a)
  return a.operator === '>=' ? b.value - a.value : a.value - b.value
}

function reviewState(misses: Answer): FindingState {
  if (misses === null) return 'NOT_EVALUATED'
  return misses ? 'MISSES' : 'MEETS'
}

type Choice = { rule: Rule; isSure: boolean }

/** The rule for the loan, and whether no other one could be it. */
function choose(rules: readonly Rule[], loan: Figures): Choice | null {
  const answers = rules
    .toSorted(precedence)
    .map((rule) => ({ rule, answer: isFor(rule, loan) }))
  const sure = answers.find(({ answer }) => answer === true)?.rule
  const possible = answers.find(({ answer }) => answer === null)?.rule
  if (!sure) return possible ? { rule: possible, isSure: false } : null
  const isFirst = !possible || precedence(possible, sure) >= 0
  return { rule: sure, isSure: isFirst }
}

export type PlainVerdict = {
  verdict: Verdict
  states: Map<string, FindingState>
}

/** The verdict on a loan, and the state of each rule that is for it. */
export function plainVerdict(
  loan: Figures,
  rules: readonly Rule[],
): PlainVerdict {
  const states = new Map<string, FindingState>()
  const isMissed = new Map<Parameter, (by: number) => Answer>()

  const reviews = Map.groupBy(
    rules.filter(({ severity }) => severity === 'REVIEW'),
    ({ parameter }) => parameter,
  )
  for (const [parameter, group] of reviews) {
    const choice = choose(group, loan)
    if (!choice) continue
    const amount = choice.isSure ? shortfall(choice.rule, loan) : null
    states.set(choice.rule.id, reviewState(isMore(amount, 0)))
    isMissed.set(parameter, (by) => isMore(amount, by))
  }

  const knockouts = Map.groupBy(
    rules.filter(({ severity }) => severity === 'KNOCKOUT'),
    ({ id, parameter, scope }) => (scope.misses ? id : parameter),
  )
  for (const group of knockouts.values()) {
    const choice = choose(group, loan)
    if (!choice) continue
    const { rule } = choice
    const isOver = choice.isSure ? isMore(shortfall(rule, loan), 0) : null
    const conditions = rule.scope.misses ?? []
    const areMet = all(
      conditions.map(({ parameter, by }) => {
        const misses = isMissed.get(parameter)
        // Without a review of the parameter, the loan can't miss it.
        return misses ? misses(by) : false
      }),
    )
    if (isOver === false) states.set(rule.id, 'MEETS')
    else if (areMet !== false)
      states.set(rule.id, isOver && areMet ? 'KNOCKED_OUT' : 'NOT_EVALUATED')
  }

  const has = (state: FindingState) => [...states.values()].includes(state)
  if (has('KNOCKED_OUT')) return { verdict: 'NOT_ELIGIBLE', states }
  if (has('NOT_EVALUATED') || states.size === 0)
    return { verdict: 'INCOMPLETE', states }
  return { verdict: has('MISSES') ? 'NEEDS_VARIANCE' : 'ELIGIBLE', states }
}
