import type { Loan } from '@portal/contract/loan/model'
import { addDays } from '@portal/contract/sla/calendar'
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
import { type Program, programs } from './programs.ts'

/** Who sells a loan, its contact and its numbers. */
export type Origin = Pick<
  Loan,
  'seller' | 'contactEmail' | 'loanNumber' | 'sellerLoanNumber'
>

/** A program's limits, and how often it is drawn. */
type Terms = {
  name: Program
  /** Percent. */
  maxLtv: number
  minScore: number
  /** Relative to the other programs of its list. */
  weight: number
}

const incomeTerms: readonly Terms[] = [
  { name: 'Bank Statement 12', maxLtv: 90, minScore: 660, weight: 22 },
  { name: 'Bank Statement 24', maxLtv: 90, minScore: 660, weight: 10 },
  { name: 'P&L Only', maxLtv: 80, minScore: 660, weight: 9 },
  { name: '1099', maxLtv: 85, minScore: 660, weight: 5 },
  { name: 'Asset Utilization', maxLtv: 80, minScore: 660, weight: 4 },
  { name: 'Full Doc 1yr', maxLtv: 85, minScore: 640, weight: 8 },
  { name: 'Full Doc 2yr', maxLtv: 90, minScore: 620, weight: 14 },
  { name: 'WVOE', maxLtv: 80, minScore: 640, weight: 3 },
  { name: 'Non-Warrantable Condo', maxLtv: 80, minScore: 660, weight: 3 },
  { name: 'Jumbo Prime', maxLtv: 85, minScore: 660, weight: 14 },
  { name: 'Closed-End Second', maxLtv: 85, minScore: 660, weight: 2 },
]

type DscrTerms = Terms & {
  /** Instead of `weight`, for a DSCR below 1.00. */
  weightBelowOne: number
}

const dscrTerms: readonly DscrTerms[] = [
  {
    name: 'DSCR Prime',
    maxLtv: 80,
    minScore: 660,
    weight: 72,
    weightBelowOne: 6,
  },
  {
    name: 'DSCR Low-Ratio',
    maxLtv: 75,
    minScore: 660,
    weight: 5,
    weightBelowOne: 82,
  },
  {
    name: 'DSCR Multi',
    maxLtv: 80,
    minScore: 660,
    weight: 14,
    weightBelowOne: 7,
  },
  {
    name: 'Foreign National DSCR',
    maxLtv: 75,
    minScore: 640,
    weight: 9,
    weightBelowOne: 5,
  },
]

/** Jumbo loans are large, second liens are small. */
const incomeWeight = ({ name, weight }: Terms, loanAmount: number): number => {
  if (name === 'Jumbo Prime') return loanAmount >= 750_000 ? weight * 2 : 0
  if (name === 'Closed-End Second') return loanAmount <= 400_000 ? weight : 0
  return weight
}

/** Only investment properties can use DSCR programs, and most of them do. */
const drawProgram = (
  random: Random,
  isInvestment: boolean,
  loanAmount: number,
): { program: Terms; dscr: number | null } => {
  const usesDscr = isInvestment && random.chance(0.9)
  if (!usesDscr) {
    const weighted = incomeTerms.map(
      (terms) => [terms, incomeWeight(terms, loanAmount)] as const,
    )
    return { program: random.weighted(weighted), dscr: null }
  }
  const ratio = random.normalWithin(1.18, 0.22, 0.55, 2.2)
  const dscr = Math.round(ratio * 1000) / 1000
  const weighted = dscrTerms.map((terms) => {
    const weight = dscr < 1 ? terms.weightBelowOne : terms.weight
    return [terms, weight] as const
  })
  return { program: random.weighted(weighted), dscr }
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
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  const weekday = date.getUTCDay()
  const isSaturday = weekday === 6
  const isSunday = weekday === 0
  if (isSaturday) date.setUTCDate(date.getUTCDate() - 1)
  if (isSunday) date.setUTCDate(date.getUTCDate() - 2)
  return date.toISOString().slice(0, 10)
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

const drawStatus = (random: Random, kind: 'ACTIVE' | 'PURCHASED' | 'TPR') => {
  if (kind === 'PURCHASED') return 'Purchased'
  return random.weighted(kind === 'TPR' ? tprStatuses : openStatuses)
}

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
  const status = drawStatus(random, kind)
  const isClosed = status === 'Purchased' || status === 'Funded'
  if (isClosed) {
    const daysSinceNote =
      status === 'Purchased' ? random.whole(21, 430) : random.whole(1, 30)
    const noteDate = businessDayBefore(asOf, daysSinceNote)
    const originalLockDate = businessDayBefore(noteDate, random.whole(12, 60))
    return { kind, status, isClosed, noteDate, originalLockDate }
  }
  const isUnlocked = status === 'In Underwriting' && random.chance(0.35)
  const originalLockDate = isUnlocked
    ? null
    : businessDayBefore(asOf, random.whole(1, 55))
  return { kind, status, isClosed, noteDate: null, originalLockDate }
}

/** Every lock of the sandbox is for so many days. */
const lockDays = 60

const drawPurpose = (random: Random) =>
  random.weighted([
    ['Purchase', 57],
    ['Cash-Out', 30],
    ['R&T', 11],
    ['Delayed', 2],
  ] as const)

const drawOccupancy = (random: Random) =>
  random.weighted([
    ['P', 58],
    ['I', 37],
    ['S', 5],
  ] as const)

/** One in 40 is 1–20 points under the program's lowest score. */
const drawCreditScore = (random: Random, minScore: number): number => {
  const isUnderLimit = random.chance(0.025)
  return isUnderLimit
    ? minScore - random.whole(1, 20)
    : Math.round(random.normalWithin(745, 38, minScore, 832))
}

const noIncome = {
  dti: null,
  incomeUsedAmount: null,
  residualMoIncomeAmount: null,
}

/**
 * One loan with the distributions of field.md: amounts, ratios, income and
 * reserves agree with each other to the cent. The order of the draws decides
 * which loans a seed gives.
 */
export const drawLoan = (
  random: Random,
  origin: Origin,
  asOf: string,
): Loan => {
  const purpose = drawPurpose(random)
  const occupancy = drawOccupancy(random)
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
  const income = dscr === null ? drawIncome(random, payment) : noIncome
  const stage = drawStage(random, asOf)
  const borrowerLastName = random.pick(borrowerLastNames)
  const address = drawAddress(random, propertyType)
  const isExperiencedInvestor = random.chance(occupancy === 'I' ? 0.7 : 0.1)
  const creditScore = drawCreditScore(random, program.minScore)
  const currentHousingPaymentAmount = drawCurrentPayment(random, payment)
  const isSelfEmployed = /^(Bank Statement|P&L|1099)/.test(program.name)
  const reserves = drawReserves(random, payment, isSelfEmployed)

  return {
    ...origin,
    ...stage,
    lockExpirationDate:
      stage.originalLockDate && addDays(stage.originalLockDate, lockDays),
    program: program.name,
    productName,
    borrowerLastName,
    address,
    propertyType,
    purpose,
    occupancy,
    isExperiencedInvestor,
    ...value,
    ...income,
    dscr,
    creditScore,
    currentHousingPaymentAmount,
    proposedHousingPaymentAmount: payment,
    ...reserves,
  }
}
