import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsOf, followLimit } from './columns.ts'
import {
  isYesNo,
  limitRange,
  operatorOf,
  type Parameter,
  parameterNames,
  type Scope,
} from './model.ts'
import { findTextMismatch, generateRuleText } from './rule-text.ts'

type Case = readonly [
  parameter: Parameter,
  value: number,
  text: string,
  scope?: Scope,
]

describe('a text that contradicts its limit', () => {
  test.for<readonly [...Case, error: string]>([
    [
      'LTV',
      71,
      'Maximum LTV is 85% with a credit score of 740 or higher.',
      {},
      '85%, but the limit is 71%',
    ],
    ['LTV', 71, 'Max LTV 85', {}, '85%, but the limit is 71%'],
    ['LTV', 71, 'LTV: 85 percent', {}, '85%, but the limit is 71%'],
    ['LTV', 7.5, 'Maximum LTV is 75%.', {}, '75%, but the limit is 7.5%'],
    [
      'CLTV',
      80,
      'Up to 85% for LTV 75.01–80%.',
      { ltv: { min: 75, max: 80 } },
      '85%, but the limit is 80%',
    ],
    [
      'CREDIT_SCORE',
      670,
      'Minimum representative credit score is 660.',
      {},
      '660, but the limit is 670',
    ],
    [
      'CREDIT_SCORE',
      670,
      '660 or better on Form 1008.',
      {},
      '660, but the limit is 670',
    ],
    ['DTI', 45, 'DTI may not exceed 50 %.', {}, '50%, but the limit is 45%'],
    [
      'DSCR',
      1.05,
      'Minimum DSCR is 1.00, by the market rent on Form 1007.',
      {},
      '1, but the limit is 1.05',
    ],
    ['DSCR', 1.05, 'DSCR of at least 125%.', {}, '1.25, but the limit is 1.05'],
    [
      'RESERVES_MONTHS',
      12,
      '9 months of PITIA over $1,000,000.',
      {},
      '9 months, but the limit is 12 months',
    ],
    [
      'LOAN_AMOUNT_MAX',
      3_000_000,
      'Up to $2.5 million.',
      {},
      '$2,500,000, but the limit is $3,000,000',
    ],
    [
      'LOAN_AMOUNT_MAX',
      3_000_000,
      'FICO of 700: $2.5M',
      {},
      '$2,500,000, but the limit is $3,000,000',
    ],
    [
      'LOAN_AMOUNT_MIN',
      150_000,
      'Minimum loan amount is 100,000.',
      {},
      '$100,000, but the limit is $150,000',
    ],
    [
      'APPRAISAL_AGE_DAYS',
      90,
      'No older than 120 days.',
      {},
      '120 days, but the limit is 90 days',
    ],
    [
      'TRADELINES',
      2,
      'At least 3 open tradelines for 24 months.',
      {},
      '3, but the limit is 2',
    ],
    [
      'FIRST_TIME_INVESTOR',
      1,
      'They are not eligible.',
      {},
      '“not eligible”, but the rule says “allowed”',
    ],
  ])('%s %s, “%s”', ([parameter, value, text, scope = {}, error]) => {
    expect(findTextMismatch({ parameter, value, scope, text })).toBe(
      `The text says ${error}`,
    )
  })
})

describe('a text that doesn’t', () => {
  test.for<Case>([
    ['LTV', 85, 'Maximum LTV is 85% with a credit score of 740 or higher.'],
    ['LTV', 85, 'Maximum LTV is 85%, and 80% for cash-out.'],
    ['LTV', 85, 'See the matrix, section 4, page 12.'],
    [
      'CLTV',
      80,
      'Limited to the LTV of 75.01–80%.',
      { ltv: { min: 75, max: 80 } },
    ],
    ['CREDIT_SCORE', 660, 'Minimum score is 660; 0x30x24 housing history.'],
    [
      'CREDIT_SCORE',
      660,
      'By the matrix for scores below 700.',
      { creditScore: { min: null, max: 699 } },
    ],
    ['DSCR', 1, 'Minimum DSCR is 1.00 for LTV up to 75%, by Form 1007.'],
    ['DSCR', 1.25, 'DSCR of at least 125%.'],
    [
      'RESERVES_MONTHS',
      12,
      'Minimum reserves are 12 months for loan amounts over $1,000,000.',
    ],
    ['LOAN_AMOUNT_MAX', 2_500_000, 'Up to $2.5 million.'],
    [
      'PAYMENT_SHOCK',
      150,
      'Not over 150% if the score is more than 5 points below the minimum.',
    ],
    [
      'FIRST_TIME_INVESTOR',
      0,
      'Not eligible. Variances require a 36-month housing history.',
    ],
  ])('%s %s, “%s”', ([parameter, value, text, scope = {}]) => {
    expect(findTextMismatch({ parameter, value, scope, text })).toBeNull()
  })
})

const anyLimit = fc.constantFrom(...parameterNames).chain((parameter) =>
  fc.record({
    parameter: fc.constant(parameter),
    value: anyValue(parameter),
    other: anyValue(parameter),
  }),
)
const anyValue = (parameter: Parameter) => {
  const [least, most] = limitRange(parameter)
  const isWhole = isYesNo(parameter) || parameter === 'CREDIT_SCORE'
  if (isWhole) return fc.integer({ min: least, max: most })
  return fc
    .integer({ min: least * 100, max: most * 100 })
    .map((hundredths) => hundredths / 100)
}

test('a text generated from any limit agrees with it, and with no other', () => {
  fc.assert(
    fc.property(anyLimit, ({ parameter, value, other }) => {
      const text = generateRuleText({ parameter, value })
      expect(findTextMismatch({ parameter, value, scope: {}, text })).toBeNull()
      if (value === other || isYesNo(parameter)) return
      expect(
        findTextMismatch({ parameter, value: other, scope: {}, text }),
      ).toMatch(/^The text says .+, but the limit/)
    }),
  )
})

describe('a guideline text in the matrix', () => {
  const cells = cellsOf({
    program: 'DP',
    parameter: 'LTV',
    operator: operatorOf('LTV'),
    value: 85,
    severity: 'REVIEW',
    citation: '§4.2',
    text: 'Maximum LTV is 85%.',
    scope: {},
  })

  test('changes with its limit while it is typed, if it was generated from it', () => {
    const typed = ['8', '', '7', '71'].reduce(
      (row, value) => followLimit(row, { value }),
      cells,
    )
    expect(typed).toMatchObject({ value: '71', text: 'Maximum LTV is 71%.' })
  })

  test('is generated from the limit of a new rule', () => {
    const started = followLimit(
      { ...cells, parameter: '', value: '', text: '' },
      { parameter: 'fico' },
    )
    expect(followLimit(started, { value: '660' }).text).toBe(
      'Minimum credit score is 660.',
    )
  })

  test('stays as someone wrote it', () => {
    const own = 'Maximum LTV is 85%, whatever the score.'
    expect(followLimit({ ...cells, text: own }, { value: '71' }).text).toBe(own)
    expect(followLimit(cells, { value: '71', text: own }).text).toBe(own)
    expect(followLimit(cells, { citation: '§4.3' }).text).toBe(
      'Maximum LTV is 85%.',
    )
  })
})
