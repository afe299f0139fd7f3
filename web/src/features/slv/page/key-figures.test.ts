import type { EvaluationAnswer } from '@portal/contract/guideline/answers'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { expect, test } from 'vitest'
import { missedLimit } from './key-figures.tsx'

type Finding = EvaluationAnswer['findings'][number]

const finding = (state: Finding['state'], limit: number): Finding => ({
  parameter: 'CREDIT_SCORE',
  state,
  ruleId: '01a1fb82-d133-7585-b75b-ae18eb890312',
  operator: '>=',
  limit,
  actual: 650,
  distance: limit - 650,
  share: null,
  unit: 'points',
  citation: '§1',
  text: '',
  missing: [],
  coveredBy: null,
})

/** A variance that was requested under another program. */
const requested = {
  parameter: 'CREDIT_SCORE',
  operator: '>=',
  guidelineValue: 700,
  actualValue: 650,
  unit: 'points',
} as SlvDetail['slvRequests'][number]

test.each([
  ['the limit of the program as it is now', [finding('MISSES', 680)], '≥ 680'],
  [
    'no limit that the program as it is now doesn’t have',
    [finding('MEETS', 640)],
    null,
  ],
  ['no limit that a contract covers', [finding('COVERED', 680)], null],
  [
    'the limit of the variance where no guideline decides',
    [finding('NOT_EVALUATED', 640)],
    '≥ 700',
  ],
  ['the limit of the variance without guidelines', [], '≥ 700'],
] as const)('the header shows %s', (_, findings, limit) => {
  expect(
    missedLimit(
      ['CREDIT_SCORE'],
      { slvRequests: [requested] },
      { findings: [...findings] },
    ),
  ).toBe(limit)
})
