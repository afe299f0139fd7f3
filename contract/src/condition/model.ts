import { z } from 'zod'
import { choice, day, name, text } from '../lib/fields.ts'
import { emptyAsNull, getKeys } from '../lib/typed.ts'

/** What a condition has to be met before. */
export const conditionTimingLabels = {
  PRIOR_TO_DOCS: 'Prior to docs',
  PRIOR_TO_FUNDING: 'Prior to funding',
  PRIOR_TO_PURCHASE: 'Prior to purchase',
}
const conditionTimings = getKeys(conditionTimingLabels)
export const ConditionTiming = choice(conditionTimings)
export type ConditionTiming = z.infer<typeof ConditionTiming>

export const conditionStatusLabels = {
  OPEN: 'Open',
  MET: 'Met',
  WAIVED: 'Waived',
}
const ConditionStatus = z.enum(getKeys(conditionStatusLabels))

const conditionText = text(1000, 1)
const dueOn = emptyAsNull(day.nullable())

/** A condition of an approval, as it is prepared. */
export const NewCondition = z.object({
  text: conditionText,
  timing: ConditionTiming.describe('The step before which it must be met'),
  dueOn: dueOn.default(null).describe('The last day to meet it'),
  libraryId: emptyAsNull(z.uuid().nullable())
    .default(null)
    .describe('The row of the library that its text is from'),
})
export type NewCondition = z.infer<typeof NewCondition>

export const maxConditions = 30
/** How many days before its due day a condition is due soon. */
export const conditionWarnDays = 3
export const NewConditions = z
  .array(NewCondition)
  .max(maxConditions, `No more than ${maxConditions} conditions`)

/** Waiving needs a reason. An absent field stays as it is. */
export const ConditionChange = z
  .object({
    status: ConditionStatus,
    reason: text(1000),
    text: conditionText,
    timing: ConditionTiming,
    dueOn,
  })
  .partial()
  .superRefine(({ status, reason }, ctx) => {
    if (status === 'WAIVED' && !reason)
      ctx.addIssue({
        code: 'custom',
        path: ['reason'],
        message: 'Enter why it is waived. The seller sees the reason.',
      })
  })
export type ConditionChange = z.infer<typeof ConditionChange>

/** The seller's answer: a sentence, a document of theirs, or both. */
export const ConditionAnswer = z
  .object({
    message: text(1000).describe('The answer in words'),
    documentId: z.uuid().describe('A document of the SLV that answers it'),
  })
  .partial()
  .refine(({ message, documentId }) => message || documentId, {
    path: ['message'],
    message: 'Enter an answer or choose a document',
  })
export type ConditionAnswer = z.infer<typeof ConditionAnswer>

const at = z.iso.datetime().nullable()
const nullableText = z.string().nullable()

/**
 * A condition of an approval. `reason`, `by` and `at` are of the underwriter who
 * marked it; the message and the document are the seller's answer.
 */
export const Condition = z.object({
  id: z.uuid(),
  text: z.string(),
  timing: ConditionTiming.describe('The step before which it must be met'),
  dueOn: day.nullable().describe('The last day to meet it'),
  libraryId: z
    .uuid()
    .nullable()
    .describe('The row of the library that its text is from'),
  status: ConditionStatus,
  reason: nullableText.describe('Why the underwriter marked it so'),
  by: nullableText.describe('The underwriter who marked it'),
  at: at.describe('When it was marked'),
  message: nullableText.describe('The seller’s answer'),
  documentId: z.uuid().nullable().describe('The document that answers it'),
  documentName: nullableText.describe('The name of that document'),
  answeredBy: nullableText.describe('Who answered for the seller'),
  answeredAt: at.describe('When the seller answered'),
})
export type Condition = z.infer<typeof Condition>

/** A reusable condition. */
export const LibraryCondition = z.object({
  id: z.uuid(),
  title: name(120, 1),
  text: conditionText,
  timing: ConditionTiming,
})
export type LibraryCondition = z.infer<typeof LibraryCondition>
