import type { Loan } from '@portal/contract/loan/model'
import { computedDti, computedRatios } from '@portal/contract/slv/figures'
import type { Random } from '../lib/random.ts'

type Purpose = NonNullable<Loan['purpose']>

const cents = (amount: number) => Math.round(amount * 100) / 100
const upTo = (step: number, value: number) => Math.ceil(value / step) * step
const downTo = (step: number, value: number) => Math.floor(value / step) * step

/** Dollars: lognormal, mean about 480,000, within $100k–$4M (field.md). */
export const drawLoanAmount = (random: Random): number => {
  const amount = Math.exp(
    random.normalWithin(
      Math.log(354_000),
      0.76,
      Math.log(100_000),
      Math.log(4_000_000),
    ),
  )
  return Math.max(100_000, downTo(random.chance(0.7) ? 500 : 50, amount))
}

const usualLtv: Record<Purpose, number> = {
  Purchase: 76.5,
  'R&T': 71,
  'Cash-Out': 64.5,
  Delayed: 68,
}

/**
 * Price and appraisal around the value that LTV is based on: the lower of both
 * where there are both.
 */
const drawPrices = (random: Random, purpose: Purpose, value: number) => {
  if (purpose === 'R&T' || purpose === 'Cash-Out')
    return { purchasePriceAmount: null, appraisedValueAmount: value }
  // Delayed financing is a refinance, based on the appraisal; a price below it
  // would make the two rules disagree.
  const isAppraisalLower = purpose === 'Delayed' || random.chance(0.12)
  const areEqual = random.chance(0.3)
  const highestFactor = isAppraisalLower ? 1.04 : 1.06
  const higher = areEqual
    ? value
    : upTo(500, value * random.between(1.002, highestFactor))
  return isAppraisalLower
    ? { purchasePriceAmount: higher, appraisedValueAmount: value }
    : { purchasePriceAmount: value, appraisedValueAmount: higher }
}

/**
 * Other liens, dollars: none for most; else a closed-end second, or a HELOC
 * that is drawn in part or not at all.
 */
const drawOtherLiens = (random: Random, value: number, ltv: number) => {
  const hasOtherLien = random.chance(0.07)
  if (!hasOtherLien) return { secondLienDrawnAmount: 0, helocLimitAmount: 0 }
  // CLTV stays at or under 90 where LTV leaves room for it.
  const highestShare = Math.max(0.02, Math.min(0.12, (90 - ltv) / 100))
  const share = random.between(0.02, highestShare)
  const lien = Math.max(5_000, downTo(500, value * share))
  const isClosedEnd = random.chance(0.5)
  if (isClosedEnd) return { secondLienDrawnAmount: lien, helocLimitAmount: 0 }
  const isUndrawn = random.chance(0.3)
  if (isUndrawn) return { secondLienDrawnAmount: 0, helocLimitAmount: lien }
  const drawn = upTo(100, lien * random.between(0.1, 1))
  return {
    secondLienDrawnAmount: Math.min(lien, drawn),
    helocLimitAmount: lien,
  }
}

/**
 * Value, liens and the ratios that follow from them. One loan in 25 is 1–5
 * points over the program's highest LTV.
 */
export const drawValue = (
  random: Random,
  program: string,
  maxLtv: number,
  purpose: Purpose,
  loanAmount: number,
) => {
  const isOverLimit = random.chance(0.04)
  const targetLtv = isOverLimit
    ? maxLtv + random.between(1, 5)
    : random.normalWithin(usualLtv[purpose], 7.5, 30, maxLtv)
  // A closed-end second is itself the second lien: the first one, in front of
  // it, brings CLTV to the target.
  const isSecond = program === 'Closed-End Second'
  const value = isSecond
    ? upTo(1_000, loanAmount / random.between(0.1, 0.3))
    : upTo(random.chance(0.6) ? 1_000 : 500, loanAmount / (targetLtv / 100))
  const prices = drawPrices(random, purpose, value)
  const restToTarget = (value * targetLtv) / 100 - loanAmount
  const lienInFront = Math.max(0, downTo(500, restToTarget))
  const liens = isSecond
    ? { secondLienDrawnAmount: lienInFront, helocLimitAmount: 0 }
    : drawOtherLiens(random, value, targetLtv)
  const amounts = { loanAmount, ...prices, ...liens }
  return { ...amounts, ...computedRatios({ ...amounts, purpose }) }
}

/**
 * Level monthly payment of principal and interest: P·r / (1 − (1 + r)^−n);
 * interest alone for '-IO' products.
 */
const monthlyPayment = (
  principal: number,
  ratePercent: number,
  product: string,
): number => {
  const rate = ratePercent / 1200
  if (product.endsWith('-IO')) return principal * rate
  const years = Number(/(\d\d)F/.exec(product)?.[1] ?? 30)
  return (principal * rate) / (1 - (1 + rate) ** -(years * 12))
}

/**
 * PITIA, dollars a month: principal and interest, taxes and insurance, and any
 * lien in front.
 */
export const drawHousingPayment = (
  random: Random,
  product: string,
  value: ReturnType<typeof drawValue>,
): number => {
  const ratePercent = random.normalWithin(7.25, 0.6, 5.75, 9.5)
  const principalAndInterest = monthlyPayment(
    value.loanAmount,
    ratePercent,
    product,
  )
  const taxesAndInsurance =
    (value.appraisedValueAmount * random.between(0.009, 0.018)) / 12
  const lienPayment = value.secondLienDrawnAmount * 0.006
  return cents(principalAndInterest + taxesAndInsurance + lienPayment)
}

/**
 * DTI = (PITIA + other debts) / income, 42 ± 7 under a limit of 50; one in 25
 * is up to 5 points over.
 */
export const drawIncome = (random: Random, payment: number) => {
  const isOverLimit = random.chance(0.04)
  const targetDti = isOverLimit
    ? random.between(50.5, 55)
    : random.normalWithin(43.5, 7.5, 15, 50)
  const shareOfOtherDebts = random.between(0.05, 0.35)
  const allDebts = cents(payment / (1 - shareOfOtherDebts))
  const incomeUsedAmount = cents(allDebts / (targetDti / 100))
  const income = {
    incomeUsedAmount,
    residualMoIncomeAmount: cents(incomeUsedAmount - allDebts),
  }
  return { ...income, dti: computedDti(income) }
}

/**
 * Dollars a month paid today: mostly less than the proposed payment, and one in
 * thirty lives rent-free.
 */
export const drawCurrentPayment = (random: Random, proposed: number): number =>
  random.chance(1 / 30)
    ? 0
    : cents(proposed / random.normalWithin(1.25, 0.35, 0.6, 2.6))

/**
 * Six to thirty months of PITIA, median 12, in up to three kinds; business
 * funds only for the self-employed.
 */
export const drawReserves = (
  random: Random,
  payment: number,
  isSelfEmployed: boolean,
) => {
  const months = Math.exp(
    random.normalWithin(Math.log(12), 0.42, Math.log(6), Math.log(30)),
  )
  const total = payment * months
  const hasBusinessFunds = isSelfEmployed && random.chance(0.45)
  const businessShare = hasBusinessFunds ? random.between(0.1, 0.5) : 0
  const hasRetirementFunds = random.chance(0.4)
  const retirementShare = hasRetirementFunds ? random.between(0.1, 0.45) : 0
  const liquidShare = 1 - businessShare - retirementShare
  const reserves = {
    liquidReservesAmount: cents(total * liquidShare),
    retirementReservesAmount: cents(total * retirementShare),
    businessFundsForReservesAmount: cents(total * businessShare),
  }
  const sum = Object.values(reserves).reduce((left, right) => left + right, 0)
  return { ...reserves, totalPostCloseReservesAmount: cents(sum) }
}
