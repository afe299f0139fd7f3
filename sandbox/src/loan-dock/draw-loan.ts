import type { Loan } from '@portal/contract/loan/model'
import type { Random } from '../lib/random.ts'
import { borrowerLastNames } from './borrowers.ts'
import {
  drawCurrentPayment,
  drawHousingPayment,
  drawIncome,
  drawLoanAmount,
  drawReserves,
  drawValue,
} from './draw-figures.ts'
import { drawAddress } from './places.ts'
import { isDscrProgram, type Program, programs } from './programs.ts'

/** Who sells a loan, its contact and its numbers. */
export type Origin = Pick<
  Loan,
  'seller' | 'contactEmail' | 'loanNumber' | 'sellerLoanNumber'
>

type Terms = {
  name: Program
  maxLtv: number
  minScore: number
  weight: number
  weightBelowOne: number
}

/**
 * Highest LTV (percent), lowest FICO, and how often each program is used; for
 * DSCR programs also below a DSCR of 1.00.
 */
const terms = (
  [
    ['Bank Statement 12', 90, 660, 22],
    ['Bank Statement 24', 90, 660, 10],
    ['P&L Only', 80, 660, 9],
    ['1099', 85, 660, 5],
    ['Asset Utilization', 80, 660, 4],
    ['Full Doc 1yr', 85, 640, 8],
    ['Full Doc 2yr', 90, 620, 14],
    ['WVOE', 80, 640, 3],
    ['Non-Warrantable Condo', 80, 660, 3],
    ['Jumbo Prime', 85, 660, 14],
    ['Closed-End Second', 85, 660, 2],
    ['DSCR Prime', 80, 660, 72, 6],
    ['DSCR Low-Ratio', 75, 660, 5, 82],
    ['DSCR Multi', 80, 660, 14, 7],
    ['Foreign National DSCR', 75, 640, 9, 5],
  ] as const
).map(
  ([name, maxLtv, minScore, weight, weightBelowOne = 0]): Terms => ({
    name,
    maxLtv,
    minScore,
    weight,
    weightBelowOne,
  }),
)
const dscrTerms = terms.filter(({ name }) => isDscrProgram(name))
const incomeTerms = terms.filter(({ name }) => !isDscrProgram(name))

/** Jumbo loans are large, second liens are small. */
const weightOf = ({ name, weight }: Terms, loanAmount: number): number => {
  if (name === 'Jumbo Prime') return loanAmount >= 750_000 ? weight * 2 : 0
  if (name === 'Closed-End Second') return loanAmount <= 400_000 ? weight : 0
  return weight
}

/** DSCR is for investment properties alone, and most of those use it. */
const drawProgram = (
  random: Random,
  isInvestment: boolean,
  loanAmount: number,
) => {
  if (isInvestment && random.chance(0.9)) {
    const dscr =
      Math.round(random.normalWithin(1.18, 0.22, 0.55, 2.2) * 1000) / 1000
    const weighted = dscrTerms.map(
      (one) => [one, dscr < 1 ? one.weightBelowOne : one.weight] as const,
    )
    return { dscr, program: random.weighted(weighted) }
  }
  return {
    dscr: null,
    program: random.weighted(
      incomeTerms.map((one) => [one, weightOf(one, loanAmount)] as const),
    ),
  }
}

const drawPropertyType = (
  random: Random,
  program: Program,
  isSecondHome: boolean,
) => {
  if (program === 'Non-Warrantable Condo') return 'CN'
  if (program === 'DSCR Multi') return random.chance(0.75) ? 'U24' : 'CC'
  return random.weighted([
    ['SF', 74],
    ['CW', 15],
    ['U24', isSecondHome ? 0 : 9],
    ['CN', 2],
  ] as const)
}

/**
 * The day this many calendar days before `day`, moved back to Friday from a
 * weekend.
 */
const businessDayBefore = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - days)
  const sinceFriday = [2, 0, 0, 0, 0, 0, 1][at.getUTCDay()] ?? 0
  at.setUTCDate(at.getUTCDate() - sinceFriday)
  return at.toISOString().slice(0, 10)
}

const openStatuses = [
  ['Locked', 30],
  ['In Underwriting', 28],
  ['Approved with Conditions', 16],
  ['Clear to Close', 14],
  ['Funded', 12],
] as const

const tprStatuses = [
  ['In Underwriting', 35],
  ['Clear to Close', 25],
  ['Funded', 40],
] as const

/**
 * Status and dates as of `asOf`: closed loans have a note date after their
 * lock; a loan in underwriting may be unlocked.
 */
const drawStage = (random: Random, asOf: string) => {
  const kind = random.weighted([
    ['ACTIVE', 68],
    ['PURCHASED', 24],
    ['TPR', 8],
  ] as const)
  const status =
    kind === 'PURCHASED'
      ? 'Purchased'
      : random.weighted(kind === 'TPR' ? tprStatuses : openStatuses)
  if (status === 'Purchased' || status === 'Funded') {
    const noteDate = businessDayBefore(
      asOf,
      status === 'Purchased' ? random.whole(21, 430) : random.whole(1, 30),
    )
    const originalLockDate = businessDayBefore(noteDate, random.whole(12, 60))
    return { kind, status, isClosed: true, noteDate, originalLockDate }
  }
  const isUnlocked = status === 'In Underwriting' && random.chance(0.35)
  const originalLockDate = isUnlocked
    ? null
    : businessDayBefore(asOf, random.whole(1, 55))
  return { kind, status, isClosed: false, noteDate: null, originalLockDate }
}

/**
 * One loan by the figures of the field: amounts, ratios, income and reserves
 * agree with each other to the cent.
 */
export const drawLoan = (
  random: Random,
  origin: Origin,
  asOf: string,
): Loan => {
  const purpose = random.weighted([
    ['Purchase', 57],
    ['Cash-Out', 30],
    ['R&T', 11],
    ['Delayed', 2],
  ] as const)
  const occupancy = random.weighted([
    ['P', 58],
    ['I', 37],
    ['S', 5],
  ] as const)
  const loanAmount = drawLoanAmount(random)
  const { program, dscr } = drawProgram(random, occupancy === 'I', loanAmount)
  const productName = random.pick<string>(programs[program.name])
  const propertyType = drawPropertyType(random, program.name, occupancy === 'S')
  const value = drawValue(
    random,
    program.name,
    program.maxLtv,
    purpose,
    loanAmount,
  )
  const payment = drawHousingPayment(random, productName, value)
  const income =
    dscr === null
      ? drawIncome(random, payment)
      : { dti: null, incomeUsedAmount: null, residualMoIncomeAmount: null }

  return {
    ...origin,
    ...drawStage(random, asOf),
    program: program.name,
    productName,
    borrowerLastName: random.pick(borrowerLastNames),
    address: drawAddress(random, propertyType),
    propertyType,
    purpose,
    occupancy,
    isExperiencedInvestor: random.chance(occupancy === 'I' ? 0.7 : 0.1),
    ...value,
    ...income,
    dscr,
    // One in 40 is 1–20 points under the program's lowest score.
    creditScore: random.chance(0.025)
      ? program.minScore - random.whole(1, 20)
      : Math.round(random.normalWithin(745, 38, program.minScore, 832)),
    currentHousingPaymentAmount: drawCurrentPayment(random, payment),
    proposedHousingPaymentAmount: payment,
    ...drawReserves(
      random,
      payment,
      /^(Bank Statement|P&L|1099)/.test(program.name),
    ),
  }
}
