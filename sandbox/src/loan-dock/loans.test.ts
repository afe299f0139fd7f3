import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, runningSandbox } from '../test/running.ts'
import { makeAccounts } from './accounts.ts'
import { sellers } from './companies.ts'
import { drawLoans } from './loan-book.ts'
import { Loan } from './model.ts'
import { dscrPrograms, incomePrograms } from './programs.ts'

const asOf = '2026-03-18'
const sandbox = runningSandbox({ now: () => new Date(`${asOf}T12:00:00-04:00`) })

const Page = z.object({ items: z.array(z.strictObject(Loan.shape)), total: z.number() })
const loans: Loan[] = []

beforeAll(async () => {
  for (let page = 1; page <= 100; page += 1) {
    const { items, total } = Page.parse((await ask(`${sandbox().loanDockUrl}/loans?page=${page}&size=100`)).body)
    expect(total).toBe(10_000)
    loans.push(...items)
  }
})

/** The loans that break a rule, as a short list of numbers, so that a failure names them. */
const breaking = (rule: (loan: Loan) => boolean) =>
  loans
    .filter((loan) => !rule(loan))
    .map((loan) => loan.loanNumber)
    .slice(0, 5)
const close = (a: number, b: number, tolerance = 0.0051) => Math.abs(a - b) <= tolerance

const quantile = (values: number[], p: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(p * (values.length - 1))] ?? Number.NaN
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: number[]) => {
  const center = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - center) ** 2)))
}
const share = (rule: (loan: Loan) => boolean) => loans.filter(rule).length / loans.length
const expectWithin = (value: number, min: number, max: number) => {
  expect(value).toBeGreaterThanOrEqual(min)
  expect(value).toBeLessThanOrEqual(max)
}

describe('every one of the 10,000 loans', () => {
  test('has its own numbers, consecutive from 7001000', () => {
    expect(loans.map(({ loanNumber }) => loanNumber)).toEqual(
      Array.from({ length: 10_000 }, (_, index) => String(7_001_000 + index)),
    )
    expect(new Set(loans.map(({ sellerLoanNumber }) => sellerLoanNumber)).size).toBe(10_000)
  })

  test('has an LTV of its loan amount over the lower of price and appraisal', () => {
    const value = (loan: Loan) =>
      Math.min(loan.purchasePriceAmount ?? Number.POSITIVE_INFINITY, loan.appraisedValueAmount)
    expect(breaking((loan) => close(loan.ltv, (100 * loan.loanAmount) / value(loan)))).toEqual([])
    expect(
      breaking((loan) => close(loan.cltv, (100 * (loan.loanAmount + loan.secondLienDrawnAmount)) / value(loan))),
    ).toEqual([])
    const lines = (loan: Loan) => Math.max(loan.helocLimitAmount, loan.secondLienDrawnAmount)
    expect(breaking((loan) => close(loan.hcltv, (100 * (loan.loanAmount + lines(loan))) / value(loan)))).toEqual([])
  })

  test('keeps HCLTV ≥ CLTV ≥ LTV > 0', () => {
    expect(breaking((loan) => loan.hcltv >= loan.cltv && loan.cltv >= loan.ltv && loan.ltv > 0)).toEqual([])
  })

  test('has a price when it buys, none when it refinances, and for delayed financing one not under the appraisal', () => {
    expect(
      breaking((loan) => (loan.purchasePriceAmount !== null) === ['Purchase', 'Delayed'].includes(loan.purpose)),
    ).toEqual([])
    expect(
      breaking((loan) => loan.purpose !== 'Delayed' || (loan.purchasePriceAmount ?? 0) >= loan.appraisedValueAmount),
    ).toEqual([])
  })

  test('measures rent or income, never both', () => {
    const isDscr = (loan: Loan) => dscrPrograms.some(({ name }) => name === loan.program)
    expect(breaking((loan) => (loan.dscr !== null) === isDscr(loan) && (loan.dti === null) === isDscr(loan))).toEqual(
      [],
    )
    expect(breaking((loan) => !isDscr(loan) || (loan.occupancy === 'I' && loan.incomeUsedAmount === null))).toEqual([])
    const debts = (loan: Loan) => (loan.incomeUsedAmount ?? 0) - (loan.residualMoIncomeAmount ?? 0)
    expect(
      breaking((loan) => loan.dti === null || close(loan.dti, (100 * debts(loan)) / (loan.incomeUsedAmount ?? 0))),
    ).toEqual([])
    expect(breaking((loan) => loan.dti === null || debts(loan) >= loan.proposedHousingPaymentAmount)).toEqual([])
  })

  test('adds up its reserves to the cent, 6 to 30 months of the payment', () => {
    const parts = (loan: Loan) =>
      loan.liquidReservesAmount + loan.retirementReservesAmount + loan.businessFundsForReservesAmount
    expect(breaking((loan) => close(loan.totalPostCloseReservesAmount, parts(loan), 0.001))).toEqual([])
    const months = (loan: Loan) => loan.totalPostCloseReservesAmount / loan.proposedHousingPaymentAmount
    expect(breaking((loan) => months(loan) > 5.99 && months(loan) < 30.01)).toEqual([])
  })

  test('has a note date if and only if it is closed, a weekday, after its lock and not in the future', () => {
    const weekday = (day: string | null) => day === null || ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
    expect(breaking((loan) => (loan.noteDate !== null) === loan.isClosed)).toEqual([])
    expect(breaking((loan) => loan.isClosed === ['Funded', 'Purchased'].includes(loan.status))).toEqual([])
    expect(breaking((loan) => weekday(loan.noteDate) && weekday(loan.originalLockDate))).toEqual([])
    expect(breaking((loan) => (loan.noteDate ?? loan.originalLockDate ?? '') < asOf)).toEqual([])
    expect(
      breaking(
        (loan) => !loan.isClosed || (loan.originalLockDate !== null && loan.originalLockDate < (loan.noteDate ?? '')),
      ),
    ).toEqual([])
    expect(breaking((loan) => loan.status !== 'Locked' || loan.originalLockDate !== null)).toEqual([])
    expect(breaking((loan) => (loan.kind === 'PURCHASED') === (loan.status === 'Purchased'))).toEqual([])
  })

  test('closed 3 weeks to 14 months ago when it is purchased, and within a month when it is not', () => {
    const age = (day: string) => (Date.parse(asOf) - Date.parse(day)) / 86_400_000
    const within = (loan: Loan, min: number, max: number) =>
      loan.noteDate === null || (age(loan.noteDate) >= min && age(loan.noteDate) <= max)
    expect(breaking((loan) => (loan.kind === 'PURCHASED' ? within(loan, 21, 432) : within(loan, 1, 32)))).toEqual([])
  })

  test('has a product of its program, and names someone of its seller', () => {
    const products = new Map([...incomePrograms, ...dscrPrograms].map((program) => [program.name, program.products]))
    expect(breaking((loan) => products.get(loan.program)?.includes(loan.productName) ?? false)).toEqual([])
    const companies = new Map(makeAccounts().map(({ email, company }) => [email, company]))
    expect(breaking((loan) => companies.get(loan.contactEmail)?.corrId === loan.seller.corrId)).toEqual([])
    expect(breaking((loan) => companies.get(loan.contactEmail)?.name === loan.seller.name)).toEqual([])
  })

  test('is drawn again the same, and quickly', () => {
    const started = performance.now()
    const again = drawLoans(10_000, asOf, makeAccounts())
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(again).toEqual(loans)
  })
})

describe('taken together', () => {
  const of = (field: (loan: Loan) => number | null) => loans.map(field).filter((value) => value !== null)

  test('loan amounts: mean about $480k, 90 % within $125k–$1.6M, limits $100k–$4M', () => {
    const amounts = of((loan) => loan.loanAmount)
    expectWithin(mean(amounts), 460_000, 500_000)
    expectWithin(
      share((loan) => loan.loanAmount >= 125_000 && loan.loanAmount <= 1_600_000),
      0.9,
      0.96,
    )
    expectWithin(quantile(amounts, 0.5), 340_000, 400_000)
    expectWithin(Math.min(...amounts), 100_000, 110_000)
    expectWithin(Math.max(...amounts), 2_500_000, 4_000_000)
  })

  test('FICO: 745 ± 38, a few up to 20 points under the floor of their program', () => {
    const scores = of((loan) => loan.creditScore)
    expectWithin(mean(scores), 735, 750)
    expectWithin(deviation(scores), 34, 42)
    const floors = new Map([...incomePrograms, ...dscrPrograms].map((program) => [program.name, program.floor]))
    const short = (loan: Loan) => (floors.get(loan.program) ?? 0) - loan.creditScore
    expectWithin(
      share((loan) => short(loan) > 0),
      0.015,
      0.035,
    )
    expect(Math.max(...loans.map(short))).toBeLessThanOrEqual(20)
  })

  test('LTV: 70 ± 9; purchase 75, R&T 70, cash-out 64; a few 1–5 points over their limit', () => {
    const first = loans.filter((loan) => loan.program !== 'Closed-End Second')
    const byPurpose = (purpose: string) =>
      mean(first.filter((loan) => loan.purpose === purpose).map((loan) => loan.ltv))
    expectWithin(mean(first.map((loan) => loan.ltv)), 69, 72)
    expectWithin(deviation(first.map((loan) => loan.ltv)), 7.5, 10)
    expectWithin(byPurpose('Purchase'), 73, 76)
    expectWithin(byPurpose('R&T'), 68.5, 71.5)
    expectWithin(byPurpose('Cash-Out'), 63, 66)
    const limits = new Map([...incomePrograms, ...dscrPrograms].map((program) => [program.name, program.limit]))
    expectWithin(first.filter((loan) => loan.ltv > (limits.get(loan.program) ?? 0)).length / first.length, 0.03, 0.06)
    expect(Math.max(...loans.map((loan) => loan.ltv))).toBeLessThanOrEqual(95)
    expectWithin(
      share((loan) => loan.hcltv === loan.ltv),
      0.9,
      0.94,
    )
  })

  test('DTI 42 ± 7, DSCR 1.18 ± .22, reserves 12 months at the median', () => {
    expectWithin(mean(of((loan) => loan.dti)), 40, 44)
    expectWithin(deviation(of((loan) => loan.dti)), 5.5, 7.5)
    expect(Math.max(...of((loan) => loan.dti))).toBeLessThanOrEqual(55.01)
    expectWithin(mean(of((loan) => loan.dscr)), 1.16, 1.2)
    expectWithin(deviation(of((loan) => loan.dscr)), 0.2, 0.24)
    const months = of((loan) => loan.totalPostCloseReservesAmount / loan.proposedHousingPaymentAmount)
    expectWithin(quantile(months, 0.5), 11.5, 12.8)
    expectWithin(quantile(months, 0.95), 18, 28)
  })

  test('occupancies, purposes, states and kinds come in the shares of the field', () => {
    const near = (rule: (loan: Loan) => boolean, percent: number) =>
      expectWithin(100 * share(rule), percent - 1.6, percent + 1.6)
    near((loan) => loan.occupancy === 'P', 58)
    near((loan) => loan.occupancy === 'I', 37)
    near((loan) => loan.occupancy === 'S', 5)
    near((loan) => loan.purpose === 'Purchase', 57)
    near((loan) => loan.purpose === 'Cash-Out', 30)
    near((loan) => loan.purpose === 'R&T', 11)
    near((loan) => loan.purpose === 'Delayed', 2)
    near((loan) => loan.address.state === 'CA', 33)
    near((loan) => loan.address.state === 'FL', 15)
    near((loan) => loan.address.state === 'TX', 8)
    near((loan) => loan.address.state === 'NY', 5)
    near((loan) => loan.kind === 'ACTIVE', 68)
    near((loan) => loan.kind === 'PURCHASED', 24)
    near((loan) => loan.kind === 'TPR', 8)
  })

  test('every program, product, property type and seller occurs; ACME and Birch sell most', () => {
    const programs = [...incomePrograms, ...dscrPrograms]
    expect(new Set(loans.map((loan) => loan.productName))).toEqual(
      new Set(programs.flatMap((program) => program.products)),
    )
    expect(new Set(loans.map((loan) => loan.propertyType))).toEqual(new Set(['SF', 'CC', 'CN', 'CW', 'U24']))
    const bySeller = Map.groupBy(loans, (loan) => loan.seller.name)
    expect(bySeller.size).toBe(22)
    const ranked = [...bySeller].sort(([, a], [, b]) => b.length - a.length).map(([name]) => name)
    expect(ranked.slice(0, 2)).toEqual(['ACME Home Lending', 'Birch Mortgage, LLC'])
    expect(sellers.filter(({ name }) => name.includes(',')).length).toBeGreaterThan(3)
  })
})
