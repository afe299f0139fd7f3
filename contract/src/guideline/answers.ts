import { z } from 'zod'
import { formFieldNames } from '../slv/form.ts'
import { findingStates, verdicts } from './evaluate.ts'
import { factorStates } from './factors.ts'
import { Operator, Parameter } from './model.ts'

const FieldName = z.enum(formFieldNames)

export const FindingAnswer = z.object({
  parameter: Parameter.describe('What the rule limits'),
  state: z.enum(findingStates).describe('Whether the loan meets the rule'),
  ruleId: z.uuid().describe('The rule'),
  operator: Operator.describe('How the figure compares with the limit'),
  limit: z.number().describe('The limit of the rule'),
  actual: z
    .number()
    .nullable()
    .describe('The figure of the loan; null if fields are missing'),
  distance: z
    .number()
    .nullable()
    .describe('By how much the figure misses the limit, in its unit'),
  share: z.number().nullable().describe('The distance as a share of the limit'),
  unit: z
    .string()
    .nullable()
    .describe('The unit of the figures; null for a yes or no'),
  citation: z.string().describe('Where the guide says so'),
  text: z.string().describe('What the guide says'),
  missing: z.array(FieldName).describe('The fields that the figure needs'),
  requiredFields: z
    .array(FieldName)
    .optional()
    .describe(
      'Of the missing fields, those without which a request can’t be sent',
    ),
  coveredBy: z
    .string()
    .nullable()
    .describe('The code of the contract variance that allows it'),
})

export const FactorAnswer = z.object({
  id: z.uuid(),
  label: z.string().describe('Its text in the catalog'),
  state: z.enum(factorStates).describe('Whether it counts for this loan'),
  reason: z.string().describe('Why it counts or doesn’t'),
})

/** The smallest change after which no variance is needed. */
export const NearestFit = z.object({
  field: z
    .enum(['loanAmount', 'totalPostCloseReservesAmount'])
    .describe('The field to change'),
  from: z.number().describe('Its value now'),
  to: z.number().describe('Its value after which no variance is needed'),
  ltv: z.number().nullable().describe('The LTV after the change'),
  missing: z
    .array(FieldName)
    .describe(
      'The fields without which the loan stays incomplete after this change',
    ),
})

/**
 * What a version says about a loan. Without a version in force or a program,
 * `findings` are empty.
 */
export const EvaluationAnswer = z.object({
  verdict: z
    .enum(verdicts)
    .describe('What the findings mean for the loan as a whole'),
  versionId: z
    .uuid()
    .nullable()
    .describe('The guideline version; null if none is in effect'),
  versionNumber: z
    .number()
    .int()
    .nullable()
    .describe('The number of that version'),
  currentVersionNumber: z
    .number()
    .int()
    .nullable()
    .describe(
      'The version in effect today, if a sent round keeps another; null if there is nothing to re-evaluate under',
    ),
  findings: z
    .array(FindingAnswer)
    .describe('What each rule says about the loan'),
  nearest: NearestFit.nullable().describe(
    'The smallest change after which no variance is needed',
  ),
  alternatives: z
    .array(z.object({ code: z.string(), name: z.string() }))
    .describe('Programs that the loan fits without a variance'),
  factors: z
    .array(FactorAnswer)
    .describe('The compensating factors of the catalog'),
  changed: z
    .array(
      z.object({
        parameter: Parameter,
        before: FindingAnswer.nullable().describe(
          'The finding that the round keeps',
        ),
        after: FindingAnswer.nullable().describe('The finding now'),
      }),
    )
    .describe('What differs from the findings that the sent round keeps'),
})
export type EvaluationAnswer = z.infer<typeof EvaluationAnswer>

/**
 * What a sent round keeps: the civil day that it was evaluated on, the code of its
 * program, and what was found.
 */
export type StoredEvaluation = { asOf: string; program: string | null } & Pick<
  EvaluationAnswer,
  'verdict' | 'versionId' | 'versionNumber' | 'findings' | 'factors'
>
