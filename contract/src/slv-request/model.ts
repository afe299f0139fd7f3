import { z } from 'zod'
import {
  findLimitProblem,
  Operator,
  Parameter,
  parameters,
} from '../guideline/model.ts'
import { decimal, required, text } from '../lib/fields.ts'
import { toProblems } from '../lib/problems.ts'
import { getKeys } from '../lib/typed.ts'
import type { SlvType } from '../slv/model.ts'
import { Decision, isSellerDraft, type SlvStatus } from '../slv/status.ts'

/** One of the buyer's reasons (guideline_reason). */
export const Reason = text(60, 1)
export type Reason = z.infer<typeof Reason>

const figure = decimal(-999_999_999.999, 999_999_999.999, 3)

export const CompensatingFactor = z.object({
  factor: text(120, 1).describe(
    'What supports the loan, such as a label from the catalog',
  ),
  value: text(120).describe('How it applies to this loan'),
})
export type CompensatingFactor = z.infer<typeof CompensatingFactor>

/** A guideline that the loan misses. */
const Variance = z.object({
  reason: Reason.describe('One of the buyer’s reasons for variances'),
  parameter: Parameter.nullable().describe(
    'The figure that misses the guideline; null for a variance without a figure',
  ),
  operator: Operator.nullable().describe(
    'How the guideline compares; `=` is for a yes or no',
  ),
  guidelineValue: figure.nullable().describe('The limit of the guideline'),
  actualValue: figure.nullable().describe('The figure of the loan'),
  unit: text(20).nullable().describe('The unit of both figures'),
  currentGuideline: text(2000).describe('What the guideline says'),
  justification: text(4000).describe('Why the loan is good anyway'),
  compensatingFactors: z
    .array(CompensatingFactor)
    .max(20)
    .describe('What supports the loan'),
})

export const varianceFields = getKeys(Variance.shape)
export type VarianceField = (typeof varianceFields)[number]

type Measured = Pick<
  z.infer<typeof Variance>,
  'parameter' | 'operator' | 'guidelineValue' | 'actualValue'
>

/**
 * A parameter needs an operator and both values. The guideline's value is in
 * the parameter's range, and so is a borrower's score.
 */
const checkMeasure = (item: Measured, ctx: z.RefinementCtx) => {
  const { parameter } = item
  if (parameter === null) return
  const add = (field: keyof Measured, message: string) =>
    ctx.addIssue({ code: 'custom', path: [field], message })

  if (item.operator === null) add('operator', required)
  for (const field of ['guidelineValue', 'actualValue'] as const) {
    const value = item[field]
    const isRanged = field === 'guidelineValue' || parameter === 'CREDIT_SCORE'
    const problem =
      value !== null && isRanged ? findLimitProblem(parameter, value) : null
    if (value === null) add(field, required)
    if (problem) add(field, problem)
  }
}

/** The parameter's unit; free text without a parameter. */
export const getUnit = ({
  parameter,
  unit,
}: {
  parameter: Parameter | null
  unit: string | null
}): string | null => (parameter ? parameters[parameter].unit : unit)

/** Every SLV response has all variances. */
export const maxRequests = 50

/** A sent request needs a variance; a post-close one doesn't. */
export const keepsOneVariance = ({
  status,
  type,
}: {
  status: SlvStatus
  type: SlvType
}): boolean => type === 'PRE' && !isSellerDraft(status)

/**
 * Only the reason is required. With `ruleId`, the measure and the guideline
 * text are the rule's, and can't be edited.
 */
export const NewSlvRequest = Variance.extend({
  ruleId: z
    .uuid()
    .nullable()
    .describe(
      'The rule that the loan misses. Its figure and its text can’t be edited',
    ),
})
  .partial()
  .required({ reason: true })
  .transform((item) => ({
    parameter: null,
    operator: null,
    guidelineValue: null,
    actualValue: null,
    currentGuideline: '',
    justification: '',
    compensatingFactors: [],
    ruleId: null,
    ...item,
    unit: getUnit({ parameter: null, unit: null, ...item }),
  }))

export const SlvRequestPatch = Variance.partial()

export const SlvRequest = Variance.extend({
  id: z.uuid(),
  ruleId: z
    .uuid()
    .nullable()
    .describe('The rule that the loan misses; null if the seller described it'),
  citation: z
    .string()
    .nullable()
    .describe('Of the rule: where the guide says so, and in which version'),
  versionNumber: z
    .number()
    .int()
    .nullable()
    .describe('The guideline version of the rule'),
  distance: z
    .number()
    .nullable()
    .describe('By how much the figure misses the limit, in its unit'),
  summary: z
    .string()
    .describe('The variance in a few words, such as FICO 5 short'),
})
export type SlvRequest = z.infer<typeof SlvRequest>

export const varianceProblems = (
  item: z.infer<typeof Variance>,
): { field: string; error: string }[] => {
  const sendable = Variance.extend({
    justification: text(4000, 1),
  }).superRefine(checkMeasure)
  const parsed = sendable.safeParse(item)
  return parsed.success ? [] : toProblems(parsed.error.issues)
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
  slvRequestId: z.uuid().describe('The variance that it answers'),
  currentGuideline: z
    .string()
    .describe('The guideline as the underwriter states it'),
  decision: Decision,
  comment: z.string(),
})
export type SlvDecisionRequest = z.infer<typeof SlvDecisionRequest>
