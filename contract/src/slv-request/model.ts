import { z } from 'zod'
import { choice, decimal, required, text } from '../lib/fields.ts'
import { problemsOf } from '../lib/problems.ts'
import { keysOf } from '../lib/typed.ts'
import type { SlvType } from '../slv/model.ts'
import { Decision, isSellerDraft, type SlvStatus } from '../slv/status.ts'

export const reasons = [
  'Credit Score',
  'LTV / CLTV',
  'DTI',
  'DSCR',
  'Reserves',
  'Loan Amount',
  'Housing History',
  'Credit Event Seasoning',
  'Income Documentation',
  'Assets',
  'Property Type',
  'Appraisal',
  'Citizenship',
  'First-Time Investor',
  'Title / Vesting',
  'Other',
] as const
export const Reason = choice(reasons)
export type Reason = z.infer<typeof Reason>

/** What a guideline measures, with its unit. */
export const parameters = {
  FICO: 'points',
  LTV: '%',
  CLTV: '%',
  HCLTV: '%',
  DTI: '%',
  DSCR: 'x',
  Reserves: 'months',
  'Loan Amount': '$',
  Tradelines: 'tradelines',
  Acreage: 'acres',
  Seasoning: 'months',
  'Appraisal Age': 'days',
} as const
export type Parameter = keyof typeof parameters
export const parameterNames = keysOf(parameters)

export const operators = ['>=', '<=', '='] as const
export const Operator = z.enum(operators)
export const operatorSigns: Record<z.infer<typeof Operator>, string> = { '>=': '≥', '<=': '≤', '=': '=' }

const figure = decimal(-999_999_999.999, 999_999_999.999, 3)

export const CompensatingFactor = z.object({ factor: text(120, 1), value: text(120) })
export type CompensatingFactor = z.infer<typeof CompensatingFactor>

/** The usual factors; others may be typed (field.md). */
export const commonFactors = [
  'Reserves above requirement',
  'FICO above requirement',
  'LTV below maximum',
  'DSCR above minimum',
  '0x30 housing history',
  'Years in current job',
  'Investor experience',
  'Residual income',
] as const

/** A guideline that the loan misses. */
const Variance = z.object({
  reason: Reason,
  parameter: z.enum(parameterNames).nullable(),
  operator: Operator.nullable(),
  guidelineValue: figure.nullable(),
  actualValue: figure.nullable(),
  unit: text(20).nullable(),
  currentGuideline: text(2000),
  justification: text(4000),
  compensatingFactors: z.array(CompensatingFactor).max(20),
})

export const varianceFields = keysOf(Variance.shape)
export type VarianceField = (typeof varianceFields)[number]

type Measured = Pick<z.infer<typeof Variance>, 'parameter' | 'operator' | 'guidelineValue' | 'actualValue'>

/** A parameter needs an operator and both values. */
const checkMeasure = (item: Measured, ctx: z.RefinementCtx) => {
  if (item.parameter === null) return
  for (const field of ['operator', 'guidelineValue', 'actualValue'] as const)
    if (item[field] === null) ctx.addIssue({ code: 'custom', path: [field], message: required })
}

/** The parameter's unit; free text without a parameter. */
export const unitOf = ({ parameter, unit }: { parameter: Parameter | null; unit: string | null }): string | null =>
  parameter ? parameters[parameter] : unit

/** Every SLV response has all variances. */
export const mostRequests = 50

/** A sent request needs a variance; a post-close one doesn't. */
export const keepsOneVariance = ({ status, type }: { status: SlvStatus; type: SlvType }): boolean =>
  type === 'PRE' && !isSellerDraft(status)

/** Only the reason is required. */
export const NewSlvRequest = Variance.partial()
  .required({ reason: true })
  .transform((item) => ({
    parameter: null,
    operator: null,
    guidelineValue: null,
    actualValue: null,
    currentGuideline: '',
    justification: '',
    compensatingFactors: [],
    ...item,
    unit: unitOf({ parameter: null, unit: null, ...item }),
  }))

export const SlvRequestPatch = Variance.partial()

export const SlvRequest = Variance.extend({
  id: z.uuid(),
  distance: z.number().nullable(),
  summary: z.string(),
})
export type SlvRequest = z.infer<typeof SlvRequest>

export const varianceProblems = (item: z.infer<typeof Variance>): { field: string; error: string }[] => {
  const sendable = Variance.extend({ justification: text(4000, 1) }).superRefine(checkMeasure)
  const parsed = sendable.safeParse(item)
  return parsed.success ? [] : problemsOf(parsed.error.issues)
}

export const NewSlvDecisionRequest = z.object({
  slvRequestId: z.uuid(),
  currentGuideline: text(2000).default(''),
  decision: Decision,
  comment: text(4000).default(''),
})
export const SlvDecisionRequestPatch = z.object({
  currentGuideline: text(2000).optional(),
  decision: Decision.optional(),
  comment: text(4000).optional(),
})
export const SlvDecisionRequest = z.object({
  id: z.uuid(),
  slvRequestId: z.uuid(),
  currentGuideline: z.string(),
  decision: Decision,
  comment: z.string(),
})
export type SlvDecisionRequest = z.infer<typeof SlvDecisionRequest>
