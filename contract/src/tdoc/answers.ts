import { z } from 'zod'
import { Change } from '../history/model.ts'
import { day } from '../lib/fields.ts'
import { createPageSchema } from '../lib/paging.ts'
import { CategoryStatus, CategoryType } from '../review-category/model.ts'
import { categoryActions } from '../review-category/transitions.ts'
import { SlaStatus } from '../slv/model.ts'
import {
  Assignee,
  LoanKind,
  ProgressTracking,
  TdocStatus,
  TdocType,
  TprResponse,
  tdocTabs,
} from './model.ts'
import { TdocNeed } from './needs.ts'
import { tdocActions } from './transitions.ts'

const instant = z.iso.datetime()

/** `slaDays`, `sla` and `dueOutOfReview` are null once it is complete. */
export const Tdoc = z.object({
  id: z.uuid(),
  version: z
    .number()
    .int()
    .describe('Grows with each change; the ETag begins with it'),
  status: TdocStatus,
  type: TdocType,
  loanKind: LoanKind.describe('PURCHASED: the buyer has bought the loan'),
  originalTdocId: z
    .uuid()
    .nullable()
    .describe('Of an escalation: the Tdoc that it escalates'),
  escalations: z
    .array(z.object({ id: z.uuid(), status: TdocStatus }))
    .describe('Oldest first'),
  assignedUnderwriter: Assignee.nullable().describe(
    'The buyer’s underwriter who has it',
  ),
  reviewUnderwriter: Assignee.nullable().describe(
    'The buyer’s underwriter who reviews it',
  ),
  slaDays: z
    .number()
    .int()
    .nullable()
    .describe(
      'Business days past the SLA target; negative before it; null once it is complete',
    ),
  sla: SlaStatus.nullable().describe('The SLA clock; null once it is complete'),
  turnTime: z.number().int().describe('Business days so far'),
  progressTracking: ProgressTracking.describe(
    'What the underwriter noted about its progress',
  ),
  buyerLoanNumber: z.string(),
  imageFileName: z
    .string()
    .describe('The file name of the image; unique except on escalations'),
  hasImage: z.boolean().describe('Whether there is an image to preview'),
  originalImageFileName: z
    .string()
    .nullable()
    .describe('The image of the Tdoc that it escalates'),
  sellerName: z.string().nullable(),
  corrId: z
    .string()
    .nullable()
    .describe('LoanDock’s client id of the seller’s company'),
  borrowerLastName: z.string().nullable(),
  productCode: z.string().nullable().describe('The code of the loan’s product'),
  currentLDStatus: z
    .string()
    .nullable()
    .describe('The status of the loan in LoanDock'),
  createdByUserFullName: z
    .string()
    .nullable()
    .describe('Who created it; null for a transmittal'),
  completedBy: z.string().nullable().describe('Who completed it'),
  jumboVendorName: z.string().nullable().describe('The vendor'),
  tdocReceivedDate: instant.describe('When the portal got it'),
  sftpTransmittalDate: instant
    .nullable()
    .describe('When its transmittal arrived; null if a person created it'),
  tprTDocResponseDate: instant
    .nullable()
    .describe('When the reviewer responded'),
  completedDate: instant.nullable().describe('When it was completed'),
  tprResponse: TprResponse.nullable().describe('What the reviewer responded'),
  tprEstimatedDateOfReview: day
    .nullable()
    .describe('The day on which the reviewer expects to be done'),
  dueOutOfReview: day
    .nullable()
    .describe('The day by which the review is due; null once it is complete'),
  reviewCategories: z
    .array(
      z.object({ id: z.uuid(), type: CategoryType, status: CategoryStatus }),
    )
    .describe('What is reviewed'),
  isReviewComplete: z
    .boolean()
    .describe(
      'Complete, or at least one category, and every required one completed',
    ),
  availableActions: z
    .array(z.enum(tdocActions))
    .describe('What the caller can do to it now'),
  needsYou: TdocNeed.nullable()
    .optional()
    .describe("In a reviewer's list: what the Tdoc needs from them"),
  withReviewerSince: instant
    .nullable()
    .optional()
    .describe(
      'Since when the reviewer has it again; null while the buyer has it',
    ),
})
export type Tdoc = z.infer<typeof Tdoc>

/**
 * The highest count of a tab; a tab with more Tdocs shows this number and is in
 * `cutTabs`.
 */
export const maxFound = 10_000

/** `counts` are by tab, with the page's filters. */
export const TdocPage = createPageSchema(Tdoc).extend({
  counts: z
    .partialRecord(z.enum(tdocTabs), z.number().int())
    .describe('How many Tdocs each tab has with these filters'),
  isTotalCut: z.boolean().describe('Whether there are more than `total`'),
  needsYou: z
    .number()
    .int()
    .optional()
    .describe(
      'How many Tdocs of the tab need the reviewer; only for reviewers',
    ),
  cutTabs: z.array(z.enum(tdocTabs)).describe('Tabs whose count is cut'),
})
export type TdocPage = z.infer<typeof TdocPage>

/** Transitions of Tdocs and categories, and other events. */
const tdocEventActions = [
  ...tdocActions,
  'create',
  ...categoryActions.map((action) => `category-${action}` as const),
  'turn-comment',
  'delete-comment',
  'dismiss-comment',
] as const
export type TdocEventAction = (typeof tdocEventActions)[number]

export const TdocEvent = z.object({
  id: z.number().int(),
  at: instant.describe('When it happened'),
  actorName: z.string().nullable().describe('Null for a transmittal'),
  action: z.enum(tdocEventActions).describe('What was done'),
  changes: z.array(Change).describe('The fields that changed'),
})
export type TdocEvent = z.infer<typeof TdocEvent>
