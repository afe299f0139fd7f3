import type { Finding } from '@portal/contract/guideline/evaluate'
import { expect, test } from 'vitest'
import {
  asSent,
  filledFrom,
  measuredBy,
  varianceCodec,
} from './variance-fields.ts'

const form = {
  creditScore: 655,
  loanAmount: 640_000,
  totalPostCloseReservesAmount: 60_000,
  proposedHousingPaymentAmount: 5_000,
}

test.for([
  [
    'CREDIT_SCORE',
    {
      parameter: 'CREDIT_SCORE',
      unit: 'points',
      operator: '>=',
      actualValue: '655',
    },
  ],
  ['LOAN_AMOUNT_MAX', { unit: '$', operator: '<=', actualValue: '640,000' }],
  ['RESERVES_MONTHS', { unit: 'months', actualValue: '12' }],
  ['LTV', { operator: '<=', actualValue: '' }],
  [
    null,
    {
      parameter: '',
      operator: '',
      guidelineValue: '',
      actualValue: '',
      unit: '',
    },
  ],
] as const)(
  'choosing the parameter %s sets its unit, its usual operator and the form’s figure',
  (row) => {
    const [parameter, measure] = row
    expect(measuredBy(parameter, form, '2026-04-01')).toMatchObject(measure)
  },
)

test('a miss fills a whole row, with the buyer’s reason for its parameter', () => {
  const finding: Finding = {
    parameter: 'CREDIT_SCORE',
    state: 'MISSES',
    ruleId: 'rule-1',
    operator: '>=',
    limit: 660,
    actual: 655,
    distance: -5,
    share: 0.008,
    unit: 'points',
    citation: '§4.2',
    text: 'Minimum 660.',
    missing: [],
    coveredBy: null,
  }
  expect(
    filledFrom(finding, [
      { name: 'Credit Score', parameters: ['CREDIT_SCORE'] },
    ]),
  ).toEqual({
    reason: 'Credit Score',
    ruleId: 'rule-1',
    parameter: 'CREDIT_SCORE',
    unit: 'points',
    operator: '>=',
    guidelineValue: '660',
    actualValue: '655',
    currentGuideline: 'Minimum 660.',
  })
  expect(filledFrom(finding, []).reason).toBe('Other')
})

test('in a draft, a variance that a rule fills follows the form; a typed one keeps its figure', () => {
  const variance = {
    reason: 'Credit Score',
    parameter: 'CREDIT_SCORE' as const,
    operator: '>=' as const,
    unit: 'points',
    guidelineValue: 660,
    actualValue: 640,
    currentGuideline: '',
    justification: '',
    compensatingFactors: [],
  }
  const view = {
    variance,
    summary: 'as typed',
    meetsGuideline: false,
    problems: [],
    unsavable: new Map(),
  }
  const shown = (ruleId: string | null, creditScore: number) =>
    asSent({ ...view, ruleId }, { ...form, creditScore }, '2026-04-01')
  expect(shown('rule-1', 655)).toMatchObject({
    summary: 'FICO 655 against ≥ 660: 5 points short',
    meetsGuideline: false,
  })
  expect(shown('rule-1', 700).meetsGuideline).toBe(true)
  expect(shown(null, 700).summary).toBe('as typed')
})

const named = { factor: 'Investor experience', value: '8 years' }

test.for([
  ['reason', '', { error: 'Required' }],
  ['guidelineValue', '$1,250.5', { value: 1250.5 }],
  ['guidelineValue', 'about 5', { error: 'Must be a number' }],
  ['actualValue', '', { value: null }],
  ['justification', '  ', { value: '' }],
  [
    'compensatingFactors',
    [named, { factor: '', value: ' ' }],
    { value: [named] },
  ],
  [
    'compensatingFactors',
    [{ factor: '', value: '8 years' }],
    { error: 'Enter the factor' },
  ],
] as const)('%s reads %o', ([name, typed, reading]) => {
  expect(varianceCodec.read(name, typed)).toEqual(reading)
})
