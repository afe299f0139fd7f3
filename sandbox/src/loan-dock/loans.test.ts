import type { Loan } from '@portal/contract/loan/model'
import { computedReserves, disagrees } from '@portal/contract/slv/figures'
import { expect, test } from 'vitest'
import { accounts } from './accounts.ts'
import { drawLoans } from './loans.ts'
import { isDscrProgram, programNames, programs } from './programs.ts'

const asOf = '2026-03-18'
const loans = drawLoans(10_000, asOf)

/** The numbers of the first loans that break a rule, for the failure's text. */
const findBreaking = (rule: (loan: Loan) => boolean) =>
  loans
    .filter((loan) => !rule(loan))
    .map((loan) => loan.loanNumber)
    .slice(0, 5)

test('each of the 10,000 loans has its own numbers, and is drawn again the same', () => {
  expect([loans[0]?.loanNumber, loans.at(-1)?.loanNumber]).toEqual([
    '7001000',
    '7010999',
  ])
  expect(
    new Set(loans.map(({ sellerLoanNumber }) => sellerLoanNumber)).size,
  ).toBe(10_000)
  expect(drawLoans(100, asOf)).toEqual(loans.slice(0, 100))
})

test('the last 20 loans are those of the seller whom the portal does not know', () => {
  const places = loans.flatMap(({ seller }, index) =>
    seller.name.startsWith('Yarrowgate') ? index : [],
  )
  expect(places).toHaveLength(20)
  expect(Math.min(...places)).toBe(9_980)
  const kinds = new Set(loans.slice(9_980).map(({ kind }) => kind))
  expect(kinds).toContain('ACTIVE')
})

const debtsOf = (loan: Loan) =>
  (loan.incomeUsedAmount ?? 0) - (loan.residualMoIncomeAmount ?? 0)
const paymentOf = (loan: Loan) => loan.proposedHousingPaymentAmount ?? 0
const isWeekday = (day: string | null) =>
  ![0, 6].includes(new Date(`${day ?? asOf}T00:00:00Z`).getUTCDay())
const dayOf = (loan: Loan) => loan.noteDate ?? loan.originalLockDate ?? ''
const isDscr = (loan: Loan) => isDscrProgram(loan.program)
const priceOf = (loan: Loan) =>
  Math.min(loan.purchasePriceAmount ?? Infinity, loan.appraisedValueAmount ?? 0)
const ltvOf = (loan: Loan) => (100 * (loan.loanAmount ?? 0)) / priceOf(loan)
const isPriced = (loan: Loan) =>
  ['Purchase', 'Delayed'].includes(loan.purpose ?? '')
const wasLockedBefore = (loan: Loan, day: string | null) =>
  loan.originalLockDate !== null && day !== null && loan.originalLockDate < day
const isDescending = (values: (number | null)[]) =>
  values.every(
    (value, index) =>
      value !== null && value <= (values[index - 1] ?? Infinity),
  )
const corrIdOf = (contact: string | null) =>
  accounts.find(({ email }) => email === contact)?.company.corrId

test.each<[string, (loan: Loan) => boolean]>([
  [
    'has LTV from the lower of price and appraisal',
    (loan) => !disagrees(loan.ltv, ltvOf(loan)),
  ],
  [
    'has HCLTV ≥ CLTV ≥ LTV > 0',
    ({ ltv, cltv, hcltv }) => isDescending([hcltv, cltv, ltv, 0.01]),
  ],
  [
    'has a price if and only if the purpose has one',
    (loan) => (loan.purchasePriceAmount !== null) === isPriced(loan),
  ],
  [
    'has DSCR or DTI, never both',
    (loan) =>
      (loan.dscr !== null) === isDscr(loan) &&
      (loan.dti === null) === isDscr(loan),
  ],
  [
    'has DSCR only for an investment',
    (loan) => loan.dscr === null || loan.occupancy === 'I',
  ],
  [
    'has debts that include the payment',
    (loan) => loan.dti === null || debtsOf(loan) >= paymentOf(loan),
  ],
  [
    'has reserves that add up',
    (loan) => computedReserves(loan) === loan.totalPostCloseReservesAmount,
  ],
  [
    'has a note date if and only if it is closed',
    (loan) => (loan.noteDate !== null) === loan.isClosed,
  ],
  [
    'is closed if its status says so',
    (loan) => loan.isClosed === ['Funded', 'Purchased'].includes(loan.status),
  ],
  ['has past dates', (loan) => dayOf(loan) < asOf],
  [
    'has weekdays as dates',
    (loan) => isWeekday(loan.noteDate) && isWeekday(loan.originalLockDate),
  ],
  [
    'was locked before it closed',
    (loan) => !loan.isClosed || wasLockedBefore(loan, loan.noteDate),
  ],
  [
    'has a contact at its seller',
    (loan) => corrIdOf(loan.contactEmail) === loan.seller.corrId,
  ],
])('each of the 10,000 loans %s', (_, rule) =>
  expect(findBreaking(rule)).toEqual([]),
)

test('all loans together have every product, property type, kind and seller; ACME and Birch sell most', () => {
  const products = programNames.flatMap((name) => [...programs[name]])
  expect(new Set(loans.map((loan) => loan.productName))).toEqual(
    new Set(products),
  )
  expect(new Set(loans.map((loan) => loan.propertyType))).toEqual(
    new Set(['SF', 'CC', 'CN', 'CW', 'U24']),
  )
  expect(new Set(loans.map((loan) => loan.kind))).toEqual(
    new Set(['ACTIVE', 'PURCHASED', 'TPR']),
  )
  const loansBySeller = Map.groupBy(loans, (loan) => loan.seller.name)
  const ranked = [...loansBySeller].sort(
    ([, left], [, right]) => right.length - left.length,
  )
  expect(ranked).toHaveLength(23)
  expect(ranked.slice(0, 2).map(([name]) => name)).toEqual([
    'ACME Home Lending',
    'Birch Mortgage, LLC',
  ])
})
