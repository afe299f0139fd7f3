import { describe, expect, test } from 'vitest'
import { measuredBy, varianceCodec } from './variance-fields.ts'

const form = {
  creditScore: 655,
  loanAmount: 640_000,
  totalPostCloseReservesAmount: 60_000,
  proposedHousingPaymentAmount: 5_000,
}

describe('a parameter', () => {
  test('sets its unit, its usual operator and the figure of the form', () => {
    expect(measuredBy('FICO', form)).toEqual({ parameter: 'FICO', unit: 'points', operator: '>=', actualValue: '655' })
    expect(measuredBy('Loan Amount', form)).toMatchObject({ unit: '$', operator: '<=', actualValue: '640,000' })
    expect(measuredBy('Reserves', form)).toMatchObject({ unit: 'months', actualValue: '12' })
    expect(measuredBy('LTV', form)).toMatchObject({ operator: '<=', actualValue: '' })
  })

  test('that is cleared clears the measure', () => {
    const cleared = { parameter: '', operator: '', guidelineValue: '', actualValue: '', unit: '' }
    expect(measuredBy(null, form)).toEqual(cleared)
  })
})

describe('reading', () => {
  test.for([
    ['reason', '', { error: 'Required' }],
    ['guidelineValue', '$1,250.5', { value: 1250.5 }],
    ['guidelineValue', 'about 5', { error: 'Must be a number' }],
    ['actualValue', '', { value: null }],
    ['justification', '  ', { value: '' }],
  ] as const)('%s %s', ([name, typed, reading]) => {
    expect(varianceCodec.read(name, typed)).toEqual(reading)
  })

  test('skips empty factors, and requires a name for one that has a value', () => {
    const named = { factor: 'Investor experience', value: '8 years' }
    expect(varianceCodec.read('compensatingFactors', [named, { factor: '', value: ' ' }])).toEqual({ value: [named] })
    expect(varianceCodec.read('compensatingFactors', [{ factor: '', value: '8 years' }])).toEqual({
      error: 'Enter the factor',
    })
  })
})
