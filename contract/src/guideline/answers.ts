import { z } from 'zod'
import { formFieldNames } from '../slv/form.ts'
import { findingStates, verdicts } from './evaluate.ts'
import { factorStates } from './factors.ts'
import { Operator, Parameter } from './model.ts'

const FieldName = z.enum(formFieldNames)

export const FindingAnswer = z.object({
  parameter: Parameter,
  state: z.enum(findingStates),
  ruleId: z.uuid(),
  operator: Operator,
  limit: z.number(),
  actual: z.number().nullable(),
  distance: z.number().nullable(),
  share: z.number().nullable(),
  unit: z.string().nullable(),
  citation: z.string(),
  text: z.string(),
  missing: z.array(FieldName),
  /**
   * Of the missing fields, those without which a request can't be sent. Rounds
   * sent by earlier releases lack it.
   */
  requiredFields: z.array(FieldName).optional(),
  coveredBy: z.string().nullable(),
})

export const FactorAnswer = z.object({
  id: z.uuid(),
  label: z.string(),
  state: z.enum(factorStates),
  reason: z.string(),
})

/** The smallest change after which no variance is needed. */
export const NearestFit = z.object({
  field: z.enum(['loanAmount', 'totalPostCloseReservesAmount']),
  from: z.number(),
  to: z.number(),
  ltv: z.number().nullable(),
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
  verdict: z.enum(verdicts),
  versionId: z.uuid().nullable(),
  versionNumber: z.number().int().nullable(),
  currentVersionNumber: z
    .number()
    .int()
    .nullable()
    .describe(
      'The version in effect today, if a sent round keeps another; null if there is nothing to re-evaluate under',
    ),
  findings: z.array(FindingAnswer),
  nearest: NearestFit.nullable(),
  alternatives: z.array(z.object({ code: z.string(), name: z.string() })),
  factors: z.array(FactorAnswer),
  /** What differs from the findings that the sent round keeps. */
  changed: z.array(
    z.object({
      parameter: Parameter,
      before: FindingAnswer.nullable(),
      after: FindingAnswer.nullable(),
    }),
  ),
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
