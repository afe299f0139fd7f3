import type { Figures } from '../src/guideline/figures.ts'
import {
  getOperator,
  type Parameter,
  parameters,
  type Rule,
  type Scope,
} from '../src/guideline/model.ts'

export type Random = () => number

/** Mulberry32: the same numbers from the same seed, in every engine. */
export const randomFrom = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), state | 1)
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61)
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: Random, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T
const chance = (random: Random, share: number) => random() < share

const occupancies = ['P', 'S', 'I'] as const
const states = ['CA', 'FL', 'NY', 'TX'] as const
const purposes = ['Purchase', 'Cash-Out', 'R&T'] as const

/** Limits that the figures of `randomLoan` are often near. */
const limits: Partial<Record<Parameter, readonly number[]>> = {
  CREDIT_SCORE: [620, 660, 700],
  LTV: [70, 75, 80],
  CLTV: [75, 80, 85.5],
  HCLTV: [80, 90],
  DTI: [43, 45, 50],
  DSCR: [1, 1.25],
  RESERVES_MONTHS: [3, 6, 9],
  LOAN_AMOUNT_MAX: [700_000, 1_000_000],
  LOAN_AMOUNT_MIN: [100_000],
  PAYMENT_SHOCK: [50, 150],
  CASH_OUT_AMOUNT: [250_000],
  TRADELINES: [2, 3],
}
const limitedParameters = Object.keys(limits) as Parameter[]

function randomScope(random: Random): Scope {
  const scope: Scope = {}
  if (chance(random, 0.25)) scope.occupancies = [pick(random, occupancies)]
  if (chance(random, 0.25)) scope.states = [pick(random, states)]
  if (chance(random, 0.15)) scope.purposes = [pick(random, purposes)]
  if (chance(random, 0.2))
    scope.creditScore = pick(random, [
      { min: 660, max: null },
      { min: null, max: 699 },
    ])
  if (chance(random, 0.2))
    scope.ltv = pick(random, [
      { min: null, max: 75 },
      { min: 75, max: 80 },
      { min: 80, max: null },
    ])
  if (chance(random, 0.2))
    scope.loanAmount = pick(random, [
      { min: null, max: 700_000 },
      { min: 700_000, max: null },
    ])
  if (chance(random, 0.1)) scope.isExperiencedInvestor = chance(random, 0.5)
  return scope
}

/**
 * Rules of a program with random scopes; some are knockouts, some of those only
 * with other misses.
 */
export function randomRules(
  random: Random,
  program: string,
  count: number,
): Rule[] {
  return Array.from({ length: count }, (_, index): Rule => {
    const parameter = pick(random, limitedParameters)
    const isKnockout = chance(random, 0.35)
    const scope = randomScope(random)
    if (isKnockout && chance(random, 0.4))
      scope.misses = [
        {
          parameter: pick(random, limitedParameters),
          by: pick(random, [0, 0.05, 5]),
        },
      ]
    return {
      id: `${program}-${index}`,
      program,
      parameter,
      operator: getOperator(parameter),
      value: pick(random, limits[parameter] ?? [0]),
      unit: parameters[parameter].unit,
      scope,
      severity: isKnockout ? 'KNOCKOUT' : 'REVIEW',
      citation: '§1',
      text: 'As written',
    }
  })
}

const cents = (value: number) => Math.round(value * 100) / 100

/**
 * A loan of which fields are missing now and then. Its amounts are often within
 * a cent of a limit.
 */
export function randomLoan(random: Random): Figures {
  const between = (least: number, most: number) =>
    cents(least + random() * (most - least))
  const orMissing = <T>(value: T): T | null =>
    chance(random, 0.04) ? null : value
  const near = (amount: number) =>
    Math.max(0, cents(amount + pick(random, [-0.01, 0, 0, 0.01])))
  const isNear = chance(random, 0.5)

  const value = between(100_000, 1_500_000)
  const price = chance(random, 0.5) ? value : between(100_000, 1_500_000)
  const ratio = pick(random, [70, 75, 80, 85.5, 90])
  const loanAmount = isNear
    ? near((value * ratio) / 100)
    : between(80_000, 1_200_000)
  const payment = between(900, 12_000)
  const months = pick(random, [0, 3, 6, 9, 12])
  const income = between(3_000, 40_000)
  const debts = isNear
    ? near((income * pick(random, [43, 45, 50])) / 100)
    : between(0, income)
  const hasLien = chance(random, 0.3)
  const drawn = hasLien ? between(0, 100_000) : null
  return {
    occupancy: orMissing(pick(random, occupancies)),
    purpose: orMissing(pick(random, purposes)),
    state: orMissing(pick(random, states)),
    isExperiencedInvestor: orMissing(chance(random, 0.5)),
    creditScore: orMissing(
      pick(random, [619, 620, 655, 659, 660, 661, 699, 700, 740]),
    ),
    loanAmount: orMissing(loanAmount),
    appraisedValueAmount: orMissing(value),
    purchasePriceAmount: orMissing(price),
    secondLienDrawnAmount: drawn,
    helocLimitAmount:
      hasLien && chance(random, 0.5) ? between(0, 150_000) : null,
    // Typed ratios: missing, a share instead of percent, or anything.
    ltv: pick(random, [null, 0.8, between(20, 95)]),
    cltv: pick(random, [null, 0.8, between(20, 95)]),
    hcltv: pick(random, [null, 0.8, between(20, 99)]),
    dti: pick(random, [null, 0.43, between(10, 60)]),
    ltvOverrideReason: chance(random, 0.1)
      ? 'The appraisal is being corrected'
      : null,
    dtiOverrideReason: chance(random, 0.1) ? 'A debt was paid off' : null,
    dscr: orMissing(pick(random, [0.999, 1, 1.249, 1.25, 1.4])),
    incomeUsedAmount: orMissing(income),
    residualMoIncomeAmount: orMissing(cents(income - debts)),
    totalPostCloseReservesAmount: orMissing(
      isNear ? near(months * payment) : between(0, 150_000),
    ),
    proposedHousingPaymentAmount: orMissing(payment),
    currentHousingPaymentAmount: orMissing(
      pick(random, [0, cents(payment / 1.5), cents(payment / 2.5), 1_000]),
    ),
    cashOutAmount: orMissing(between(0, 500_000)),
    tradelines: orMissing(pick(random, [0, 2, 3, 5])),
  }
}
