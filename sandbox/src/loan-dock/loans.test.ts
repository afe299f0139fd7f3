import type { Loan } from '@portal/contract/loan/model'
import { computedReserves, disagrees } from '@portal/contract/slv/figures'
import { isDscrProgram, programNames, programs } from '@portal/contract/slv/model'
import { describe, expect, test } from 'vitest'
import { accounts } from './accounts.ts'
import { drawLoans } from './loans.ts'

const asOf = '2026-03-18'
const loans = drawLoans(10_000, asOf)

/** The first loans that break a rule, so that a failure names them. */
const breaking = (rule: (loan: Loan) => boolean) =>
  loans
    .filter((loan) => !rule(loan))
    .map((loan) => loan.loanNumber)
    .slice(0, 5)

const share = (rule: (loan: Loan) => boolean) => loans.filter(rule).length / loans.length
const expectWithin = (value: number, min: number, max: number) => {
  expect(value).toBeGreaterThanOrEqual(min)
  expect(value).toBeLessThanOrEqual(max)
}

describe('each of the 10,000 loans', () => {
  test('has its own numbers, and is drawn again the same', () => {
    expect([loans[0]?.loanNumber, loans.at(-1)?.loanNumber]).toEqual(['7001000', '7010999'])
    expect(new Set(loans.map(({ sellerLoanNumber }) => sellerLoanNumber)).size).toBe(10_000)
    expect(drawLoans(100, asOf)).toEqual(loans.slice(0, 100))
  })

  const debtsOf = (loan: Loan) => (loan.incomeUsedAmount ?? 0) - (loan.residualMoIncomeAmount ?? 0)
  const weekdayOf = (day: string | null) => new Date(`${day ?? asOf}T00:00:00Z`).getUTCDay()
  const dayOf = (loan: Loan) => loan.noteDate ?? loan.originalLockDate ?? ''
  const isDscr = (loan: Loan) => isDscrProgram(loan.program)
  const priceOf = (loan: Loan) => Math.min(loan.purchasePriceAmount ?? Infinity, loan.appraisedValueAmount ?? 0)

  test.each<[string, (loan: Loan) => boolean]>([
    [
      'has LTV from the lower of price and appraisal',
      (one) => !disagrees(one.ltv, (100 * (one.loanAmount ?? 0)) / priceOf(one)),
    ],
    [
      'has HCLTV ≥ CLTV ≥ LTV > 0',
      ({ ltv, cltv, hcltv }) => (hcltv ?? 0) >= (cltv ?? 1e9) && (cltv ?? 0) >= (ltv ?? 1e9) && (ltv ?? 0) > 0,
    ],
    [
      'has a price if and only if the purpose has one',
      (one) => (one.purchasePriceAmount !== null) === ['Purchase', 'Delayed'].includes(one.purpose ?? ''),
    ],
    ['has DSCR or DTI, never both', (one) => (one.dscr !== null) === isDscr(one) && (one.dti === null) === isDscr(one)],
    ['has DSCR only for an investment', (one) => one.dscr === null || one.occupancy === 'I'],
    [
      'has debts that include the payment',
      (one) => one.dti === null || debtsOf(one) >= (one.proposedHousingPaymentAmount ?? 0),
    ],
    ['has reserves that add up', (one) => computedReserves(one) === one.totalPostCloseReservesAmount],
    [
      'has a note date if and only if it is closed',
      (one) =>
        (one.noteDate !== null) === one.isClosed && one.isClosed === ['Funded', 'Purchased'].includes(one.status),
    ],
    [
      'has past weekdays as dates',
      (one) =>
        dayOf(one) < asOf &&
        ![0, 6].includes(weekdayOf(one.noteDate)) &&
        ![0, 6].includes(weekdayOf(one.originalLockDate)),
    ],
    ['was locked before it closed', (one) => !one.isClosed || (one.originalLockDate ?? '9') < (one.noteDate ?? '')],
    [
      'has a contact at its seller',
      (one) =>
        accounts.some(({ email, company }) => email === one.contactEmail && company.corrId === one.seller.corrId),
    ],
  ])('%s', (_, rule) => expect(breaking(rule)).toEqual([]))
})

describe('all loans together', () => {
  test.each<[string, number, (loan: Loan) => boolean]>([
    ['primary residence', 58, (loan) => loan.occupancy === 'P'],
    ['investment', 37, (loan) => loan.occupancy === 'I'],
    ['purchase', 57, (loan) => loan.purpose === 'Purchase'],
    ['cash-out', 30, (loan) => loan.purpose === 'Cash-Out'],
    ['California', 33, (loan) => loan.address.state === 'CA'],
    ['Florida', 15, (loan) => loan.address.state === 'FL'],
    ['active', 68, (loan) => loan.kind === 'ACTIVE'],
    ['purchased', 24, (loan) => loan.kind === 'PURCHASED'],
  ])('the share of %s is about %i %%', (_, percent, rule) =>
    expectWithin(100 * share(rule), percent - 1.6, percent + 1.6),
  )

  test('have every product, property type and seller; ACME and Birch sell most', () => {
    const products = programNames.flatMap((name) => [...programs[name]])
    expect(new Set(loans.map((loan) => loan.productName))).toEqual(new Set(products))
    expect(new Set(loans.map((loan) => loan.propertyType))).toEqual(new Set(['SF', 'CC', 'CN', 'CW', 'U24']))
    const ranked = [...Map.groupBy(loans, (loan) => loan.seller.name)].sort(([, a], [, b]) => b.length - a.length)
    expect(ranked).toHaveLength(22)
    expect(ranked.slice(0, 2).map(([name]) => name)).toEqual(['ACME Home Lending', 'Birch Mortgage, LLC'])
  })
})
