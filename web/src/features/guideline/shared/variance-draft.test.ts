import type { Finding } from '@portal/contract/guideline/evaluate'
import { parameterNames } from '@portal/contract/guideline/model'
import { reasons } from '@portal/contract/slv-request/model'
import { expect, test } from 'vitest'
import { isFor, varianceFor } from './variance-draft.ts'

const finding: Finding = {
  ...{ parameter: 'CREDIT_SCORE', state: 'MISSES', ruleId: 'rule-1', operator: '>=', limit: 660, actual: 655 },
  ...{ distance: -5, share: 0.008, unit: 'points', citation: '§4.2', text: 'Minimum 660.', missing: [] },
  coveredBy: null,
}
const blank = { key: 'new-1', summary: '', meetsGuideline: false, parameter: null, compensatingFactors: [] }

test('a miss fills a whole row', () => {
  expect(varianceFor(finding)).toEqual({
    ...{ reason: 'Credit Score', parameter: 'FICO', unit: 'points', operator: '>=' },
    ...{ guidelineValue: '660', actualValue: '655', currentGuideline: 'Minimum 660. (§4.2)' },
  })
})

test('a parameter that requests don’t have fills the reason and the text only', () => {
  const shock = { ...finding, parameter: 'PAYMENT_SHOCK' } as const
  expect(varianceFor(shock)).toEqual({ reason: 'Other', currentGuideline: 'Minimum 660. (§4.2)' })
})

test.for(parameterNames)('%s has a known reason, and its own row is recognized', (parameter) => {
  const miss = { ...finding, parameter }
  const row = varianceFor(miss)
  expect(reasons).toContain(row.reason)
  const known = { FICO: 'FICO', LTV: 'LTV' } as const
  const named = parameter === 'CREDIT_SCORE' ? known.FICO : parameter === 'LTV' ? known.LTV : null
  if (named !== null) expect(isFor({ ...blank, currentGuideline: '', parameter: named }, miss)).toBe(true)
  if (row.parameter === undefined)
    expect(isFor({ ...blank, currentGuideline: row.currentGuideline ?? '' }, miss)).toBe(true)
  expect(isFor({ ...blank, currentGuideline: 'Another' }, miss)).toBe(false)
})

test('a long guideline text keeps its citation', () => {
  const { currentGuideline = '' } = varianceFor({ ...finding, text: 'x'.repeat(2000) })
  expect(currentGuideline).toHaveLength(2000)
  expect(currentGuideline).toMatch(/x \(§4\.2\)$/)
})
