import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedFigures, describeDrifted, findDrift } from './drift.ts'

const approved = {
  purpose: 'Purchase',
  creditScore: 700,
  loanAmount: 750_000,
  purchasePriceAmount: 1_000_000,
  appraisedValueAmount: 1_010_000,
  ltv: 75,
  dti: 41.2,
} as const

test('a loan with the approved figures has not changed', () => {
  expect(findDrift(approved, approved)).toEqual([])
})

test('each figure that LoanDock changed is found, with the ratio that follows from it', () => {
  const loan = { ...approved, creditScore: 688, loanAmount: 800_000 }
  expect(findDrift(approved, loan)).toEqual([
    { figure: 'creditScore', approved: 700, current: 688 },
    { figure: 'loanAmount', approved: 750_000, current: 800_000 },
    { figure: 'ltv', approved: 75, current: 80 },
    { figure: 'cltv', approved: 75, current: 80 },
    { figure: 'hcltv', approved: 75, current: 80 },
  ])
})

test('a figure that one side does not have is not compared', () => {
  expect(findDrift({ ...approved, creditScore: null }, approved)).toEqual([])
  expect(findDrift(approved, { ...approved, dti: null })).toEqual([])
})

test('the ratio that the approval states counts, not the requested one', () => {
  const decided = { ...approved, decisionLtv: 70, decisionDti: 41.2 }
  expect(findDrift(decided, approved)).toEqual([
    { figure: 'ltv', approved: 70, current: 75 },
  ])
  const atDecided = { ...approved, loanAmount: 700_000, ltv: 70 }
  expect(findDrift(decided, atDecided).map(({ figure }) => figure)).toEqual([
    'loanAmount',
    'cltv',
    'hcltv',
  ])
})

test('an override is not compared, because LoanDock has what it replaces', () => {
  const overridden = {
    ...approved,
    ltv: 72,
    ltvOverrideReason: 'Value from the second appraisal',
    decisionLtv: 72,
  }
  expect(findDrift(overridden, approved)).toEqual([])
})

test('any figure that differs by more than rounding is found, and none that does not', () => {
  const figure = fc.constantFrom(
    ...comparedFigures.filter(
      // A ratio follows from other figures.
      (name) => !['ltv', 'cltv', 'hcltv', 'dti'].includes(name),
    ),
  )
  const amount = fc.integer({ min: 400, max: 800 })
  fc.assert(
    fc.property(figure, amount, amount, (name, before, now) => {
      expect(findDrift({ [name]: before }, { [name]: now })).toEqual(
        before === now
          ? []
          : [{ figure: name, approved: before, current: now }],
      )
      expect(findDrift({ [name]: before }, { [name]: before + 0.01 })).toEqual(
        [],
      )
    }),
  )
})

test.for([
  [
    { figure: 'creditScore', approved: 700, current: 688 },
    'FICO',
    '688, approved at 700 (12 lower)',
  ],
  [
    { figure: 'ltv', approved: 75.1, current: 80.4 },
    'LTV',
    '80.4%, approved at 75.1% (5.3 points higher)',
  ],
  [
    { figure: 'loanAmount', approved: 750_000, current: 800_000 },
    'Loan Amount',
    '$800,000, approved at $750,000 ($50,000 higher)',
  ],
  [
    { figure: 'dscr', approved: 1.1, current: 0.95 },
    'DSCR',
    '0.95, approved at 1.1 (0.15 lower)',
  ],
] as const)('%o reads as %s %s', ([drifted, label, value]) => {
  expect(describeDrifted(drifted)).toEqual({ label, value })
})
