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

/** What a guideline measures, with the unit it is measured in. */
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

/** The factors that exhibits report; any other may be written (field.md). */
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

/** One guideline that the loan misses and the seller asks to be excused from. */
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

/** What a variance says, field by field. `unit` follows the parameter where there is one. */
export const varianceFields = keysOf(Variance.shape)
export type VarianceField = (typeof varianceFields)[number]

type Measured = Pick<z.infer<typeof Variance>, 'parameter' | 'operator' | 'guidelineValue' | 'actualValue'>

/** A measured parameter needs its operator and both values; without one there is nothing to measure. */
const checkMeasure = (item: Measured, ctx: z.RefinementCtx) => {
  if (item.parameter === null) return
  for (const field of ['operator', 'guidelineValue', 'actualValue'] as const)
    if (item[field] === null) ctx.addIssue({ code: 'custom', path: [field], message: required })
}

/** The unit of a variance: its parameter's, and free where nothing is measured. */
export const unitOf = ({ parameter, unit }: { parameter: Parameter | null; unit: string | null }): string | null =>
  parameter ? parameters[parameter] : unit

/** Every answer carries all variances of an SLV, so they are not without end. */
export const mostRequests = 50

/** What was sent asks for one variance at least, so that its last one stays; what was purchased may ask for none. */
export const keepsOneVariance = ({ status, type }: { status: SlvStatus; type: SlvType }): boolean =>
  type === 'PRE' && !isSellerDraft(status)

/** Body of POST slv-request: a reason at least; the rest may follow. */
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
  /** How far the loan is from the guideline, signed and in its unit; null where nothing is measured. */
  distance: z.number().nullable(),
  /** 'FICO 655 against ≥ 660: −5 points' */
  summary: z.string(),
})
export type SlvRequest = z.infer<typeof SlvRequest>

/** What keeps a variance from being sent. */
export const varianceProblems = (item: z.infer<typeof Variance>): { field: string; error: string }[] => {
  const sendable = Variance.extend({ justification: text(4000, 1) }).superRefine(checkMeasure)
  const parsed = sendable.safeParse(item)
  return parsed.success ? [] : problemsOf(parsed.error.issues)
}

/** The underwriter's answer to one variance. */
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
