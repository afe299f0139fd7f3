import { describe, expect, test } from 'vitest'
import { noEdits, typeInto } from './edits.ts'
import { emptyVariance, isEmptyVariance, measuredBy, parameterFor, readVariance } from './variance-fields.ts'
import { varianceViewOf } from './variance-view.ts'

const form = {
  creditScore: 655,
  loanAmount: 640_000,
  totalPostCloseReservesAmount: 60_000,
  proposedHousingPaymentAmount: 5_000,
}

describe('a parameter', () => {
  test('brings its unit, what the guide asks, and the figure of the form', () => {
    expect(measuredBy('FICO', form)).toEqual({ parameter: 'FICO', unit: 'points', operator: '>=', actualValue: '655' })
    expect(measuredBy('Loan Amount', form)).toMatchObject({ unit: '$', operator: '<=', actualValue: '640,000' })
    expect(measuredBy('Reserves', form)).toMatchObject({ unit: 'months', actualValue: '12' })
    expect(measuredBy('LTV', form)).toMatchObject({ operator: '<=', actualValue: '' })
  })

  test('taken away takes the measure with it', () => {
    expect(measuredBy(null, form)).toMatchObject({
      parameter: '',
      operator: '',
      guidelineValue: '',
      actualValue: '',
      unit: '',
    })
  })

  test('follows from the reason where one is usual', () => {
    expect(parameterFor('Credit Score')).toBe('FICO')
    expect(parameterFor('Citizenship')).toBeNull()
  })
})

describe('reading', () => {
  test.for([
    ['reason', '', { error: 'Required' }],
    ['guidelineValue', '$1,250.5', { value: 1250.5 }],
    ['guidelineValue', 'about 5', { error: 'Not a number' }],
    ['actualValue', '', { value: null }],
    ['justification', '  ', { value: '' }],
  ] as const)('%s %s', ([name, typed, reading]) => {
    expect(readVariance(name, typed)).toEqual(reading)
  })

  test('leaves out factors that say nothing, and asks for the name of one that has a value only', () => {
    const named = { factor: 'Investor experience', value: '8 years' }
    expect(readVariance('compensatingFactors', [named, { factor: '', value: ' ' }])).toEqual({ value: [named] })
    expect(readVariance('compensatingFactors', [{ factor: '', value: '8 years' }])).toEqual({
      error: 'Say what the factor is',
    })
  })

  test('a row in which nothing was said is no request', () => {
    expect(isEmptyVariance({ justification: ' ', compensatingFactors: [] })).toBe(true)
    expect(isEmptyVariance({ justification: 'x' })).toBe(false)
  })
})

test('the line of a variance follows the typing, and says when there is none to ask for', () => {
  const typed = Object.entries({ reason: 'Credit Score', ...measuredBy('FICO', form), guidelineValue: '660' })
  const view = varianceViewOf(
    typed.reduce((edits, [name, value]) => typeInto(edits, name, value, readVariance), noEdits(emptyVariance)),
  )
  expect(view).toMatchObject({ summary: 'FICO 655 against ≥ 660: −5 points', meetsGuideline: false })
  expect(view.problems).toEqual([{ field: 'justification', error: 'Required' }])
  const met = varianceViewOf({ ...noEdits({ ...emptyVariance, ...view.variance, guidelineValue: 650 }) })
  expect(met.meetsGuideline).toBe(true)
})
