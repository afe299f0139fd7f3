import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followLimit, toCells } from './columns.ts'
import {
  getOperator,
  isYesNo,
  limitRange,
  type Parameter,
  parameterNames,
  type Scope,
} from './model.ts'
import { findTextMismatch, generateRuleText } from './rule-text.ts'

type Case = {
  parameter: Parameter
  /** The limit. */
  value: number
  scope?: Scope
  text: string
}

describe('a text that contradicts its limit', () => {
  test.for<Case & { error: string }>([
    {
      parameter: 'LTV',
      value: 71,
      text: 'Maximum LTV is 85% with a credit score of 740 or higher.',
      error: 'The text says 85%, but the limit is 71%',
    },
    {
      parameter: 'LTV',
      value: 71,
      text: 'Max LTV 85',
      error: 'The text says 85%, but the limit is 71%',
    },
    {
      parameter: 'LTV',
      value: 71,
      text: 'LTV: 85 percent',
      error: 'The text says 85%, but the limit is 71%',
    },
    {
      parameter: 'LTV',
      value: 7.5,
      text: 'Maximum LTV is 75%.',
      error: 'The text says 75%, but the limit is 7.5%',
    },
    {
      parameter: 'CLTV',
      value: 80,
      scope: { ltv: { min: 75, max: 80 } },
      text: 'Up to 85% for LTV 75.01–80%.',
      error: 'The text says 85%, but the limit is 80%',
    },
    {
      parameter: 'CREDIT_SCORE',
      value: 670,
      text: 'Minimum representative credit score is 660.',
      error: 'The text says 660, but the limit is 670',
    },
    {
      parameter: 'CREDIT_SCORE',
      value: 670,
      text: '660 or better on Form 1008.',
      error: 'The text says 660, but the limit is 670',
    },
    {
      parameter: 'DTI',
      value: 45,
      text: 'DTI may not exceed 50 %.',
      error: 'The text says 50%, but the limit is 45%',
    },
    {
      parameter: 'DSCR',
      value: 1.05,
      text: 'Minimum DSCR is 1.00, by the market rent on Form 1007.',
      error: 'The text says 1, but the limit is 1.05',
    },
    {
      parameter: 'DSCR',
      value: 1.05,
      text: 'DSCR of at least 125%.',
      error: 'The text says 1.25, but the limit is 1.05',
    },
    {
      parameter: 'RESERVES_MONTHS',
      value: 12,
      text: '9 months of PITIA over $1,000,000.',
      error: 'The text says 9 months, but the limit is 12 months',
    },
    {
      parameter: 'LOAN_AMOUNT_MAX',
      value: 3_000_000,
      text: 'Up to $2.5 million.',
      error: 'The text says $2,500,000, but the limit is $3,000,000',
    },
    {
      parameter: 'LOAN_AMOUNT_MAX',
      value: 3_000_000,
      text: 'FICO of 700: $2.5M',
      error: 'The text says $2,500,000, but the limit is $3,000,000',
    },
    {
      parameter: 'LOAN_AMOUNT_MIN',
      value: 150_000,
      text: 'Minimum loan amount is 100,000.',
      error: 'The text says $100,000, but the limit is $150,000',
    },
    {
      parameter: 'APPRAISAL_AGE_DAYS',
      value: 90,
      text: 'No older than 120 days.',
      error: 'The text says 120 days, but the limit is 90 days',
    },
    {
      parameter: 'TRADELINES',
      value: 2,
      text: 'At least 3 open tradelines for 24 months.',
      error: 'The text says 3, but the limit is 2',
    },
    {
      parameter: 'FIRST_TIME_INVESTOR',
      value: 1,
      text: 'They are not eligible.',
      error: 'The text says “not eligible”, but the rule says “allowed”',
    },
  ])('$parameter $value, “$text”', ({ error, scope = {}, ...rule }) => {
    expect(findTextMismatch({ ...rule, scope })).toBe(error)
  })
})

describe('a text that agrees with its limit', () => {
  test.for<Case>([
    {
      parameter: 'LTV',
      value: 85,
      text: 'Maximum LTV is 85% with a credit score of 740 or higher.',
    },
    {
      parameter: 'LTV',
      value: 85,
      text: 'Maximum LTV is 85%, and 80% for cash-out.',
    },
    {
      parameter: 'LTV',
      value: 85,
      text: 'See the matrix, section 4, page 12.',
    },
    {
      parameter: 'CLTV',
      value: 80,
      scope: { ltv: { min: 75, max: 80 } },
      text: 'Limited to the LTV of 75.01–80%.',
    },
    {
      parameter: 'CREDIT_SCORE',
      value: 660,
      text: 'Minimum score is 660; 0x30x24 housing history.',
    },
    {
      parameter: 'CREDIT_SCORE',
      value: 660,
      scope: { creditScore: { min: null, max: 699 } },
      text: 'By the matrix for scores below 700.',
    },
    {
      parameter: 'DSCR',
      value: 1,
      text: 'Minimum DSCR is 1.00 for LTV up to 75%, by Form 1007.',
    },
    {
      parameter: 'DSCR',
      value: 1.25,
      text: 'DSCR of at least 125%.',
    },
    {
      parameter: 'RESERVES_MONTHS',
      value: 12,
      text: 'Minimum reserves are 12 months for loan amounts over $1,000,000.',
    },
    {
      parameter: 'LOAN_AMOUNT_MAX',
      value: 2_500_000,
      text: 'Up to $2.5 million.',
    },
    {
      parameter: 'PAYMENT_SHOCK',
      value: 150,
      text: 'Not over 150% if the score is more than 5 points below the minimum.',
    },
    {
      parameter: 'FIRST_TIME_INVESTOR',
      value: 0,
      text: 'Not eligible. Variances require a 36-month housing history.',
    },
  ])('$parameter $value, “$text”', ({ scope = {}, ...rule }) => {
    expect(findTextMismatch({ ...rule, scope })).toBeNull()
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
  const cells = toCells({
    program: 'DP',
    parameter: 'LTV',
    operator: getOperator('LTV'),
    value: 85,
    severity: 'REVIEW',
    citation: '§4.2',
    text: 'Maximum LTV is 85%.',
    scope: {},
  })

  test('changes with its limit while it is typed, if it was generated from it', () => {
    let row = cells
    for (const value of ['8', '', '7', '71']) row = followLimit(row, { value })
    expect(row).toMatchObject({ value: '71', text: 'Maximum LTV is 71%.' })
  })

  test('is generated from the limit of a new rule', () => {
    const emptyRow = { ...cells, parameter: '', value: '', text: '' }
    const withParameter = followLimit(emptyRow, { parameter: 'fico' })
    const withValue = followLimit(withParameter, { value: '660' })
    expect(withValue.text).toBe('Minimum credit score is 660.')
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
