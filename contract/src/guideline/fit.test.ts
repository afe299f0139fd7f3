import { describe, expect, test } from 'vitest'
import { aCoverage, asOf, loan, rule } from '../../test/example-loan.ts'
import type { Coverage } from './evaluate.ts'
import { alternatives, fitChanges, nearestFit } from './fit.ts'

const ltvCoverage: Coverage = {
  ...aCoverage,
  parameter: 'LTV',
  value: 76.5,
}

describe('the nearest fit', () => {
  test('is the largest smaller loan that meets the LTV limit', () => {
    expect(
      nearestFit(
        { ...loan, loanAmount: 774_000, appraisedValueAmount: 1_000_000 },
        'DP',
        [rule('LTV', 75)],
        { asOf },
      ),
    ).toEqual({
      field: 'loanAmount',
      from: 774_000,
      to: 750_000,
      ltv: 75,
      missing: [],
    })
  })
  test('counts other liens, and leaves an override as it is', () => {
    const rules = [rule('LTV', 80), rule('CLTV', 80)]
    const figures = {
      ...loan,
      loanAmount: 774_000,
      appraisedValueAmount: 1_000_000,
      secondLienDrawnAmount: 100_000.5,
    }
    const fit = nearestFit(figures, 'DP', rules, { asOf })
    expect(fit).toMatchObject({ field: 'loanAmount', to: 699_999, ltv: 70 })
    expect(
      fit &&
        fitChanges({ ...figures, ltv: 77.4, cltv: 87.4, hcltv: null }, fit),
    ).toEqual({
      loanAmount: 699_999,
      ltv: 70,
      cltv: 80,
      hcltv: 80,
    })
    const overridden = {
      ...figures,
      ltv: 81,
      ltvOverrideReason: 'The appraisal is being corrected',
    }
    expect(nearestFit(overridden, 'DP', rules, { asOf })).toBeNull()
  })
  test('is the amount of reserves that meets the limit, rounded up', () => {
    expect(
      nearestFit(loan, 'DP', [rule('RESERVES_MONTHS', 9)], { asOf }),
    ).toEqual({
      field: 'totalPostCloseReservesAmount',
      from: 55_600,
      to: 65_844,
      ltv: null,
      missing: [],
    })
  })
  test('is found for a loan without any reserves', () => {
    const none = { ...loan, totalPostCloseReservesAmount: 0 }
    expect(
      nearestFit(none, 'DP', [rule('RESERVES_MONTHS', 9)], { asOf }),
    ).toMatchObject({ from: 0, to: 65_844 })
  })
  test('is the limit of a contract variance if that is closer', () => {
    const figures = {
      ...loan,
      loanAmount: 774_000,
      appraisedValueAmount: 1_000_000,
    }
    expect(
      nearestFit(figures, 'DP', [rule('LTV', 75)], {
        asOf,
        coverages: [ltvCoverage],
      }),
    ).toMatchObject({
      to: 765_000,
    })
  })
  test('names what is missing if the loan stays incomplete', () => {
    const rules = [rule('RESERVES_MONTHS', 9), rule('TRADELINES', 3)]
    expect(nearestFit(loan, 'DP', rules, { asOf })).toMatchObject({
      to: 65_844,
      missing: ['tradelines'],
    })
  })
  test('moves to a band with a higher limit', () => {
    const rules = [
      rule('CREDIT_SCORE', 660, { loanAmount: { min: 700_000, max: null } }),
      rule('CREDIT_SCORE', 640, { loanAmount: { min: null, max: 700_000 } }),
    ]
    const figures = { ...loan, appraisedValueAmount: 1_000_000 }
    expect(nearestFit(figures, 'DP', rules, { asOf })).toMatchObject({
      field: 'loanAmount',
      to: 700_000,
      ltv: 70,
    })
  })
  test('is nothing when the score alone is short, or when nothing is', () => {
    expect(
      nearestFit(loan, 'DP', [rule('CREDIT_SCORE', 660)], { asOf }),
    ).toBeNull()
    expect(nearestFit(loan, 'DP', [rule('LTV', 80)], { asOf })).toBeNull()
  })
})

test('alternatives are the active programs that the loan fits as it is', () => {
  const program = {
    family: 'DSCR',
    qualifiesBy: 'DSCR',
    activeFrom: '2025-01-01',
    activeTo: null,
    approvalDays: 60,
    products: [],
  } as const
  const programs = ['DP', 'LOW', 'OLD', 'HIGH'].map((code) => ({
    ...program,
    code,
    name: code,
    products: [],
    activeTo: code === 'OLD' ? '2026-01-31' : null,
  }))
  const rules = [
    ...['LOW', 'OLD'].map((code) => ({
      ...rule('CREDIT_SCORE', 620),
      program: code,
    })),
    { ...rule('CREDIT_SCORE', 700), program: 'HIGH' },
  ]
  expect(
    alternatives(loan, 'DP', programs, rules, { asOf }).map(({ code }) => code),
  ).toEqual(['LOW'])
})
