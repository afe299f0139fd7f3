import { evaluate } from '@portal/contract/guideline/evaluate'
import { evaluateWithFit } from '@portal/contract/guideline/fit'
import {
  getOperator,
  type Parameter,
  type Program,
  parameters,
  type Rule,
} from '@portal/contract/guideline/model'
import { getKeys } from '@portal/contract/lib/typed'
import type { Row } from './goals.ts'
import { medianTime } from './load.ts'

const limits = {
  CREDIT_SCORE: 660,
  LTV: 80,
  CLTV: 80,
  HCLTV: 90,
  DTI: 50,
  DSCR: 1,
  RESERVES_MONTHS: 6,
  LOAN_AMOUNT_MAX: 2_000_000,
} satisfies Partial<Record<Parameter, number>>
const limitedParameters = getKeys(limits)

/**
 * Rules of one program, spread evenly over parameters. The rules of a parameter
 * have adjacent bands of the loan amount, up to 4 million.
 */
const createRules = (program: string, count: number): Rule[] =>
  Array.from({ length: count }, (_, index) => {
    const parameterCount = limitedParameters.length
    const parameter = limitedParameters[index % parameterCount] ?? 'LTV'
    const value = limits[parameter]
    const band = Math.floor(index / parameterCount)
    const width = Math.ceil(4_000_000 / (count / parameterCount))
    return {
      id: `${program}-${index}`,
      program,
      parameter,
      operator: getOperator(parameter),
      value,
      unit: parameters[parameter].unit,
      severity: 'REVIEW',
      citation: '§1',
      text: 'As written',
      scope: { loanAmount: { min: band * width, max: (band + 1) * width } },
    }
  })

const figures = {
  buyerNonAgencyProgram: 'Program 0',
  creditScore: 655,
  ltv: 82,
  cltv: 82,
  hcltv: 82,
  dti: 43,
  dscr: 1.1,
  loanAmount: 820_000,
  appraisedValueAmount: 1_000_000,
  totalPostCloseReservesAmount: 20_000,
  proposedHousingPaymentAmount: 5_000,
}
const asOf = '2026-11-24'

/**
 * Measures evaluating a loan by a guide of 5,000 rules for 15 programs, and all
 * that the Eligibility panel shows by 15 programs of 60 rules.
 */
export async function measureGuidelines(): Promise<Row[]> {
  const programs = Array.from(
    { length: 15 },
    (_, index): Program => ({
      code: `P${index}`,
      name: `Program ${index}`,
      family: 'DSCR',
      qualifiesBy: 'DSCR',
      activeFrom: '2020-01-01',
      activeTo: null,
      approvalDays: 60,
      products: [{ code: '30F', name: 'Fixed' }],
    }),
  )
  const rulesOfAll = programs.flatMap(({ code }) => createRules(code, 334))
  const rulesOfOne = createRules('P0', 5_000)
  const guide = {
    asOf,
    programs,
    rules: programs.flatMap(({ code }) => createRules(code, 60)),
    coverages: [],
    factors: [],
  }
  return [
    {
      goal: 'guidelines.evaluate',
      value: await medianOfCall(() =>
        evaluate(figures, 'P0', rulesOfAll, { asOf }),
      ),
      details: {
        'ms if all 5,000 are of one program': await medianOfCall(() =>
          evaluate(figures, 'P0', rulesOfOne, { asOf }),
        ),
      },
    },
    {
      goal: 'guidelines.panel',
      value: await medianOfCall(() => evaluateWithFit(figures, guide, [])),
    },
  ]
}

/** The median time of a call in ms; 100 calls are timed together. */
async function medianOfCall(work: () => unknown): Promise<number> {
  const calls = 100
  const ms = await medianTime(async () => {
    for (let call = 0; call < calls; call++) work()
  })
  return ms / calls
}
