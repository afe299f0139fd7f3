import { computedDti, computedRatios, computedReserves, disagrees } from '@portal/contract/slv/figures'
import { productsOf } from '@portal/contract/slv/form'
import { isDscrProgram, programNames } from '@portal/contract/slv/model'
import { expect, test } from 'vitest'
import { makeAccounts } from './accounts.ts'
import { drawLoans } from './loan-book.ts'
import { dscrPrograms, incomePrograms } from './programs.ts'

// The sandbox stands outside the portal and shares no code with it; only this test knows both, so that a form which is
// prefilled from LoanDock is one that the portal can send.
const loans = drawLoans(10_000, '2026-03-18', makeAccounts())
const breaking = (rule: (loan: (typeof loans)[number]) => boolean) =>
  loans
    .filter((loan) => !rule(loan))
    .map((loan) => loan.loanNumber)
    .slice(0, 5)

test('LoanDock and the portal know the same programs and products', () => {
  const programs = [...incomePrograms, ...dscrPrograms]
  expect(programs.map(({ name }) => name).sort()).toEqual([...programNames].sort())
  for (const { name, products } of programs) expect([...products].sort()).toEqual([...productsOf(name)].sort())
  expect(programs.filter(({ name }) => isDscrProgram(name))).toEqual(dscrPrograms)
})

test('the portal sees no ratio of any loan as disagreeing with what it computes itself', () => {
  const ratios = (loan: (typeof loans)[number]) => computedRatios(loan)
  expect(breaking((loan) => !disagrees(loan.ltv, ratios(loan).ltv))).toEqual([])
  expect(breaking((loan) => !disagrees(loan.cltv, ratios(loan).cltv))).toEqual([])
  expect(breaking((loan) => !disagrees(loan.hcltv, ratios(loan).hcltv))).toEqual([])
  expect(breaking((loan) => !disagrees(loan.dti, computedDti(loan)))).toEqual([])
  expect(breaking((loan) => (computedDti(loan) === null) === (loan.dti === null))).toEqual([])
  expect(breaking((loan) => computedReserves(loan) === loan.totalPostCloseReservesAmount)).toEqual([])
})
