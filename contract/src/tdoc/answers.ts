import { z } from 'zod'
import { Change } from '../history/api.ts'
import { day } from '../lib/fields.ts'
import { pageOf } from '../lib/paging.ts'
import { CategoryStatus, CategoryType } from '../review-category/model.ts'
import { categoryActions } from '../review-category/transitions.ts'
import { SlaStatus } from '../slv/model.ts'
import { Assignee, LoanKind, ProgressTracking, TdocStatus, TdocType, TprResponse, tdocTabs } from './model.ts'
import { tdocActions } from './transitions.ts'

const instant = z.iso.datetime()

/** A row of the condition manager; `slaDays`, `sla` and `dueOutOfReview` are null once it is complete. */
export const Tdoc = z.object({
  id: z.uuid(),
  version: z.number().int(),
  status: TdocStatus,
  type: TdocType,
  loanKind: LoanKind,
  originalTdocId: z.uuid().nullable(),
  originalImageFileName: z.string().nullable(),
  /** The escalations beside it, the oldest first. */
  escalations: z.array(z.object({ id: z.uuid(), status: TdocStatus })),
  assignedUnderwriter: Assignee.nullable(),
  reviewUnderwriter: Assignee.nullable(),
  slaDays: z.number().int().nullable(),
  sla: SlaStatus.nullable(),
  turnTime: z.number().int(),
  progressTracking: ProgressTracking,
  buyerLoanNumber: z.string(),
  imageFileName: z.string(),
  /** Whether the image itself is here, to be previewed. */
  hasImage: z.boolean(),
  sellerName: z.string().nullable(),
  corrId: z.string().nullable(),
  borrowerLastName: z.string().nullable(),
  productCode: z.string().nullable(),
  currentLDStatus: z.string().nullable(),
  tdocReceivedDate: instant,
  sftpTransmittalDate: instant.nullable(),
  tprResponse: TprResponse.nullable(),
  tprTDocResponseDate: instant.nullable(),
  tprEstimatedDateOfReview: day.nullable(),
  dueOutOfReview: day.nullable(),
  reviewCategories: z.array(z.object({ id: z.uuid(), type: CategoryType, status: CategoryStatus })),
  /** Complete, or every required category completed and one at least. */
  isReviewComplete: z.boolean(),
  completedDate: instant.nullable(),
  createdByUserFullName: z.string().nullable(),
  completedBy: z.string().nullable(),
  jumboVendorName: z.string().nullable(),
  availableActions: z.array(z.enum(tdocActions)),
})
export type Tdoc = z.infer<typeof Tdoc>

/** The highest count of a tab; a tab with more Tdocs shows this number and is in `cutTabs`. */
export const mostFound = 10_000

/** A page of a table; `counts` has the tabs of the table, each narrowed as the page is. */
export const TdocPage = pageOf(Tdoc).extend({
  counts: z.partialRecord(z.enum(tdocTabs), z.number().int()),
  isTotalCut: z.boolean(),
  /** The tabs that have more than is told. */
  cutTabs: z.array(z.enum(tdocTabs)),
})
export type TdocPage = z.infer<typeof TdocPage>

/** What the activity log tells of: the actions of the two tables, and what happens beside them. */
export const tdocEventActions = [
  ...tdocActions,
  'create',
  ...categoryActions.map((action) => `category-${action}` as const),
  'turn-comment',
  'delete-comment',
] as const
export type TdocEventAction = (typeof tdocEventActions)[number]

/** What happened to a Tdoc. */
export const TdocEvent = z.object({
  id: z.number().int(),
  at: instant,
  /** Null where a file of the transmittal did it. */
  actorName: z.string().nullable(),
  action: z.enum(tdocEventActions),
  changes: z.array(Change),
})
export type TdocEvent = z.infer<typeof TdocEvent>
