import { z } from 'zod'
import type { ColumnKind, ColumnSort } from '../lib/list-column.ts'
import { getKeys } from '../lib/typed.ts'
import * as model from './model.ts'

/**
 * A column of the Tdoc lists: their table, their sort and their workbook. Every
 * role that has the lists has all of them.
 */
export type TdocColumnRow = {
  /** `{buyer}` is replaced by the buyer's name. */
  label: string
  kind: ColumnKind
  /** The labels of its codes. */
  labels?: Readonly<Record<string, string>>
  sort: ColumnSort
  /** In the table, in px until the user changes it. */
  width: number
  /** In the workbook, in characters. */
  workbookWidth: number
}

/**
 * The columns in the spec's order (spec.md §2), after the description icon. The
 * list can be sorted by each of them.
 */
const rows = {
  slaDays: {
    label: 'SLA Status',
    kind: 'signed',
    sort: 'COMPUTED',
    width: 224,
    workbookWidth: 10,
  },
  turnTime: {
    label: 'Turntime',
    kind: 'integer',
    sort: 'COMPUTED',
    width: 92,
    workbookWidth: 10,
  },
  progressTracking: {
    label: 'Progress Tracking',
    kind: 'text',
    labels: model.progressTrackingLabels,
    sort: 'COMPUTED',
    width: 148,
    workbookWidth: 16,
  },
  type: {
    label: 'Type',
    kind: 'text',
    labels: model.tdocTypeLabels,
    sort: 'COMPUTED',
    width: 116,
    workbookWidth: 12,
  },
  buyerLoanNumber: {
    label: '{buyer} Loan Number',
    kind: 'text',
    sort: 'VALUE',
    width: 168,
    workbookWidth: 16,
  },
  imageFileName: {
    label: 'Image File Name',
    kind: 'text',
    sort: 'TEXT',
    width: 230,
    workbookWidth: 32,
  },
  assignedUnderwriter: {
    label: 'Assigned Underwriter',
    kind: 'text',
    sort: 'COMPUTED',
    width: 176,
    workbookWidth: 20,
  },
  reviewUnderwriter: {
    label: 'Reviewer’s Name',
    kind: 'text',
    sort: 'COMPUTED',
    width: 176,
    workbookWidth: 20,
  },
  sellerName: {
    label: 'Seller Name',
    kind: 'text',
    sort: 'NAME',
    width: 150,
    workbookWidth: 24,
  },
  corrId: {
    label: 'Corr ID',
    kind: 'text',
    sort: 'TEXT',
    width: 88,
    workbookWidth: 10,
  },
  borrowerLastName: {
    label: 'Borrower Last Name',
    kind: 'text',
    sort: 'NAME',
    width: 162,
    workbookWidth: 18,
  },
  productCode: {
    label: 'Product Code',
    kind: 'text',
    sort: 'TEXT',
    width: 138,
    workbookWidth: 16,
  },
  currentLDStatus: {
    label: 'Current LoanDock Status',
    kind: 'text',
    sort: 'COMPUTED',
    width: 188,
    workbookWidth: 20,
  },
  tdocReceivedDate: {
    label: 'Tdoc Received Date/Time',
    kind: 'time',
    sort: 'VALUE',
    width: 190,
    workbookWidth: 20,
  },
  sftpTransmittalDate: {
    label: 'SFTP Transmittal Date/Time',
    kind: 'time',
    sort: 'VALUE',
    width: 206,
    workbookWidth: 20,
  },
  status: {
    label: 'Status',
    kind: 'text',
    labels: model.tdocStatusLabels,
    sort: 'COMPUTED',
    width: 158,
    workbookWidth: 16,
  },
  tprResponse: {
    label: 'TPR Response',
    kind: 'text',
    labels: model.tprResponseLabels,
    sort: 'COMPUTED',
    width: 124,
    workbookWidth: 14,
  },
  tprTDocResponseDate: {
    label: 'TPR Response Date',
    kind: 'date',
    sort: 'COMPUTED',
    width: 156,
    workbookWidth: 14,
  },
  tprEstimatedDateOfReview: {
    label: 'TPR Estimated Date of Review',
    kind: 'day',
    sort: 'VALUE',
    width: 218,
    workbookWidth: 14,
  },
  dueOutOfReview: {
    label: 'Due Out of Review',
    kind: 'day',
    sort: 'COMPUTED',
    width: 148,
    workbookWidth: 14,
  },
  reviewCategories: {
    label: 'Review Category Progress',
    kind: 'text',
    sort: 'COMPUTED',
    width: 200,
    workbookWidth: 14,
  },
  isReviewComplete: {
    label: 'Tdoc Review Complete',
    kind: 'text',
    sort: 'VALUE',
    width: 174,
    workbookWidth: 12,
  },
  completedDate: {
    label: 'Date of Completion',
    kind: 'date',
    sort: 'VALUE',
    width: 152,
    workbookWidth: 14,
  },
  createdByUserFullName: {
    label: 'Uploaded By',
    kind: 'text',
    sort: 'COMPUTED',
    width: 140,
    workbookWidth: 20,
  },
  completedBy: {
    label: 'Completed By',
    kind: 'text',
    sort: 'COMPUTED',
    width: 140,
    workbookWidth: 20,
  },
  jumboVendorName: {
    label: 'Vendor Name',
    kind: 'text',
    sort: 'COMPUTED',
    width: 150,
    workbookWidth: 20,
  },
} as const satisfies Record<string, TdocColumnRow>

export const tdocColumns = getKeys(rows)
export const TdocColumn = z.enum(tdocColumns)
export type TdocColumn = z.infer<typeof TdocColumn>
/** Reviewers also sort by what needs them (needs.ts). */
export const TdocSort = z.enum([...tdocColumns, 'needsYou'])
export type TdocSort = z.infer<typeof TdocSort>
export const nextStepLabel = 'Next Step'

export const tdocColumnRow = (column: TdocColumn): TdocColumnRow => rows[column]

export const tdocSortLabel = (sort: TdocSort): string =>
  sort === 'needsYou' ? nextStepLabel : rows[sort].label

/** The columns that the server sorts by an expression. */
export type ComputedSort = {
  [Key in TdocColumn]: (typeof rows)[Key]['sort'] extends 'COMPUTED'
    ? Key
    : never
}[TdocColumn]
export const isComputedSort = (column: TdocColumn): column is ComputedSort =>
  rows[column].sort === 'COMPUTED'
