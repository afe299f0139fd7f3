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

  test('match integer arithmetic in cents for all amounts', () => {
    const someCents = fc.integer({ min: 1, max: 99_999_999_999 })
    /** part / whole × steps, a half rounded up. */
    const plain = (part: number, whole: number, steps: bigint) => {
      const [twice, divisor] = [
        2n * BigInt(part) * steps + BigInt(whole),
        2n * BigInt(whole),
      ]
      const rest = twice % divisor
      return Number((twice - (rest < 0n ? rest + divisor : rest)) / divisor)
    }
    const percent = (part: number, whole: number) =>
      plain(part, whole, 10_000n) / 100
    fc.assert(
      fc.property(
        someCents,
        someCents,
        someCents,
        someCents,
        (loan, value, drawn, line) => {
          const [loanAmount, appraisedValueAmount] = [loan / 100, value / 100]
          const figures = {
            loanAmount,
            appraisedValueAmount,
            secondLienDrawnAmount: drawn / 100,
            helocLimitAmount: line / 100,
          }
          expect(computedRatios(figures)).toEqual({
            ltv: percent(loan, value),
            cltv: percent(loan + drawn, value),
            hcltv: percent(loan + Math.max(line, drawn), value),
          })
          const dti = computedDti({
            incomeUsedAmount: value / 100,
            residualMoIncomeAmount: loan / 100,
          })
          expect(
            dti === (loan > value ? null : percent(value - loan, value)),
            `DTI ${dti}`,
          ).toBe(true)
          const payments = {
            currentHousingPaymentAmount: value / 100,
            proposedHousingPaymentAmount: loan / 100,
          }
          const shock = paymentShock(payments)
          expect(
            shock === percent(loan - value, value),
            `payment shock ${shock}`,
          ).toBe(true)
          expect(reserveMonths(loanAmount, appraisedValueAmount)).toBe(
            plain(loan, value, 10n) / 10,
          )
          const reserves = {
            liquidReservesAmount: loan / 100,
            businessFundsForReservesAmount: drawn / 100,
          }
          expect(computedReserves(reserves)).toBe((loan + drawn) / 100)
        },
      ),
    )
  })
})
