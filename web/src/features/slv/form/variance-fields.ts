import type { Problem } from '@portal/contract/lib/errors'
import type { FormSoFar } from '@portal/contract/slv/form'
import { formFigure, meetsGuideline, varianceSummary } from '@portal/contract/slv-request/distance'
import * as model from '@portal/contract/slv-request/model'
import { z } from 'zod'
import * as autosave from '../../../lib/autosave/edits.ts'
import { recordOf } from '../../../lib/records.ts'
import { readNumber, writeNumber } from '../../../lib/text/number-text.ts'

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

export const isVarianceField = (name: string): name is model.VarianceField =>
  model.varianceFields.some((known) => known === name)

export const emptyVariance: autosave.Values = {
  ...recordOf(model.varianceFields, () => null),
  currentGuideline: '',
  justification: '',
  compensatingFactors: [],
}

export const varianceValues = (request: model.SlvRequest): autosave.Values =>
  Object.fromEntries(model.varianceFields.map((name) => [name, request[name]]))

export const varianceFieldName = (key: string, field: string) => `variance.${key}.${field}`

export const readVariance: autosave.Read = (name, typed) => {
  if (!isVarianceField(name)) return { error: 'Unknown field' }
  const plain = plainValue(name, typed)
  if (plain === 'wrong') return { error: 'Must be a number' }
  const parsed = model.SlvRequestPatch.shape[name].safeParse(plain)
  if (!parsed.success) {
    const isNameless = name === 'compensatingFactors' && parsed.error.issues[0]?.path[1] === 'factor'
    return { error: isNameless ? 'Enter the factor' : (parsed.error.issues[0]?.message ?? 'Invalid') }
  }
  return { value: parsed.data ?? null }
}

const plainValue = (name: model.VarianceField, typed: autosave.Typed): autosave.Value | 'wrong' => {
  if (typeof typed === 'object' && typed !== null)
    return typed.filter(({ factor = '', value = '' }) => factor.trim() !== '' || value.trim() !== '')
  if (typeof typed !== 'string') return null
  if (name === 'guidelineValue' || name === 'actualValue') return readNumber(typed)
  if (name === 'justification' || name === 'currentGuideline') return typed.trim()
  return typed.trim() === '' ? null : typed.trim()
}

export const shownVariance = (_name: string, value: autosave.Value): autosave.Typed => {
  if (value === null) return ''
  return typeof value === 'number' ? writeNumber(value, { min: 0, max: 3 }) : value
}

/** The parameters for which guidelines set a minimum; for the others they set a maximum. */
const minimums: readonly model.Parameter[] = ['FICO', 'DSCR', 'Reserves', 'Tradelines', 'Seasoning']

export const parameterFor: Partial<Record<z.infer<typeof model.Reason>, model.Parameter>> = {
  'Credit Score': 'FICO',
  'LTV / CLTV': 'LTV',
  DTI: 'DTI',
  DSCR: 'DSCR',
  Reserves: 'Reserves',
  'Loan Amount': 'Loan Amount',
  'Credit Event Seasoning': 'Seasoning',
  Appraisal: 'Appraisal Age',
}

export const isParameter = (name: autosave.Value | undefined): name is model.Parameter =>
  model.parameterNames.some((known) => known === name)

export const measuredBy = (parameter: model.Parameter | null, form: FormSoFar): Record<string, autosave.Typed> => {
  if (parameter === null) return { parameter: '', operator: '', guidelineValue: '', actualValue: '', unit: '' }
  return {
    parameter,
    unit: model.parameters[parameter],
    operator: minimums.includes(parameter) ? '>=' : '<=',
    actualValue: writeNumber(formFigure(parameter, form), { min: 0, max: 3 }),
  }
}

type Variance = Parameters<typeof model.varianceProblems>[0]

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
    Object.fromEntries(
      model.varianceFields.map((name) => [name, autosave.valueNow(edits, name, readVariance) ?? emptyVariance[name]]),
    ),
  )
  const wrong = autosave.unsavable(edits, readVariance)
  const missing = new Map(model.varianceProblems(variance).map(({ field, error }) => [field.split('.')[0], error]))
  return {
    variance,
    summary: variance.reason ? varianceSummary(variance) : 'New variance',
    meetsGuideline: variance.reason !== null && meetsGuideline(variance),
    problems: model.varianceFields.flatMap((field) => {
      const error = wrong.get(field) ?? missing.get(field)
      return error === undefined ? [] : [{ field, error }]
    }),
    unsavable: wrong,
  }
})
