import type { Loan } from '@portal/contract/loan/model'
import { reserveMonths } from '@portal/contract/slv/figures'
import type { CompensatingFactor } from '@portal/contract/slv-request/model'
import type { Random } from './random.ts'

const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`

/** Factors as exhibits count them: reserves 4 months above, FICO 40 points above, LTV 10 % below (field.md). */
const measured = (loan: Loan): (CompensatingFactor & { of: string })[] => {
  const months = reserveMonths(loan.totalPostCloseReservesAmount, loan.proposedHousingPaymentAmount) ?? 0
  const factors: (CompensatingFactor & { of: string; holds: boolean })[] = [
    { of: 'Reserves', holds: months >= 10, factor: 'Reserves above requirement', value: `${months} months against 6` },
    {
      of: 'Credit Score',
      holds: (loan.creditScore ?? 0) >= 740,
      factor: 'FICO above requirement',
      value: `${loan.creditScore} against 700`,
    },
    {
      of: 'LTV / CLTV',
      holds: (loan.ltv ?? 100) <= 65,
      factor: 'LTV below maximum',
      value: `${loan.ltv}% against 75%`,
    },
    { of: 'DSCR', holds: (loan.dscr ?? 0) >= 1.5, factor: 'DSCR above minimum', value: `${loan.dscr} against 1.00` },
    {
      of: 'DTI',
      holds: (loan.residualMoIncomeAmount ?? 0) >= 6_000,
      factor: 'Residual income',
      value: `${dollars(loan.residualMoIncomeAmount ?? 0)} a month`,
    },
    {
      of: 'First-Time Investor',
      holds: loan.isExperiencedInvestor === true,
      factor: 'Investor experience',
      value: 'More than two years',
    },
  ]
  return factors.filter(({ holds }) => holds)
}

/** What speaks for a loan in spite of the guideline missed for `reason`. One at least when the case is strong. */
export const compensatingFactors = (
  random: Random,
  loan: Loan,
  reason: string,
  isStrong: boolean,
): CompensatingFactor[] => {
  const years = random.whole(4, 17)
  const general: CompensatingFactor[] = [
    ...(reason === 'Housing History'
      ? []
      : [{ factor: '0x30 housing history', value: `${random.pick([24, 36, 48, 60])} months` }]),
    {
      factor: 'Years in current job',
      value: loan.dti === null ? `${years} years, same line of business` : `${years} years`,
    },
  ]
  const special = measured(loan).flatMap(({ of, ...factor }) => (of === reason ? [] : [factor]))
  const all = random.shuffled([...special, ...general])
  return all.slice(0, isStrong ? random.whole(1, 3) : random.whole(0, 1))
}
