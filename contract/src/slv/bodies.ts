import { z } from 'zod'
import {
  AssignTo,
  maxAssigned,
  oneOrEach,
  tooManyText,
} from '../assignment/model.ts'
import { NewConditions } from '../condition/model.ts'
import {
  coverage,
  dayInput,
  decimal,
  name,
  percent,
  text,
} from '../lib/fields.ts'
import { emptyAsNull, getKeys } from '../lib/typed.ts'
import { UserId } from '../user/model.ts'
import { SlvFormPatch } from './form.ts'
import { PostCloseReason, SlvId } from './model.ts'
import { Decision } from './status.ts'

/**
 * bps of price; negative lowers the price. Customary steps are 12.5 and 25
 * (field.md); any tenth is taken.
 */
const priceAdjustment = decimal(-1000, 1000, 1)

const statusComment = text(4000, 1)

export const DecisionFields = z
  .object({
    priceAdjustment: priceAdjustment
      .nullable()
      .describe('Basis points; negative lowers the price'),
    priceReason: emptyAsNull(text(1000).nullable()).describe(
      'Why the price isn’t the suggested one; never shown to sellers',
    ),
    currentGuideline: emptyAsNull(text(4000).nullable()).describe(
      'The guideline that the decision states',
    ),
    decisionComment: emptyAsNull(text(4000).nullable()).describe(
      'What the underwriter writes beside the conditions',
    ),
    decisionCommentsInternal: emptyAsNull(text(4000).nullable()).describe(
      'What the underwriter writes for the buyer’s staff',
    ),
    decisionLtv: percent.nullable().describe('The approved LTV, in percent'),
    decisionCltv: percent.nullable().describe('The approved CLTV, in percent'),
    decisionHcltv: percent
      .nullable()
      .describe('The approved HCLTV, in percent'),
    decisionDti: percent.nullable().describe('The approved DTI, in percent'),
    decisionDscr: coverage.nullable().describe('The approved DSCR'),
    reserves: decimal(0, 999, 1)
      .nullable()
      .describe('The reserves that the approval requires, in months'),
    goodUntil: dayInput
      .nullable()
      .describe('The last day of an approval; null for that of its program'),
  })
  .partial()
export type DecisionFields = z.infer<typeof DecisionFields>
export const decisionFieldNames = getKeys(DecisionFields.shape)

/**
 * Body of PATCH /v1/proxy-loan/{id}: changed fields of the form and, for the
 * assigned underwriter, of the decision.
 */
export const SlvPatch = SlvFormPatch.extend({
  ...DecisionFields.shape,
  temporaryStatus: Decision.nullable()
    .optional()
    .describe('The decision that the underwriter prepares'),
  conditions: NewConditions.optional().describe(
    'Replaces the conditions of the draft decision',
  ),
})
export type SlvPatch = z.infer<typeof SlvPatch>

/** `suggestedPrice` is the one that the caller saw: 409 if it has changed. */
export const FinalDecision = DecisionFields.extend({
  decision: Decision,
  conditions: NewConditions.optional().describe(
    'Without them, the conditions of the draft decision',
  ),
  suggestedPrice: z.number().nullable().optional(),
})
export type FinalDecision = z.infer<typeof FinalDecision>

export const PendingDocuments = z.object({
  pendingDocuments: z
    .array(
      z.object({
        name: name(200, 1),
        note: text(1000).default(''),
        exampleDocumentId: z
          .uuid()
          .optional()
          .describe(
            'An underwriter document of this round, which the seller may open',
          ),
        insteadOf: z
          .uuid()
          .optional()
          .describe("The requested document whose answer doesn't suffice"),
      }),
    )
    .min(1, 'Add at least one document')
    .max(50),
  statusComment: text(4000).default(''),
})

/** Why the review goes on without the requested documents. */
export const SetReview = z.object({ reason: text(1000, 1) })

export const SlrPending = z.object({
  underwriterManagerId: z.uuid().nullish(),
  statusComment,
})
export const TdPending = z.object({
  tradeDeskId: z.uuid().nullish(),
  statusComment,
})
export const Info = z.object({ statusComment })
export const SlrCompleted = z.object({
  slrRecommendedDecision: Decision,
  statusComment,
})
export const TdCompleted = z.object({
  tdRecommendedDecision: Decision,
  priceAdjustment: priceAdjustment.nullish(),
  statusComment,
})
export const Withdraw = z.object({
  withdrawReason: text(1000, 1).describe(
    'Why it is withdrawn, for the buyer to read',
  ),
})
/** Why a withdrawal is declined, for the seller to read. */
export const DeclineWithdrawal = z.object({
  withdrawDeclineReason: text(1000, 1),
})
/** Why a decision is reopened. */
export const Reopen = z.object({ reopenReason: text(1000, 1) })
/** Starts a review; on a decided SLV it reopens, which needs the reason. */
export const StartReview = Reopen.partial()
export const PostClose = z.object({
  postCloseReason: PostCloseReason.describe('Why it is made'),
})

const proxyLoanIds = z
  .array(SlvId)
  .min(1, 'Choose at least one SLV')
  .max(maxAssigned, tooManyText('SLVs'))
  .optional()
  .describe('SLVs that all go to one person')
const assignments = z
  .array(AssignTo)
  .min(1, 'Choose at least one SLV')
  .max(maxAssigned, tooManyText('SLVs'))
  .optional()
  .describe('Instead of that: SLVs, each with its own person')
const several = { proxyLoanIds, assignments }

/** All SLVs to one person, or each to its own. */
export const AssignRequests = z
  .object({
    underwriterId: UserId.optional().describe(
      'The underwriter of all `proxyLoanIds`',
    ),
    ...several,
  })
  .superRefine(oneOrEach('underwriterId', 'proxyLoanIds'))
export const AssignSlr = z
  .object({ underwriterManagerId: UserId.optional(), ...several })
  .superRefine(oneOrEach('underwriterManagerId', 'proxyLoanIds'))
export const AssignTd = z
  .object({ tradeDeskId: UserId.optional(), ...several })
  .superRefine(oneOrEach('tradeDeskId', 'proxyLoanIds'))
export const AssignSeller = z
  .object({
    sellerId: UserId.optional().describe(
      'The seller’s user who gets all `proxyLoanIds`',
    ),
    ...several,
  })
  .superRefine(oneOrEach('sellerId', 'proxyLoanIds'))

/** All SLVs of a colleague, who may have left, to one person. */
export const AssignOwned = z.object({
  fromId: UserId,
  sellerId: UserId,
  reason: text(500, 1).describe(
    'Everyone who sees the SLVs reads it in their history',
  ),
})
export type AssignOwned = z.infer<typeof AssignOwned>

export const OwnedReassigned = z.object({
  count: z.number().int(),
  name: z.string(),
})

/**
 * `name` is the assignee, or the number of assignees. `assignmentId` is for
 * undo; null if nothing changed.
 */
export const Reassigned = z.object({
  proxyLoanIds: z.array(SlvId).describe('The SLVs that were reassigned'),
  name: z.string().describe('The assignee, or the number of assignees'),
  assignmentId: z
    .uuid()
    .nullable()
    .describe('For undo; null if nothing changed'),
})
