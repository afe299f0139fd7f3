import type { Loan } from '@portal/contract/loan/model'
import { reserveMonths } from '@portal/contract/slv/figures'
import { isDscrProgram } from '@portal/contract/slv/model'
import { compensatingFactors } from './factors.ts'
import type { Ask, Miss } from './miss.ts'
import type { Random } from './random.ts'
import { unmeasured } from './unmeasured.ts'

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`
const round = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places

/** The smallest step above a value, if the value is short of it by no more than `most`. */
const nextAbove = (steps: readonly number[], value: number, most: number) =>
  steps.find((step) => step > value && step - value <= most)
/** The largest step below a value, if the value is over it by no more than `most`, and by `least` at least. */
const nextBelow = (steps: readonly number[], value: number, least: number, most: number) =>
  steps.findLast((step) => value - step >= least && value - step <= most)

/** The guide is a matrix: each cell of loan amount, LTV and purpose has its own minimum. The cell is the next 20 points. */
const fico = (loan: Loan): Miss | null => {
  const { creditScore, ltv } = loan
  const floor = creditScore && nextAbove([620, 640, 660, 680, 700, 720, 740, 760], creditScore, 20)
  if (!floor) return null
  return {
    weight: floor - creditScore <= 10 ? 22 : 10,
    reason: 'Credit Score',
    parameter: 'FICO',
    operator: '>=',
    guidelineValue: floor,
    actualValue: creditScore,
    currentGuideline: `${loan.program}: minimum representative score of ${floor} for ${loan.purpose ?? 'all'} transactions with LTV above ${Math.floor(((ltv ?? 70) - 0.01) / 5) * 5}%.`,
    justification: `Representative score is ${creditScore}. The score is held down by revolving utilization on two cards, not by late payments; the mortgage history is clean.`,
  }
}

const ltv = (loan: Loan): Miss | null => {
  const limit = loan.ltv && nextBelow([55, 60, 65, 70, 75, 80, 85, 90], loan.ltv, 0.5, 5)
  if (!limit || !loan.ltv) return null
  return {
    weight: limit >= 75 ? 22 : 7,
    reason: 'LTV / CLTV',
    parameter: 'LTV',
    operator: '<=',
    guidelineValue: limit,
    actualValue: loan.ltv,
    currentGuideline: `${loan.program}: maximum LTV ${limit}% for ${loan.purpose ?? 'this purpose'} at a loan amount of ${dollars(loan.loanAmount ?? 0)} and a score of ${loan.creditScore ?? 'record'}.`,
    justification: `Requesting ${loan.ltv}% against a maximum of ${limit}%. Value is supported by the appraisal and a desk review within tolerance; the borrower keeps substantial funds after closing.`,
  }
}

const cltv = (loan: Loan): Miss | null => {
  if (!loan.cltv || !loan.ltv || loan.cltv - loan.ltv < 1) return null
  const limit = nextBelow([65, 70, 75, 80, 85, 90], loan.cltv, 0.25, 5)
  if (!limit) return null
  return {
    weight: 30,
    reason: 'LTV / CLTV',
    parameter: 'CLTV',
    operator: '<=',
    guidelineValue: limit,
    actualValue: loan.cltv,
    currentGuideline: `Subordinate financing: CLTV may not exceed ${limit}%. HELOCs are counted at the drawn balance for CLTV and at the full line for HCLTV.`,
    justification: `CLTV is ${loan.cltv}% with the existing second lien of ${dollars(loan.secondLienDrawnAmount ?? 0)}. The second will be subordinated and is included in the ratios.`,
  }
}

const dti = (loan: Loan): Miss | null => {
  const limit = loan.dti && nextBelow([43, 45, 50], loan.dti, 0.2, 5)
  if (!limit || !loan.dti) return null
  return {
    weight: limit === 50 ? 40 : 9,
    reason: 'DTI',
    parameter: 'DTI',
    operator: '<=',
    guidelineValue: limit,
    actualValue: loan.dti,
    currentGuideline:
      limit === 50
        ? 'Maximum DTI is 50.00%.'
        : `Maximum DTI is ${limit.toFixed(2)}% where residual income is used as a layered risk test or occupancy is not owner-occupied.`,
    justification: `DTI is ${loan.dti}%. Residual income of ${dollars(loan.residualMoIncomeAmount ?? 0)} a month exceeds the requirement for the household size.`,
  }
}

const dscr = (loan: Loan): Miss | null => {
  const minimum = isDscrProgram(loan.program) && loan.dscr && nextAbove([0.75, 1, 1.1, 1.15, 1.25], loan.dscr, 0.24)
  if (!minimum || !loan.dscr) return null
  return {
    weight: minimum === 1 ? 60 : 18,
    reason: 'DSCR',
    parameter: 'DSCR',
    operator: '>=',
    guidelineValue: minimum,
    actualValue: loan.dscr,
    currentGuideline: `${loan.program}: minimum DSCR ${minimum.toFixed(2)}, gross rent over PITIA, using the lower of the lease and the market rent on form 1007/1025.`,
    justification: `Calculated DSCR ${loan.dscr.toFixed(3)} does not meet guideline ${minimum.toFixed(2)}. The unit is leased below market; renewal at market rent cures the shortfall.`,
  }
}

const reserves = (loan: Loan): Miss | null => {
  const months = reserveMonths(loan.totalPostCloseReservesAmount, loan.proposedHousingPaymentAmount)
  const needed = months && nextAbove([6, 9, 12, 18, 24], months, 4)
  if (!needed || !months) return null
  return {
    weight: 16,
    reason: 'Reserves',
    parameter: 'Reserves',
    operator: '>=',
    guidelineValue: needed,
    actualValue: months,
    currentGuideline: `Reserves of ${needed} months of PITIA are required for this loan amount and for borrowers with other financed properties. Cash-out proceeds may not be used.`,
    justification: `Verified ${months} months of PITIA after closing, ${round(needed - months, 1)} short. A further retirement account is vested and was counted at 60% only.`,
  }
}

const loanAmount = (loan: Loan): Miss | null => {
  const limit =
    loan.loanAmount &&
    nextBelow([750_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000, 3_000_000], loan.loanAmount, 500, 200_000)
  if (!limit || !loan.loanAmount) return null
  return {
    weight: 25,
    reason: 'Loan Amount',
    parameter: 'Loan Amount',
    operator: '<=',
    guidelineValue: limit,
    actualValue: loan.loanAmount,
    currentGuideline: `${loan.program}: maximum loan amount ${dollars(limit)} at LTV above ${Math.floor(((loan.ltv ?? 70) - 0.01) / 5) * 5}% with a score of ${loan.creditScore ?? 'record'}.`,
    justification: `Loan amount exceeds the tier by ${dollars(loan.loanAmount - limit)}. Two appraisals were ordered and the lower value was used.`,
  }
}

const measured = [fico, ltv, cltv, dti, dscr, reserves, loanAmount]

/** One to three guidelines that this loan misses, each for a reason of its own, with what speaks for the loan. */
export const drawAsks = (random: Random, loan: Loan, isStrong: boolean): Ask[] => {
  const misses = [...measured.flatMap((miss) => miss(loan) ?? []), ...unmeasured(random, loan)]
  const count = random.weighted([
    [1, 58],
    [2, 32],
    [3, 10],
  ])
  const asks: Ask[] = []
  while (asks.length < count) {
    const open = misses.filter(({ reason }) => !asks.some((ask) => ask.reason === reason))
    if (open.length === 0) break
    const { weight: _, ...miss } = random.weighted(open.map((one) => [one, one.weight] as const))
    asks.push({ ...miss, compensatingFactors: compensatingFactors(random, loan, miss.reason, isStrong) })
  }
  return asks
}
