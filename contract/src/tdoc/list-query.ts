import { z } from 'zod'
import { text } from '../lib/fields.ts'
import { joined, Paging } from '../lib/paging.ts'
import { keysOf, tableOf } from '../lib/typed.ts'
import {
  ProgressTracking,
  progressTrackings,
  TdocStatus,
  TdocTableMode,
  TdocType,
  TprResponse,
  tdocStatuses,
  tdocTypes,
  tprResponses,
} from './model.ts'

/** The keys of `filterBy`, which takes one value (product.md §4). */
export const TdocFilterBy = z.enum([
  'status',
  'assignedUnderwriter',
  'reviewUnderwriter',
  'type',
  'vendorName',
  'tprResponse',
  'progressTracking',
])
export type TdocFilterBy = z.infer<typeof TdocFilterBy>

/**
 * Filters with several values each, which combine with each other and with
 * `filterBy`; people are given by id. Names can contain commas, so they are
 * joined with '!'.
 */
const filters = {
  assignedUnderwriter: joined(z.uuid()),
  reviewUnderwriter: joined(z.uuid()),
  type: joined(TdocType),
  vendorName: joined(text(200), '!'),
  tprResponse: joined(TprResponse),
  progressTracking: joined(ProgressTracking),
  sellers: joined(text(200), '!'),
  borrowers: joined(text(200), '!'),
  loanStatuses: joined(text(200), '!'),
  loanNumbers: joined(text(40)),
}
export type TdocFilterKey = keyof typeof filters
export const tdocFilterKeys = keysOf(filters)

/** The values that a filter chooses among. */
export const filterValues: Partial<Record<TdocFilterBy, readonly string[]>> = {
  status: tdocStatuses,
  type: tdocTypes,
  tprResponse: tprResponses,
  progressTracking: progressTrackings,
}

/** The filters whose values the server offers (`filter-options`). */
export const tdocListKeys = [
  'sellers',
  'borrowers',
  'loanStatuses',
  'loanNumbers',
] as const satisfies TdocFilterKey[]
export type TdocListKey = (typeof tdocListKeys)[number]

export const tdocListLabels: Record<TdocListKey, string> = {
  sellers: 'Sellers',
  borrowers: 'Borrowers',
  loanStatuses: 'Loan Doc Statuses',
  loanNumbers: '{buyer} Loan Numbers',
}

/**
 * The columns in the spec's order (spec.md §2); each may be sorted by but the
 * description icon.
 */
export const tdocColumnLabels = {
  slaDays: 'SLA Status',
  turnTime: 'Turntime',
  progressTracking: 'Progress Tracking',
  type: 'Type',
  buyerLoanNumber: '{buyer} Loan Number',
  imageFileName: 'Image File Name',
  assignedUnderwriter: 'Assigned Underwriter',
  reviewUnderwriter: 'Reviewer’s Name',
  sellerName: 'Seller Name',
  corrId: 'Corr ID',
  borrowerLastName: 'Borrower Last Name',
  productCode: 'Product Code',
  currentLDStatus: 'Current LoanDock Status',
  tdocReceivedDate: 'Tdoc Received Date/Time',
  sftpTransmittalDate: 'SFTP Transmittal Date/Time',
  status: 'Status',
  tprResponse: 'TPR Response',
  tprTDocResponseDate: 'TPR Response Date',
  tprEstimatedDateOfReview: 'TPR Estimated Date of Review',
  dueOutOfReview: 'Due Out of Review',
  reviewCategories: 'Review Category Progress',
  isReviewComplete: 'Tdoc Review Complete',
  completedDate: 'Date of Completion',
  createdByUserFullName: 'Uploaded By',
  completedBy: 'Completed By',
  jumboVendorName: 'Vendor Name',
}
export const tdocColumns = keysOf(tdocColumnLabels)
export const TdocColumn = z.enum(tdocColumns)
export type TdocColumn = z.infer<typeof TdocColumn>

/** SLA status in ACTIVE mode, received date in PURCHASED mode (spec.md §9). */
export const defaultSort: Record<TdocTableMode, TdocColumn> = {
  ACTIVE: 'slaDays',
  PURCHASED_POST_PURCHASED: 'tdocReceivedDate',
}

/**
 * The tab is `filterBy=status` with its value, or `status` beside another
 * filter; without either it is ALL.
 */
export const TdocListQuery = Paging.extend({
  size: z.coerce.number().int().min(1).max(100).default(10),
  tableMode: TdocTableMode.default('ACTIVE'),
  search: text(100).default(''),
  filterBy: TdocFilterBy.default('status'),
  filterByValue: text(200).optional(),
  status: TdocStatus.optional(),
  ...filters,
  sortBy: TdocColumn.optional(),
  sortType: z.enum(['asc', 'desc']).default('asc'),
  /** 'none' is faster; `total` is then the rows seen so far. */
  counts: z.enum(['tabs', 'none']).default('tabs'),
})
export type TdocListQuery = z.infer<typeof TdocListQuery>

/** At most 50 values of each list, sorted; with `list`, only of that one. */
export const TdocFilterOptionsQuery = TdocListQuery.pick({
  tableMode: true,
  search: true,
}).extend({
  list: z.enum(tdocListKeys).optional(),
})
export const TdocFilterOptions = z.object(
  tableOf(tdocListKeys, () => z.array(z.string())),
)
export type TdocFilterOptions = z.infer<typeof TdocFilterOptions>
