import type { FormSoFar } from '@portal/contract/slv/form'
import { formFigure } from '@portal/contract/slv-request/distance'
import {
  type Parameter,
  parameterNames,
  parameters,
  type Reason,
  SlvRequestPatch,
  type VarianceField,
  varianceFields,
} from '@portal/contract/slv-request/model'
import type { z } from 'zod'
import { readNumber, writeNumber } from '../../../lib/number-text.ts'
import { type Read, same, type Typed, type Value, type Values } from './values.ts'

export const varianceLabels: Record<VarianceField, string> = {
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

export const isVarianceField = (name: string): name is VarianceField => varianceFields.some((known) => known === name)

export const emptyVariance: Values = {
  reason: null,
  parameter: null,
  operator: null,
  guidelineValue: null,
  actualValue: null,
  unit: null,
  currentGuideline: '',
  justification: '',
  compensatingFactors: [],
}

const isFigure = (name: string) => name === 'guidelineValue' || name === 'actualValue'

/** Understands one field of a variance and asks the contract whether it will do. */
export const readVariance: Read = (name, typed) => {
  if (!isVarianceField(name)) return { error: 'Unknown field' }
  const plain = plainValue(name, typed)
  if (plain === 'wrong') return { error: 'Not a number' }
  const parsed = SlvRequestPatch.shape[name].safeParse(plain)
  if (!parsed.success) {
    const isNameless = name === 'compensatingFactors' && parsed.error.issues[0]?.path[1] === 'factor'
    return { error: isNameless ? 'Say what the factor is' : (parsed.error.issues[0]?.message ?? 'Invalid') }
  }
  return { value: parsed.data ?? null }
}

const plainValue = (name: VarianceField, typed: Typed): Value | 'wrong' => {
  if (typeof typed === 'object' && typed !== null)
    return typed.filter(({ factor, value }) => factor.trim() !== '' || value.trim() !== '')
  if (typeof typed !== 'string') return null
  if (isFigure(name)) return readNumber(typed)
  if (name === 'justification' || name === 'currentGuideline') return typed.trim()
  return typed.trim() === '' ? null : typed.trim()
}

/** A server's value as its input shows it when nobody types there. */
export const shownVariance = (value: Value | undefined): Typed => {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' ? writeNumber(value, { min: 0, max: 3 }) : value
}

/** What the guide asks of each parameter: a floor or a ceiling. */
const senseOf: Record<Parameter, '>=' | '<='> = {
  FICO: '>=',
  LTV: '<=',
  CLTV: '<=',
  HCLTV: '<=',
  DTI: '<=',
  DSCR: '>=',
  Reserves: '>=',
  'Loan Amount': '<=',
  Tradelines: '>=',
  Acreage: '<=',
  Seasoning: '>=',
  'Appraisal Age': '<=',
}

/** The parameter that a reason is usually measured by; null where it is told in words. */
export const parameterFor = (reason: z.infer<typeof Reason>): Parameter | null => {
  const usual: Partial<Record<z.infer<typeof Reason>, Parameter>> = {
    'Credit Score': 'FICO',
    'LTV / CLTV': 'LTV',
    DTI: 'DTI',
    DSCR: 'DSCR',
    Reserves: 'Reserves',
    'Loan Amount': 'Loan Amount',
    'Credit Event Seasoning': 'Seasoning',
    Appraisal: 'Appraisal Age',
  }
  return usual[reason] ?? null
}

export const isParameter = (name: Value | undefined): name is Parameter =>
  parameterNames.some((known) => known === name)

/** All that follows from choosing a parameter: its unit, what the guide asks, and what the form says. */
export const measuredBy = (parameter: Parameter | null, form: FormSoFar): Record<string, Typed> => {
  if (parameter === null) return { parameter: '', operator: '', guidelineValue: '', actualValue: '', unit: '' }
  return {
    parameter,
    unit: parameters[parameter],
    operator: senseOf[parameter],
    actualValue: writeNumber(formFigure(parameter, form), { min: 0, max: 3 }),
  }
}

/** True when nothing was said in it: such a row is no request yet. */
export const isEmptyVariance = (typed: Readonly<Record<string, Typed>>) =>
  Object.entries(typed).every(([name, value]) => {
    const reading = readVariance(name, value)
    return 'value' in reading && same(reading.value, emptyVariance[name])
  })
