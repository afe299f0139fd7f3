import { expect, test } from 'vitest'
import { measuredBy, varianceCodec } from './variance-fields.ts'

const form = {
  ...{ creditScore: 655, loanAmount: 640_000 },
  ...{ totalPostCloseReservesAmount: 60_000, proposedHousingPaymentAmount: 5_000 },
}

test.for([
  ['FICO', { parameter: 'FICO', unit: 'points', operator: '>=', actualValue: '655' }],
  ['Loan Amount', { unit: '$', operator: '<=', actualValue: '640,000' }],
  ['Reserves', { unit: 'months', actualValue: '12' }],
  ['LTV', { operator: '<=', actualValue: '' }],
  [null, { parameter: '', operator: '', guidelineValue: '', actualValue: '', unit: '' }],
] as const)('choosing the parameter %s sets its unit, its usual operator and the form’s figure', (row) => {
  const [parameter, measure] = row
  expect(measuredBy(parameter, form)).toMatchObject(measure)
})

const named = { factor: 'Investor experience', value: '8 years' }

test.for([
  ['reason', '', { error: 'Required' }],
  ['guidelineValue', '$1,250.5', { value: 1250.5 }],
  ['guidelineValue', 'about 5', { error: 'Must be a number' }],
  ['actualValue', '', { value: null }],
  ['justification', '  ', { value: '' }],
  ['compensatingFactors', [named, { factor: '', value: ' ' }], { value: [named] }],
  ['compensatingFactors', [{ factor: '', value: '8 years' }], { error: 'Enter the factor' }],
] as const)('%s reads %o', ([name, typed, reading]) => {
  expect(varianceCodec.read(name, typed)).toEqual(reading)
})
