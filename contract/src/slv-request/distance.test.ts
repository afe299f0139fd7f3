import { describe, expect, test } from 'vitest'
import { distance, formDifference, meetsGuideline, varianceSummary } from './distance.ts'
import { NewSlvRequest, type Parameter, parameterNames, varianceProblems } from './model.ts'

const of = (
  parameter: 'FICO' | 'LTV' | 'DSCR' | 'Reserves' | 'Loan Amount',
  operator: '>=' | '<=',
  guideline: number,
  actual: number,
) => NewSlvRequest.parse({ reason: 'Other', parameter, operator, guidelineValue: guideline, actualValue: actual })

test.for([
  [of('FICO', '>=', 660, 655), 'FICO 655 against ≥ 660: −5 points', false],
  [of('LTV', '<=', 80, 82.5), 'LTV 82.5% against ≤ 80%: +2.5 points', false],
  [of('DSCR', '>=', 1.25, 1.11), 'DSCR 1.11 against ≥ 1.25: −0.14', false],
  [of('Reserves', '>=', 6, 4), 'Reserves 4 against ≥ 6: −2 months', false],
  [of('Loan Amount', '<=', 2_000_000, 2_150_000), 'Loan Amount $2,150,000 against ≤ $2,000,000: +$150,000', false],
  [of('FICO', '>=', 660, 660), 'FICO 660 against ≥ 660: at the guideline', true],
] as const)('%o shows its distance', ([item, line, meets]) => {
  expect(varianceSummary(item)).toBe(line)
  expect(meetsGuideline(item)).toBe(meets)
})

test('a variance without a measure shows its reason', () => {
  const item = NewSlvRequest.parse({ reason: 'Housing History' })
  expect([distance(item), varianceSummary(item)]).toEqual([null, 'Housing History'])
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
  }
  const figures: Partial<Record<Parameter, [number, string]>> = {
    FICO: [661, '661'],
    LTV: [74.1, '74.1%'],
    CLTV: [80, '80%'],
    HCLTV: [82.25, '82.25%'],
    DTI: [43, '43%'],
    DSCR: [1.11, '1.11'],
    'Loan Amount': [1_074_200, '$1,074,200'],
    Reserves: [12.5, '12.5'],
  }

  test.for(parameterNames)('is compared with the actual value of %s where it has such a figure', (parameter) => {
    const [figure, text] = figures[parameter] ?? [null, null]
    expect(formDifference({ parameter, actualValue: 650 }, form)).toBe(text && `The form says ${text}`)
    expect(formDifference({ parameter, actualValue: figure }, form)).toBeNull()
    expect(formDifference({ parameter, actualValue: null }, form)).toBe(text && `The form says ${text}`)
    expect(formDifference({ parameter, actualValue: 650 }, {})).toBeNull()
  })

  test('has no figure for a variance without a measure', () => {
    expect(formDifference({ parameter: null, actualValue: null }, form)).toBeNull()
  })
})
