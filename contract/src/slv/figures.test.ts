import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computedDti,
  computedRatios,
  computedReserves,
  disagrees,
  dtiDscr,
  ltvValue,
  paymentShock,
  reserveMonths,
  reserveMonthsToRead,
} from './figures.ts'

describe('figures (field.md)', () => {
  test('LTV uses the lower of price and appraisal for a purchase, otherwise the appraisal', () => {
    const loan = {
      loanAmount: 480_000,
      purchasePriceAmount: 640_000,
      appraisedValueAmount: 600_000,
    }
    expect(ltvValue({ ...loan, purpose: 'Purchase' })).toBe(600_000)
    expect(
      ltvValue({ ...loan, appraisedValueAmount: 700_000, purpose: 'Purchase' }),
    ).toBe(640_000)
    expect(ltvValue({ ...loan, purpose: 'Cash-Out' })).toBe(600_000)
    expect(
      ltvValue({ ...loan, appraisedValueAmount: 700_000, purpose: 'Cash-Out' }),
    ).toBe(700_000)
    expect(
      ltvValue({ appraisedValueAmount: 600_000, purpose: 'Purchase' }),
      'no price yet',
    ).toBe(600_000)
    expect(
      ltvValue({ purchasePriceAmount: 640_000, purpose: 'Purchase' }),
      'no appraisal yet',
    ).toBeNull()
    expect(computedRatios({ ...loan, purpose: 'Purchase' }).ltv).toBe(80)
  })

  test('months of reserves are not rounded to a limit that they miss', () => {
    const months = (totalPostCloseReservesAmount: number) =>
      reserveMonthsToRead({
        totalPostCloseReservesAmount,
        proposedHousingPaymentAmount: 1000,
      })
    expect([11_960, 12_000, 12_040, 11_840].map(months)).toEqual([
      11.96, 12, 12.04, 11.8,
    ])
    expect(
      reserveMonthsToRead({ totalPostCloseReservesAmount: 12_000 }),
    ).toBeNull()
  })

  test('are null while something is missing', () => {
    expect(computedRatios({ loanAmount: 300_000 })).toEqual({
      ltv: null,
      cltv: null,
      hcltv: null,
    })
    expect(
      computedRatios({ loanAmount: 300_000, appraisedValueAmount: 0 }).ltv,
    ).toBeNull()
    expect(
      computedDti({ incomeUsedAmount: 0, residualMoIncomeAmount: 0 }),
    ).toBeNull()
    expect(computedDti({ incomeUsedAmount: 10_000 })).toBeNull()
    expect(
      computedDti({ incomeUsedAmount: 10_000, residualMoIncomeAmount: null }),
    ).toBeNull()
    expect(
      computedDti({ incomeUsedAmount: 10_000, residualMoIncomeAmount: 10_001 }),
      'contradictory',
    ).toBeNull()
    expect(
      computedDti({ incomeUsedAmount: 10_000, residualMoIncomeAmount: 10_000 }),
    ).toBe(0)
    expect(computedReserves({})).toBeNull()
    expect(reserveMonths(60_000, null)).toBeNull()
    expect(
      paymentShock({
        currentHousingPaymentAmount: 0,
        proposedHousingPaymentAmount: 2000,
      }),
    ).toBeNull()
  })

  test('are exact where binary fractions are not, and have the decimals of their unit', () => {
    expect(
      computedReserves({
        liquidReservesAmount: 0.1,
        retirementReservesAmount: 0.2,
      }),
    ).toBe(0.3)
    expect(
      computedDti({ incomeUsedAmount: 10_000, residualMoIncomeAmount: 5650 }),
    ).toBe(43.5)
  })

  test('disagree when they differ by more than rounding', () => {
    expect(disagrees(75, 75.01)).toBe(false)
    expect(disagrees(75, 75.02)).toBe(true)
    expect(disagrees(0.011, 0)).toBe(false)
    expect(disagrees(null, 75)).toBe(false)
    expect(disagrees(75, null)).toBe(false)
  })

  test('dtiDscr is what the program qualifies by', () => {
    expect(dtiDscr({ qualifiesBy: 'DSCR', dti: 40, dscr: 1.1 })).toBe(1.1)
    expect(dtiDscr({ qualifiesBy: 'DTI', dti: 40, dscr: 1.1 })).toBe(40)
  })

  describe('match integer arithmetic in cents', () => {
    const someCents = fc.integer({ min: 1, max: 99_999_999_999 })

    /**
     * A second computation of part / whole × steps, a half rounded up, with
     * whole numbers alone: floor((2 × part × steps + whole) / (2 × whole)).
     */
    const roundedSteps = (part: number, whole: number, steps: bigint) => {
      const dividend = 2n * BigInt(part) * steps + BigInt(whole)
      const divisor = 2n * BigInt(whole)
      const rest = dividend % divisor
      // The % of a negative number is negative; floor needs a positive rest.
      const positiveRest = rest < 0n ? rest + divisor : rest
      return Number((dividend - positiveRest) / divisor)
    }
    const percent = (part: number, whole: number) =>
      roundedSteps(part, whole, 10_000n) / 100

    test('LTV, CLTV and HCLTV, for all amounts', () => {
      fc.assert(
        fc.property(
          someCents,
          someCents,
          someCents,
          someCents,
          (loan, value, drawn, limit) => {
            const ratios = computedRatios({
              loanAmount: loan / 100,
              appraisedValueAmount: value / 100,
              secondLienDrawnAmount: drawn / 100,
              helocLimitAmount: limit / 100,
            })
            expect(ratios).toEqual({
              ltv: percent(loan, value),
              cltv: percent(loan + drawn, value),
              hcltv: percent(loan + Math.max(limit, drawn), value),
            })
          },
        ),
      )
    })

    test('DTI, for all incomes and what is left of them', () => {
      fc.assert(
        fc.property(someCents, someCents, (income, residual) => {
          const dti = computedDti({
            incomeUsedAmount: income / 100,
            residualMoIncomeAmount: residual / 100,
          })
          const isContradictory = residual > income
          expect(dti).toBe(
            isContradictory ? null : percent(income - residual, income),
          )
        }),
      )
    })

    test('payment shock, for all payments', () => {
      fc.assert(
        fc.property(someCents, someCents, (current, proposed) => {
          const shock = paymentShock({
            currentHousingPaymentAmount: current / 100,
            proposedHousingPaymentAmount: proposed / 100,
          })
          // `===` as 0 and -0 are the same shock.
          expect(shock === percent(proposed - current, current)).toBe(true)
        }),
      )
    })

    test('reserves and their months, for all amounts', () => {
      fc.assert(
        fc.property(someCents, someCents, (one, other) => {
          expect(reserveMonths(one / 100, other / 100)).toBe(
            roundedSteps(one, other, 10n) / 10,
          )
          const reserves = computedReserves({
            liquidReservesAmount: one / 100,
            businessFundsForReservesAmount: other / 100,
          })
          expect(reserves).toBe((one + other) / 100)
        }),
      )
    })
  })
})
