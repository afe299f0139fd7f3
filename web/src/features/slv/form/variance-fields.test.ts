import { describe, expect, test } from 'vitest'
import { noEdits, typeInto } from '../../../lib/autosave/edits.ts'
import { emptyVariance, measuredBy, readVariance, varianceViewOf } from './variance-fields.ts'

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
    expect(readVariance(name, typed)).toEqual(reading)
  })

  test('skips empty factors, and requires a name for one that has a value', () => {
    const named = { factor: 'Investor experience', value: '8 years' }
    expect(readVariance('compensatingFactors', [named, { factor: '', value: ' ' }])).toEqual({ value: [named] })
    expect(readVariance('compensatingFactors', [{ factor: '', value: '8 years' }])).toEqual({
      error: 'Enter the factor',
    })
  })
})

test('the summary follows the typing, and shows when the loan meets the guideline', () => {
  const typed = Object.entries({ reason: 'Credit Score', ...measuredBy('FICO', form), guidelineValue: '660' })
  const view = varianceViewOf(
    typed.reduce((edits, [name, value]) => typeInto(edits, name, value, readVariance), noEdits(emptyVariance)),
  )
  expect(view).toMatchObject({ summary: 'FICO 655 against ≥ 660: −5 points', meetsGuideline: false })
  expect(view.problems).toEqual([{ field: 'justification', error: 'Required' }])
  const met = varianceViewOf({ ...noEdits({ ...emptyVariance, ...view.variance, guidelineValue: 650 }) })
  expect(met.meetsGuideline).toBe(true)
})
