import { z } from 'zod'
import { text } from '../lib/fields.ts'
import { joined, Paging } from '../lib/paging.ts'
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

/**
 * Lists of values that filter the table, each by one column; they combine with each other and with `filterBy`. Names and
 * LoanDock statuses can contain commas, so they are joined with '!'.
 */
const tdocLists = {
  sellers: joined(text(200), '!'),
  borrowers: joined(text(200), '!'),
  loanStatuses: joined(text(200), '!'),
  loanNumbers: joined(text(40)),
}
export type TdocListKey = keyof typeof tdocLists
export const tdocListKeys = ['sellers', 'borrowers', 'loanStatuses', 'loanNumbers'] as const satisfies TdocListKey[]

/** Labels of the lists in filters and in the workbook. */
export const tdocListLabels: Record<TdocListKey, string> = {
  sellers: 'Sellers',
  borrowers: 'Borrowers',
  loanStatuses: 'Loan Doc Statuses',
  loanNumbers: '{buyer} Loan Numbers',
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

/** Column labels on screen and in the workbook. */
export const tdocColumnLabels: Record<TdocColumn, string> = {
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
  ...tdocLists,
  sortBy: TdocColumn.optional(),
  sortType: z.enum(['asc', 'desc']).default('asc'),
  /** 'none' for whoever searches for one thing and shows no tabs: found sooner, `total` is what is seen so far. */
  counts: z.enum(['tabs', 'none']).default('tabs'),
})
export type TdocListQuery = z.infer<typeof TdocListQuery>

/** Values of each list in one table that contain the search text; at most 50 of each, sorted. With `list`, only of that one. */
export const TdocFilterOptionsQuery = TdocListQuery.pick({ tableMode: true, search: true }).extend({
  list: z.enum(tdocListKeys).optional(),
})
export const TdocFilterOptions = z.object({
  sellers: z.array(z.string()),
  borrowers: z.array(z.string()),
  loanStatuses: z.array(z.string()),
  loanNumbers: z.array(z.string()),
} satisfies Record<TdocListKey, z.ZodType>)
export type TdocFilterOptions = z.infer<typeof TdocFilterOptions>
