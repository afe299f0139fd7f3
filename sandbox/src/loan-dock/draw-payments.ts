import type { Random } from '../lib/random.ts'
import type { Value } from './draw-value.ts'
import { percentOf } from './draw-value.ts'
import type { Loan } from './model.ts'
import { isInterestOnly, termYears } from './programs.ts'

type Income = Pick<Loan, 'dti' | 'incomeUsedAmount' | 'residualMoIncomeAmount'>
type Reserves = Pick<
  Loan,
  | 'liquidReservesAmount'
  | 'retirementReservesAmount'
  | 'businessFundsForReservesAmount'
  | 'totalPostCloseReservesAmount'
>

const cents = (amount: number) => Math.round(amount * 100) / 100

/** Level monthly payment of principal and interest: P·r / (1 − (1 + r)^−n). `rate` is a year's, in percent. */
export const monthlyPayment = (principal: number, rate: number, years: number): number => {
  const r = rate / 1200
  return (principal * r) / (1 - (1 + r) ** -(years * 12))
}

/** PITIA, dollars a month: principal and interest at a drawn note rate, taxes and insurance, and any lien in front. */
export const drawHousingPayment = (random: Random, product: string, value: Value): number => {
  const rate = random.normalWithin(7.25, 0.6, 5.75, 9.5)
  const interest = (value.loanAmount * rate) / 1200
  const own = isInterestOnly(product) ? interest : monthlyPayment(value.loanAmount, rate, termYears(product))
  const taxesAndInsurance = (value.appraisedValueAmount * random.between(0.009, 0.018)) / 12
  return cents(own + taxesAndInsurance + value.secondLienDrawnAmount * 0.006)
}

/** DTI = (PITIA + other debts) / income, 42 ± 7 under a limit of 50; one in 25 asks for up to 5 points more. */
export const drawIncome = (random: Random, payment: number): Income => {
  const target = random.chance(0.04) ? random.between(50.5, 55) : random.normalWithin(43.5, 7.5, 15, 50)
  const debts = cents(payment / (1 - random.between(0.05, 0.35)))
  const incomeUsedAmount = cents(debts / (target / 100))
  const residualMoIncomeAmount = cents(incomeUsedAmount - debts)
  return {
    incomeUsedAmount,
    residualMoIncomeAmount,
    dti: percentOf(incomeUsedAmount - residualMoIncomeAmount, incomeUsedAmount),
  }
}

/** Dollars a month paid today; the proposed payment is mostly more, and one in thirty lives rent-free. */
export const drawCurrentPayment = (random: Random, proposed: number): number =>
  random.chance(1 / 30) ? 0 : cents(proposed / random.normalWithin(1.25, 0.35, 0.6, 2.6))

/** Six to thirty months of PITIA, median 12, in up to three kinds; business funds only where `selfEmployed`. */
export const drawReserves = (random: Random, payment: number, selfEmployed: boolean): Reserves => {
  const months = Math.exp(random.normalWithin(Math.log(12), 0.42, Math.log(6), Math.log(30)))
  const total = payment * months
  const business = selfEmployed && random.chance(0.45) ? random.between(0.1, 0.5) : 0
  const retirement = random.chance(0.4) ? random.between(0.1, 0.45) : 0
  const businessFundsForReservesAmount = cents(total * business)
  const retirementReservesAmount = cents(total * retirement)
  const liquidReservesAmount = cents(total * (1 - business - retirement))
  return {
    liquidReservesAmount,
    retirementReservesAmount,
    businessFundsForReservesAmount,
    totalPostCloseReservesAmount: cents(
      liquidReservesAmount + retirementReservesAmount + businessFundsForReservesAmount,
    ),
  }
}
