import { describe, expect, test } from 'vitest'
import { measuredParameters } from '../guideline/figures.ts'
import {
  type Operator,
  type Parameter,
  parameterNames,
} from '../guideline/model.ts'
import { inUnit, sizeInUnit } from '../guideline/texts.ts'
import {
  distance,
  formDifference,
  meetsGuideline,
  shortSummary,
  varianceSummary,
} from './distance.ts'
import { NewSlvRequest, varianceProblems } from './model.ts'

const variance = (
  parameter: Parameter,
  operator: Operator,
  guideline: number,
  actual: number,
) =>
  NewSlvRequest.parse({
    reason: 'Other',
    parameter,
    operator,
    guidelineValue: guideline,
    actualValue: actual,
  })

test.for([
  {
    item: variance('CREDIT_SCORE', '>=', 660, 655),
    line: 'FICO 655 against ≥ 660: 5 points short',
    meets: false,
  },
  {
    item: variance('LTV', '<=', 80, 82.5),
    line: 'LTV 82.5% against ≤ 80%: 2.5 over',
    meets: false,
  },
  {
    item: variance('DSCR', '>=', 1.25, 1.11),
    line: 'DSCR 1.11 against ≥ 1.25: 0.14 short',
    meets: false,
  },
  {
    item: variance('RESERVES_MONTHS', '>=', 6, 4),
    line: 'Reserves 4 against ≥ 6: 2 months short',
    meets: false,
  },
  {
    item: variance('LOAN_AMOUNT_MAX', '<=', 2_000_000, 2_150_000),
    line: 'Loan Amount $2,150,000 against ≤ $2,000,000: $150,000 over',
    meets: false,
  },
  {
    item: variance('CLTV', '<=', 90, 88.75),
    line: 'CLTV 88.75% against ≤ 90%: 1.25 inside',
    meets: true,
  },
  {
    item: variance('CREDIT_SCORE', '>=', 660, 700),
    line: 'FICO 700 against ≥ 660: 40 points inside',
    meets: true,
  },
  {
    item: variance('CREDIT_SCORE', '>=', 660, 660),
    line: 'FICO 660 against ≥ 660: at the limit',
    meets: true,
  },
])('$line', ({ item, line, meets }) => {
  expect(varianceSummary(item)).toBe(line)
  expect(meetsGuideline(item)).toBe(meets)
})

test('the variances of a list say which way each is off', () => {
  const items = [
    variance('CREDIT_SCORE', '>=', 660, 655),
    variance('RESERVES_MONTHS', '>=', 9, 7.6),
    variance('LTV', '<=', 75, 78.75),
    variance('CLTV', '<=', 90, 88.75),
    variance('LOAN_AMOUNT_MAX', '<=', 1_000_000, 1_043_200),
    NewSlvRequest.parse({ reason: 'Housing History' }),
  ]
  expect(shortSummary(items)).toBe(
    'FICO 5 short · Reserves 1.4 mo short · LTV 3.75 over · CLTV 1.25 inside · Loan Amount $43,200 over · Housing History',
  )
})

test('a variance of a yes-or-no guideline shows that it is not allowed', () => {
  expect(varianceSummary(variance('NON_WARRANTABLE', '=', 0, 1))).toBe(
    'Non-warrantable condo: not allowed',
  )
})

test('a variance without a measure shows its reason', () => {
  const item = NewSlvRequest.parse({ reason: 'Housing History' })
  expect([distance(item), varianceSummary(item)]).toEqual([
    null,
    'Housing History',
  ])
})

test('a complete variance has texts and a measure', () => {
  const item = NewSlvRequest.parse({ reason: 'DTI', parameter: 'DTI' })
  expect(varianceProblems(item)).toEqual([
    { field: 'justification', error: 'Required' },
    { field: 'operator', error: 'Required' },
    { field: 'guidelineValue', error: 'Required' },
    { field: 'actualValue', error: 'Required' },
  ])
})

test.for([
  ['CREDIT_SCORE', '>=', 9999, 655, ['guidelineValue']],
  ['CREDIT_SCORE', '>=', 660, 6550, ['actualValue']],
  ['LTV', '<=', -75, 78.75, ['guidelineValue']],
  ['LTV', '<=', 75, 420, []],
] as const)(
  'a variance of %s %s %s with %s has problems at %j',
  ([parameter, operator, guidelineValue, actualValue, fields]) => {
    const item = {
      ...variance(parameter, operator, guidelineValue, actualValue),
      justification: 'Paid as agreed',
    }
    expect(varianceProblems(item).map(({ field }) => field)).toEqual(fields)
  },
)

test('a score out of range is named with its range', () => {
  const item = {
    ...variance('CREDIT_SCORE', '>=', 9999, 655),
    justification: 'Paid as agreed',
  }
  expect(varianceProblems(item)).toEqual([
    { field: 'guidelineValue', error: 'From 300 to 850' },
  ])
})

test('money has cents or none, and one of a unit is singular', () => {
  expect(
    [7236.1, 7236, 0.5, 1_074_250].map((value) => inUnit(value, '$')),
  ).toEqual(['$7,236.10', '$7,236', '$0.50', '$1,074,250'])
  const sizes = [
    sizeInUnit(1, 'months'),
    sizeInUnit(1, '%'),
    sizeInUnit(1, 'properties'),
    sizeInUnit(2, 'months'),
  ]
  expect(sizes).toEqual(['1 month', '1 point', '1 property', '2 months'])
})

describe('the form', () => {
  const form = {
    creditScore: 661,
    ltv: 74.1,
    cltv: 80,
    hcltv: 82.25,
    dti: 43,
    dscr: 1.11,
    loanAmount: 1_074_200,
    totalPostCloseReservesAmount: 62_250,
    proposedHousingPaymentAmount: 5_000,
    currentHousingPaymentAmount: 4_000,
    residualMoIncomeAmount: 3_100,
    purpose: 'Cash-Out' as const,
    cashOutAmount: 150_000,
    appraisalDate: '2026-01-01',
    seasoningMonths: 30,
    tradelines: 3,
    financedProperties: 4,
  }
  const asOf = '2026-04-01'
  const figures: Partial<Record<Parameter, [number, string]>> = {
    CREDIT_SCORE: [661, '661'],
    LTV: [74.1, '74.1%'],
    CLTV: [80, '80%'],
    HCLTV: [82.25, '82.25%'],
    DTI: [43, '43%'],
    DSCR: [1.11, '1.11'],
    LOAN_AMOUNT_MIN: [1_074_200, '$1,074,200'],
    LOAN_AMOUNT_MAX: [1_074_200, '$1,074,200'],
    RESERVES_MONTHS: [12.5, '12.5'],
    RESIDUAL_INCOME: [3_100, '$3,100'],
    PAYMENT_SHOCK: [25, '25%'],
    CASH_OUT_AMOUNT: [150_000, '$150,000'],
    APPRAISAL_AGE_DAYS: [90, '90'],
    SEASONING_MONTHS: [30, '30'],
    TRADELINES: [3, '3'],
    FINANCED_PROPERTIES: [4, '4'],
  }

  test('has a figure for every parameter that is measured', () => {
    expect(
      Object.keys(figures).toSorted(),
      'Give the fields of each parameter values in `form` above, and its figure in `figures`',
    ).toEqual(measuredParameters.toSorted())
  })

  test.for(parameterNames)(
    'is compared with the actual value of %s where it has such a figure',
    (parameter) => {
      const [figure, text] = figures[parameter] ?? [null, null]
      expect(
        formDifference({ parameter, actualValue: 650 }, form, asOf),
        'The expected value is in `figures` above',
      ).toBe(text && `The form says ${text}`)
      expect(
        formDifference({ parameter, actualValue: figure }, form, asOf),
      ).toBeNull()
      expect(formDifference({ parameter, actualValue: null }, form, asOf)).toBe(
        text && `The form says ${text}`,
      )
      expect(
        formDifference({ parameter, actualValue: 650 }, {}, asOf),
      ).toBeNull()
    },
  )

  test('has no figure for a variance without a measure', () => {
    expect(
      formDifference({ parameter: null, actualValue: null }, form, asOf),
    ).toBeNull()
  })
})
