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
} from './figures.ts'

describe('figures (field.md)', () => {
  test('LTV of a purchase is of the lower of price and appraisal, else of the appraisal', () => {
    const loan = { loanAmount: 480_000, purchasePriceAmount: 640_000, appraisedValueAmount: 600_000 }
    expect(ltvValue({ ...loan, purpose: 'Purchase' })).toBe(600_000)
    expect(ltvValue({ ...loan, appraisedValueAmount: 700_000, purpose: 'Purchase' })).toBe(640_000)
    expect(ltvValue({ ...loan, purpose: 'Cash-Out' })).toBe(600_000)
    expect(computedRatios({ ...loan, purpose: 'Purchase' }).ltv).toBe(80)
  })

  test('CLTV adds what is drawn, HCLTV the whole line; HCLTV ≥ CLTV ≥ LTV', () => {
    const loan = {
      loanAmount: 300_000,
      appraisedValueAmount: 600_000,
      secondLienDrawnAmount: 60_000,
      helocLimitAmount: 90_000,
    }
    expect(computedRatios(loan)).toEqual({ ltv: 50, cltv: 60, hcltv: 65 })
    expect(computedRatios({ ...loan, helocLimitAmount: 0 })).toEqual({ ltv: 50, cltv: 60, hcltv: 60 })
  })

  test('are null, not wrong, while something is missing', () => {
    expect(computedRatios({ loanAmount: 300_000 })).toEqual({ ltv: null, cltv: null, hcltv: null })
    expect(computedRatios({ loanAmount: 300_000, appraisedValueAmount: 0 }).ltv).toBeNull()
    expect(computedDti({ incomeUsedAmount: 0, residualMoIncomeAmount: 0 })).toBeNull()
    expect(computedReserves({})).toBeNull()
    expect(reserveMonths(60_000, null)).toBeNull()
    expect(paymentShock({ currentHousingPaymentAmount: 0, proposedHousingPaymentAmount: 2000 })).toBeNull()
  })

  test('DTI, reserves, months, payment shock', () => {
    expect(computedDti({ incomeUsedAmount: 10_000, residualMoIncomeAmount: 5650 })).toBe(43.5)
    expect(computedReserves({ liquidReservesAmount: 0.1, retirementReservesAmount: 0.2 })).toBe(0.3)
    expect(reserveMonths(60_000, 4000)).toBe(15)
    expect(paymentShock({ currentHousingPaymentAmount: 2000, proposedHousingPaymentAmount: 3000 })).toBe(50)
  })

  test('disagree when they differ by more than rounding', () => {
    expect(disagrees(75, 75.01)).toBe(false)
    expect(disagrees(75, 75.02)).toBe(true)
    expect(disagrees(null, 75)).toBe(false)
    expect(disagrees(75, null)).toBe(false)
  })

  test('dtiDscr is the DSCR of a DSCR program and the DTI of any other', () => {
    expect(dtiDscr({ buyerNonAgencyProgram: 'Foreign National DSCR', dti: 40, dscr: 1.1 })).toBe(1.1)
    expect(dtiDscr({ buyerNonAgencyProgram: 'Jumbo Prime', dti: 40, dscr: 1.1 })).toBe(40)
  })
})
