import type { Finding } from '@portal/contract/guideline/evaluate'
import { expect, test } from 'vitest'
import { filledFrom, measuredBy, varianceCodec } from './variance-fields.ts'

const form = {
  ...{ creditScore: 655, loanAmount: 640_000 },
  ...{ totalPostCloseReservesAmount: 60_000, proposedHousingPaymentAmount: 5_000 },
}

test.for([
  ['CREDIT_SCORE', { parameter: 'CREDIT_SCORE', unit: 'points', operator: '>=', actualValue: '655' }],
  ['LOAN_AMOUNT_MAX', { unit: '$', operator: '<=', actualValue: '640,000' }],
  ['RESERVES_MONTHS', { unit: 'months', actualValue: '12' }],
  ['LTV', { operator: '<=', actualValue: '' }],
  [null, { parameter: '', operator: '', guidelineValue: '', actualValue: '', unit: '' }],
] as const)('choosing the parameter %s sets its unit, its usual operator and the form’s figure', (row) => {
  const [parameter, measure] = row
  expect(measuredBy(parameter, form, '2026-04-01')).toMatchObject(measure)
})

test('a miss fills a whole row, with the buyer’s reason for its parameter', () => {
  const finding: Finding = {
    ...{ parameter: 'CREDIT_SCORE', state: 'MISSES', ruleId: 'rule-1', operator: '>=', limit: 660, actual: 655 },
    ...{ distance: -5, share: 0.008, unit: 'points', citation: '§4.2', text: 'Minimum 660.', missing: [] },
    coveredBy: null,
  }
  expect(filledFrom(finding, [{ name: 'Credit Score', parameters: ['CREDIT_SCORE'] }])).toEqual({
    ...{ reason: 'Credit Score', ruleId: 'rule-1', parameter: 'CREDIT_SCORE', unit: 'points', operator: '>=' },
    ...{ guidelineValue: '660', actualValue: '655', currentGuideline: 'Minimum 660.' },
  })
  expect(filledFrom(finding, []).reason).toBe('Other')
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
