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
  version: z.number().int(),
  status: TdocStatus,
  type: TdocType,
  loanKind: LoanKind,
  originalTdocId: z.uuid().nullable(),
  escalations: z
    .array(z.object({ id: z.uuid(), status: TdocStatus }))
    .describe('Oldest first'),
  assignedUnderwriter: Assignee.nullable(),
  reviewUnderwriter: Assignee.nullable(),
  slaDays: z.number().int().nullable(),
  sla: SlaStatus.nullable(),
  turnTime: z.number().int(),
  progressTracking: ProgressTracking,
  buyerLoanNumber: z.string(),
  imageFileName: z.string(),
  hasImage: z.boolean().describe('Whether there is an image to preview'),
  originalImageFileName: z.string().nullable(),
  sellerName: z.string().nullable(),
  corrId: z.string().nullable(),
  borrowerLastName: z.string().nullable(),
  productCode: z.string().nullable(),
  currentLDStatus: z.string().nullable(),
  createdByUserFullName: z.string().nullable(),
  completedBy: z.string().nullable(),
  jumboVendorName: z.string().nullable(),
  tdocReceivedDate: instant,
  sftpTransmittalDate: instant.nullable(),
  tprTDocResponseDate: instant.nullable(),
  completedDate: instant.nullable(),
  tprResponse: TprResponse.nullable(),
  tprEstimatedDateOfReview: day.nullable(),
  dueOutOfReview: day.nullable(),
  reviewCategories: z.array(
    z.object({ id: z.uuid(), type: CategoryType, status: CategoryStatus }),
  ),
  isReviewComplete: z
    .boolean()
    .describe(
      'Complete, or at least one category, and every required one completed',
    ),
  availableActions: z.array(z.enum(tdocActions)),
  needsYou: TdocNeed.nullable()
    .optional()
    .describe("In a reviewer's list: what the Tdoc needs from them"),
  /** Since when the reviewer has it again; null while the buyer has it. */
  withReviewerSince: instant.nullable().optional(),
})
export type Tdoc = z.infer<typeof Tdoc>

/**
 * The highest count of a tab; a tab with more Tdocs shows this number and is in
 * `cutTabs`.
 */
export const maxFound = 10_000

/** `counts` are by tab, with the page's filters. */
export const TdocPage = createPageSchema(Tdoc).extend({
  counts: z.partialRecord(z.enum(tdocTabs), z.number().int()),
  isTotalCut: z.boolean(),
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
  at: instant,
  actorName: z.string().nullable().describe('Null for a transmittal'),
  action: z.enum(tdocEventActions),
  changes: z.array(Change),
})
export type TdocEvent = z.infer<typeof TdocEvent>
