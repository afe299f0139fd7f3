import { z } from 'zod'
import { text } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'
import { progressTrackings, TdocStatus, TdocTableMode, tdocStatuses, tdocTypes, tprResponses } from './model.ts'

/** What the table may be narrowed by, one at a time (product.md §4); `filterByValue` is its value, absent for all. */
export const tdocFilters = [
  'status',
  'assignedUnderwriter',
  'reviewUnderwriter',
  'type',
  'vendorName',
  'tprResponse',
  'progressTracking',
] as const
export const TdocFilterBy = z.enum(tdocFilters)
export type TdocFilterBy = z.infer<typeof TdocFilterBy>

/** The words that a filter takes, where it takes no other; the two of people take ids. */
export const filterValues: Partial<Record<TdocFilterBy, readonly string[]>> = {
  status: tdocStatuses,
  type: tdocTypes,
  tprResponse: tprResponses,
  progressTracking: progressTrackings,
}

/** The columns in the spec's order (spec.md §2); each may be sorted by but the description icon. */
export const tdocColumns = [
  'slaDays',
  'turnTime',
  'progressTracking',
  'type',
  'buyerLoanNumber',
  'imageFileName',
  'assignedUnderwriter',
  'reviewUnderwriter',
  'sellerName',
  'corrId',
  'borrowerLastName',
  'productCode',
  'currentLDStatus',
  'tdocReceivedDate',
  'sftpTransmittalDate',
  'status',
  'tprResponse',
  'tprTDocResponseDate',
  'tprEstimatedDateOfReview',
  'dueOutOfReview',
  'reviewCategories',
  'isReviewComplete',
  'completedDate',
  'createdByUserFullName',
  'completedBy',
  'jumboVendorName',
] as const
export const TdocColumn = z.enum(tdocColumns)
export type TdocColumn = z.infer<typeof TdocColumn>

/** SLA status in ACTIVE mode, received date in PURCHASED mode (spec.md §9). */
export const defaultSort: Record<TdocTableMode, TdocColumn> = {
  ACTIVE: 'slaDays',
  PURCHASED_POST_PURCHASED: 'tdocReceivedDate',
}

/** The tab is `filterBy=status` with its value, or `status` where another filter stands beside it; neither is ALL. */
export const TdocListQuery = Paging.extend({
  size: z.coerce.number().int().min(1).max(100).default(10),
  tableMode: TdocTableMode.default('ACTIVE'),
  search: text(100).default(''),
  filterBy: TdocFilterBy.default('status'),
  filterByValue: text(200).optional(),
  status: TdocStatus.optional(),
  sortBy: TdocColumn.optional(),
  sortType: z.enum(['asc', 'desc']).default('asc'),
  /** 'none' for whoever searches for one thing and shows no tabs: found sooner, `total` is what is seen so far. */
  counts: z.enum(['tabs', 'none']).default('tabs'),
})
export type TdocListQuery = z.infer<typeof TdocListQuery>
