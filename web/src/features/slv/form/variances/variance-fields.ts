import type { Finding } from '@portal/contract/guideline/evaluate'
import { type Figures, getFigure } from '@portal/contract/guideline/figures'
import {
  getOperator,
  isYesNo,
  type Parameter,
  parameters,
  type VarianceReason,
} from '@portal/contract/guideline/model'
import type { Problem } from '@portal/contract/lib/errors'
import { pick, toRecord } from '@portal/contract/lib/typed'
import {
  meetsGuideline,
  varianceSummary,
} from '@portal/contract/slv-request/distance'
import * as model from '@portal/contract/slv-request/model'
import { z } from 'zod'
import * as autosave from '../../../../lib/autosave/edits.ts'
import { none } from '../../../../lib/text/format.ts'
import { writeNumber } from '../../../../lib/text/number-text.ts'
import { createCodec } from '../read-field.ts'

export const varianceLabels: Record<model.VarianceField, string> = {
  reason: 'Reason',
  parameter: 'Parameter',
  operator: 'Guideline requires',
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
  ruleId: { kind: 'text', schema: z.uuid().nullable() },
  compensatingFactors: {
    kind: 'factors',
    schema: z
      .array(
        z.object({
          factor: z
            .string()
            .refine((name) => name.trim() !== '', 'Enter the factor'),
          value: z.string(),
        }),
      )
      .pipe(shape.compensatingFactors.unwrap()),
  },
})

export const emptyVariance: autosave.Values = {
  ...toRecord(model.varianceFields, () => null),
  currentGuideline: '',
  justification: '',
  compensatingFactors: [],
  ruleId: null,
  citation: null,
  versionNumber: null,
}

export const varianceValues = (request: model.SlvRequest): autosave.Values =>
  pick(request, [
    ...model.varianceFields,
    'ruleId',
    'citation',
    'versionNumber',
  ])

/** 'Reserves: 14 months', one factor after another. */
export const factorsText = (
  factors: readonly Readonly<Record<string, string>>[],
  separator: string,
): string =>
  factors
    .map(({ factor, value }) => [factor, value].filter(Boolean).join(': '))
    .join(separator) || none

export const varianceFieldName = (key: string, field: string) =>
  `variance.${key}.${field}`

/**
 * What choosing a parameter fills in: its unit, its operator and the form's
 * figure on a day.
 */
export const measuredBy = (
  parameter: Parameter | null,
  form: Figures,
  asOf: string,
): Record<string, autosave.Typed> => {
  if (parameter === null)
    return {
      parameter: '',
      operator: '',
      guidelineValue: '',
      actualValue: '',
      unit: '',
    }
  return {
    parameter,
    unit: parameters[parameter].unit,
    operator: getOperator(parameter),
    actualValue: writeNumber(getFigure(parameter, form, asOf), {
      min: 0,
      max: 3,
    }),
  }
}

/**
 * What requesting a variance for a miss types into a new row. The server fills
 * it in the same way.
 */
export const filledFrom = (
  { parameter, operator, limit, actual, unit, text, ruleId }: Finding,
  reasons: readonly VarianceReason[],
): Record<string, autosave.Typed> => ({
  reason:
    reasons.find((reason) => reason.parameters.includes(parameter))?.name ??
    'Other',
  ruleId,
  parameter,
  operator,
  unit,
  currentGuideline: text,
  guidelineValue: writeNumber(limit, { min: 0, max: 3 }),
  actualValue: writeNumber(actual, { min: 0, max: 3 }),
})

export type Variance = Parameters<typeof model.varianceProblems>[0]

export type VarianceView = {
  variance: Variance
  /**
   * 'FICO 655 against ≥ 660: 5 points short', or the reason, or that it is new.
   */
  summary: string
  meetsGuideline: boolean
  /** The rule that fills it; null for one that is typed. */
  ruleId: string | null
  problems: readonly (Problem & { field: model.VarianceField })[]
  unsavable: ReadonlyMap<string, string>
}

/**
 * A draft's variance as sending fills it: one that a rule fills has the form's
 * figure on a day.
 */
export const asSent = (
  view: VarianceView,
  form: Figures,
  asOf: string,
): VarianceView => {
  const { variance, ruleId } = view
  if (
    ruleId === null ||
    variance.parameter === null ||
    isYesNo(variance.parameter)
  )
    return view
  const actualValue = getFigure(
    variance.parameter,
    form,
    asOf,
    variance.guidelineValue,
  )
  const filled = { ...variance, actualValue }
  return {
    ...view,
    variance: filled,
    summary: varianceSummary(filled),
    meetsGuideline: meetsGuideline(filled),
  }
}

// Each value was read by the contract's own schema for its field.
const AsVariance = z.custom<Variance>(
  (variance) => typeof variance === 'object',
)

export const varianceViewOf = autosave.perEdits((edits): VarianceView => {
  const variance = AsVariance.parse(
    toRecord(
      model.varianceFields,
      (name) =>
        autosave.valueNow(edits, name, varianceCodec.read) ??
        emptyVariance[name],
    ),
  )
  const unsavable = autosave.unsavable(edits, varianceCodec.read)
  const ruleId = autosave.valueNow(edits, 'ruleId', varianceCodec.read)
  const missing = new Map(
    model
      .varianceProblems(variance)
      .map(({ field, error }) => [field.split('.')[0], error]),
  )
  return {
    variance,
    summary: variance.reason ? varianceSummary(variance) : 'New variance',
    meetsGuideline: variance.reason !== null && meetsGuideline(variance),
    ruleId: typeof ruleId === 'string' ? ruleId : null,
    problems: autosave.problemsIn(model.varianceFields, unsavable, missing),
    unsavable,
  }
})
