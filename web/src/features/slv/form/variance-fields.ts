import type { Problem } from '@portal/contract/lib/errors'
import { pick, tableOf } from '@portal/contract/lib/typed'
import type { FormSoFar } from '@portal/contract/slv/form'
import { formFigure, meetsGuideline, varianceSummary } from '@portal/contract/slv-request/distance'
import * as model from '@portal/contract/slv-request/model'
import { z } from 'zod'
import * as autosave from '../../../lib/autosave/edits.ts'
import { none } from '../../../lib/text/format.ts'
import { writeNumber } from '../../../lib/text/number-text.ts'
import { createCodec } from './read-field.ts'

export const varianceLabels: Record<model.VarianceField, string> = {
  reason: 'Reason',
  parameter: 'Parameter',
  operator: 'Guideline asks for',
  guidelineValue: 'Guideline value',
  actualValue: 'Actual value',
  unit: 'Unit',
  currentGuideline: 'Guideline text',
  justification: 'Justification',
  compensatingFactors: 'Compensating factors',
}

const { shape } = model.SlvRequestPatch

export const varianceCodec = createCodec({
  reason: { kind: 'choice', schema: shape.reason },
  parameter: { kind: 'choice', schema: shape.parameter },
  operator: { kind: 'choice', schema: shape.operator },
  guidelineValue: { kind: 'number', schema: shape.guidelineValue },
  actualValue: { kind: 'number', schema: shape.actualValue },
  unit: { kind: 'text', schema: shape.unit },
  currentGuideline: { kind: 'longText', schema: shape.currentGuideline },
  justification: { kind: 'longText', schema: shape.justification },
  compensatingFactors: {
    kind: 'factors',
    schema: z
      .array(
        z.object({ factor: z.string().refine((name) => name.trim() !== '', 'Enter the factor'), value: z.string() }),
      )
      .pipe(shape.compensatingFactors.unwrap()),
  },
})

export const emptyVariance: autosave.Values = {
  ...tableOf(model.varianceFields, () => null),
  currentGuideline: '',
  justification: '',
  compensatingFactors: [],
}

export const varianceValues = (request: model.SlvRequest): autosave.Values => pick(request, model.varianceFields)

/** 'Reserves: 14 months', one factor after another. */
export const factorsText = (factors: readonly Readonly<Record<string, string>>[], separator: string): string =>
  factors.map(({ factor, value }) => [factor, value].filter(Boolean).join(': ')).join(separator) || none

export const varianceFieldName = (key: string, field: string) => `variance.${key}.${field}`

/** The parameters for which guidelines set a minimum; for the others they set a maximum. */
const minimums: readonly model.Parameter[] = ['FICO', 'DSCR', 'Reserves', 'Tradelines', 'Seasoning']

export const parameterFor: Partial<Record<model.Reason, model.Parameter>> = {
  'Credit Score': 'FICO',
  'LTV / CLTV': 'LTV',
  DTI: 'DTI',
  DSCR: 'DSCR',
  Reserves: 'Reserves',
  'Loan Amount': 'Loan Amount',
  'Credit Event Seasoning': 'Seasoning',
  Appraisal: 'Appraisal Age',
}

/** What choosing a parameter fills in: its unit, its usual operator and the form's figure. */
export const measuredBy = (parameter: model.Parameter | null, form: FormSoFar): Record<string, autosave.Typed> => {
  if (parameter === null) return { parameter: '', operator: '', guidelineValue: '', actualValue: '', unit: '' }
  return {
    parameter,
    unit: model.parameters[parameter],
    operator: minimums.includes(parameter) ? '>=' : '<=',
    actualValue: writeNumber(formFigure(parameter, form), { min: 0, max: 3 }),
  }
}

export type Variance = Parameters<typeof model.varianceProblems>[0]

type VarianceView = {
  variance: Variance
  /** 'FICO 655 against ≥ 660: −5 points', or the reason, or that it is new. */
  summary: string
  meetsGuideline: boolean
  problems: readonly (Problem & { field: model.VarianceField })[]
  unsavable: ReadonlyMap<string, string>
}

// Each value was read by the contract's own schema for its field.
const AsVariance = z.custom<Variance>((variance) => typeof variance === 'object')

export const varianceViewOf = autosave.perEdits((edits): VarianceView => {
  const variance = AsVariance.parse(
    tableOf(model.varianceFields, (name) => autosave.valueNow(edits, name, varianceCodec.read) ?? emptyVariance[name]),
  )
  const unsavable = autosave.unsavable(edits, varianceCodec.read)
  const missing = new Map(model.varianceProblems(variance).map(({ field, error }) => [field.split('.')[0], error]))
  return {
    variance,
    summary: variance.reason ? varianceSummary(variance) : 'New variance',
    meetsGuideline: variance.reason !== null && meetsGuideline(variance),
    problems: autosave.problemsIn(model.varianceFields, unsavable, missing),
    unsavable,
  }
})
