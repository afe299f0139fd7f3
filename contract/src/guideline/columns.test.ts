import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRule, toCells } from './columns.ts'
import {
  getOperator,
  limitRange,
  type NewRule,
  type Parameter,
  parameterNames,
  severities,
} from './model.ts'

const anyParameter = fc.constantFrom(
  ...parameterNames.filter((name): name is Parameter => name !== 'ACREAGE'),
)
const band = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 401, max: 800 }))
  .map(([min, max]) => ({ min, max }))
const scores = fc
  .tuple(fc.integer({ min: 300, max: 575 }), fc.integer({ min: 576, max: 850 }))
  .map(([min, max]) => ({ min, max }))
const words = fc
  .stringMatching(/^[A-Za-z§.,=+ -]{1,30}[a-z]$/)
  .map((text) => text.trim())
const anyRule: fc.Arbitrary<NewRule> = fc
  .record({
    parameter: anyParameter,
    severity: fc.constantFrom(...severities),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    citation: words,
    text: words,
    scope: fc.record(
      {
        occupancies: fc.subarray(['P', 'S', 'I'] as const, { minLength: 1 }),
        purposes: fc.subarray(['Purchase', 'R&T', 'Cash-Out'] as const, {
          minLength: 1,
        }),
        propertyTypes: fc.subarray(['SF', 'CN', 'U24'] as const, {
          minLength: 1,
        }),
        states: fc.subarray(['CA', 'NY'], { minLength: 1 }),
        creditScore: scores,
        loanAmount: band,
        ltv: band,
        isExperiencedInvestor: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ parameter, part, ...rule }) => {
    const [least, most] = limitRange(parameter)
    const value = Math.round(least + part * (most - least))
    return {
      ...rule,
      program: 'DP',
      parameter,
      operator: getOperator(parameter),
      value,
    }
  })

test('a rule that is written into cells is read back from them', () => {
  fc.assert(
    fc.property(anyRule, (rule) => {
      const { rule: read, problems } = readRule(toCells(rule))
      expect(problems).toEqual([])
      expect(read).toEqual(rule)
    }),
  )
})

const cells = toCells({
  program: 'DP',
  parameter: 'LTV',
  operator: '<=',
  value: 80,
  severity: 'REVIEW',
  citation: '§4.2',
  text: 'Maximum',
  scope: { creditScore: { min: 700, max: null } },
})

test('cells are read as people write them in Excel', () => {
  const written = {
    ...cells,
    parameter: 'ltv',
    value: '80.5%',
    severity: 'knockout',
    amountMax: '$1,000,000',
    states: 'ca NY',
    occupancies: 'investment, P',
  }
  expect(readRule(written).rule).toMatchObject({
    parameter: 'LTV',
    value: 80.5,
    severity: 'KNOCKOUT',
    scope: {
      loanAmount: { min: null, max: 1_000_000 },
      states: ['CA', 'NY'],
      occupancies: ['I', 'P'],
    },
  })
})

test.for([
  ['parameter', 'Lifetime value', 'Unknown parameter. Examples: FICO, LTV'],
  ['value', '=A1+1', 'Not a number'],
  ['value', '', 'Required'],
  ['value', '400', 'From 0 to 300'],
  ['scoreMin', '9999', 'From 300 to 850'],
  ['scoreMax', '9999', 'From 300 to 850'],
  ['severity', 'Maybe', 'Review or Knockout'],
  [
    'occupancies',
    'Primary, Boat',
    'Unknown: Boat. Use Primary, Second Home, Investment, Unknown',
  ],
  ['states', 'CA XX', 'Unknown state XX. Use codes, such as CA, NY'],
  ['scoreMin', 'abc', 'Not a number'],
  ['ltvMin', '80', 'The upper end must not be below the lower end'],
  ['misses', 'FICO', 'Use this format: FICO by 5'],
  ['citation', '', 'Required'],
  ['text', ' ', 'Required'],
] as const)(
  'a wrong %s (%s) is a problem of its cell: %s',
  ([column, text, error]) => {
    const { rule, problems } = readRule({
      ...cells,
      ltvMax: '75',
      [column]: text,
    })
    expect(rule).toBeNull()
    expect(problems).toContainEqual({ column, error })
  },
)
