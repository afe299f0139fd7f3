import { z } from 'zod'
import type { ColumnKind, ColumnSort } from '../lib/list-column.ts'
import { getKeys } from '../lib/typed.ts'
import type { Role } from '../user/model.ts'
import type { Clock } from './clocks.ts'
import { occupancyLabels, propertyTypeLabels, slvTypeLabels } from './model.ts'
import { hasNeeds, needLabels } from './needs.ts'
import { slvStatusLabels } from './status.ts'
import type { TableMode } from './table-mode.ts'
import type { SlvField } from './visible-fields.ts'

/** A column of the SLV lists: their table, their sort and their workbook. */
export type SlvColumnRow = {
  /** `{buyer}` is replaced by the buyer's name. */
  label: string
  kind: ColumnKind
  /** The labels of its codes. */
  labels?: Readonly<Record<string, string>>
  /**
   * Hidden from sellers: neither table, sort nor workbook has it for them
   * (visible-fields.ts).
   */
  isForStaff?: true
  /** Only for sellers and BDDs. */
  isForOutside?: true
  /** Without it, the list can't be sorted by the column. */
  sort?: ColumnSort
  /** Only lists of this clock have it. */
  clock?: Clock
  /** Its place in the table is in `slvTableOrder`. */
  table?: {
    /** The width in px until the user changes it. */
    width: number
    /** Only the tables of these lists have it. */
    lists?: readonly TableMode[]
    /** Hidden until the user shows it. */
    isHidden?: true
  }
  workbook?: {
    /** In characters. */
    width: number
    /** The head, if it differs from the table's. */
    label?: string
    /** The field that a role must see to get a cell, if not the key. */
    field?: SlvField
    /**
     * Its cells are a column of `slv` with this name. The server computes the
     * other cells (reporting/exports/draw-slv-columns.ts).
     */
    isStored?: true
  }
}

const rows = {
  buyerLoan: {
    label: '{buyer} Loan Number',
    kind: 'text',
    sort: 'VALUE',
    table: { width: 130 },
    workbook: { width: 16, isStored: true },
  },
  sellerLoan: {
    label: 'Seller Loan',
    kind: 'text',
    sort: 'TEXT',
    table: { width: 108 },
    workbook: { width: 14, isStored: true },
  },
  sellerName: {
    label: 'Seller',
    kind: 'text',
    sort: 'COMPUTED',
    table: { width: 168 },
    workbook: { width: 24 },
  },
  corrID: { label: 'Corr ID', kind: 'text', workbook: { width: 10 } },
  ownerName: {
    label: 'Owner',
    kind: 'text',
    table: { width: 124, lists: ['MY_COMPANY', 'ALL'] },
    workbook: { width: 20 },
  },
  borrowerLastName: {
    label: 'Borrower',
    kind: 'text',
    sort: 'NAME',
    table: { width: 96 },
    workbook: { width: 16, isStored: true },
  },
  buyerNonAgencyProgram: {
    label: 'Program',
    kind: 'text',
    sort: 'NAME',
    table: { width: 110 },
    workbook: { width: 22, isStored: true },
  },
  buyerNonAgencyProductName: {
    label: 'Product',
    kind: 'text',
    workbook: { width: 18, isStored: true },
  },
  loanAmount: {
    label: 'Amount',
    kind: 'money',
    sort: 'VALUE',
    table: { width: 108 },
    workbook: { width: 16, isStored: true },
  },
  ltv: {
    label: 'LTV',
    kind: 'share',
    sort: 'VALUE',
    table: { width: 80 },
    workbook: { width: 10, isStored: true },
  },
  cltv: {
    label: 'CLTV',
    kind: 'share',
    workbook: { width: 10, isStored: true },
  },
  creditScore: {
    label: 'FICO',
    kind: 'integer',
    sort: 'VALUE',
    table: { width: 72 },
    workbook: { width: 8, isStored: true },
  },
  dti: { label: 'DTI', kind: 'share', workbook: { width: 10, isStored: true } },
  dscr: {
    label: 'DSCR',
    kind: 'coverage',
    workbook: { width: 10, isStored: true },
  },
  purpose: {
    label: 'Purpose',
    kind: 'text',
    workbook: { width: 12, isStored: true },
  },
  occupancy: {
    label: 'Occupancy',
    kind: 'text',
    labels: occupancyLabels,
    workbook: { width: 14, isStored: true },
  },
  propertyType: {
    label: 'Property Type',
    kind: 'text',
    labels: propertyTypeLabels,
    workbook: { width: 22, isStored: true },
  },
  state: {
    label: 'State',
    kind: 'text',
    workbook: { width: 8, isStored: true },
  },
  status: {
    label: 'Status',
    kind: 'text',
    labels: slvStatusLabels,
    sort: 'COMPUTED',
    table: { width: 180 },
    workbook: { width: 20 },
  },
  /** When the work of the list's clock is due. */
  dueAt: {
    label: 'Due',
    kind: 'date',
    isForStaff: true,
    sort: 'COMPUTED',
    table: { width: 148 },
  },
  /** What it needs from the seller's side, or by when the buyer acts. */
  needsYou: {
    label: 'Next Step',
    kind: 'text',
    labels: needLabels,
    isForOutside: true,
    sort: 'COMPUTED',
    table: { width: 240 },
  },
  /**
   * By when the party whose turn it is acts: the buyer decides, the seller sends
   * documents.
   */
  expectedBy: {
    label: 'Expected By',
    kind: 'day',
    sort: 'COMPUTED',
    table: { width: 132 },
    workbook: { width: 12 },
  },
  slrSlaStatus: {
    label: 'SLR SLA',
    kind: 'signed',
    isForStaff: true,
    sort: 'COMPUTED',
    clock: 'SLR',
    table: { width: 102, isHidden: true },
    workbook: { width: 10, label: 'SLR SLA (Days)' },
  },
  tdSlaStatus: {
    label: 'TD SLA',
    kind: 'signed',
    isForStaff: true,
    sort: 'COMPUTED',
    clock: 'TD',
    table: { width: 102, isHidden: true },
    workbook: { width: 10, label: 'TD SLA (Days)' },
  },
  groupSlaStatus: {
    label: 'SLA',
    kind: 'signed',
    isForStaff: true,
    sort: 'COMPUTED',
    table: { width: 102, isHidden: true },
    workbook: { width: 10, label: 'SLA (Days)' },
  },
  /** Who has it now: a desk, the seller or a reviewer. */
  holder: {
    label: 'With',
    kind: 'text',
    isForStaff: true,
    table: { width: 136 },
  },
  type: {
    label: 'Type',
    kind: 'text',
    labels: slvTypeLabels,
    sort: 'VALUE',
    table: { width: 98 },
    workbook: { width: 12, isStored: true },
  },
  date: {
    label: 'Requested',
    kind: 'date',
    sort: 'VALUE',
    table: { width: 102 },
    workbook: { width: 12 },
  },
  underwriterName: {
    label: 'Underwriter',
    kind: 'text',
    sort: 'COMPUTED',
    table: { width: 136 },
    workbook: { width: 20 },
  },
  underwriterManagerName: {
    label: 'SLR Reviewer',
    kind: 'text',
    isForStaff: true,
    table: { width: 136, lists: ['SLR'] },
    workbook: { width: 20 },
  },
  slrRecommendedDecision: {
    label: 'SLR Recommendation',
    kind: 'text',
    labels: slvStatusLabels,
    isForStaff: true,
    workbook: { width: 16 },
  },
  tradeDeskName: {
    label: 'Trade Desk',
    kind: 'text',
    isForStaff: true,
    table: { width: 136, lists: ['TRADE_DESK'] },
    workbook: { width: 20 },
  },
  tdRecommendedDecision: {
    label: 'Trade Desk Recommendation',
    kind: 'text',
    labels: slvStatusLabels,
    isForStaff: true,
    workbook: { width: 16 },
  },
  turnTime: {
    label: 'Turn Time',
    kind: 'integer',
    sort: 'COMPUTED',
    table: { width: 104 },
    workbook: { width: 12, label: 'Turn Time (Days)' },
  },
  varianceCount: {
    label: 'Variances',
    kind: 'integer',
    workbook: { width: 10, field: 'slvRequests' },
  },
  variances: {
    label: 'Variances',
    kind: 'text',
    table: { width: 172 },
    workbook: { width: 30, label: 'Distances', field: 'slvRequests' },
  },
  varianceTexts: {
    label: 'Distance from Guideline',
    kind: 'lines',
    workbook: { width: 48, field: 'slvRequests' },
  },
  decisionDate: {
    label: 'Decided',
    kind: 'date',
    sort: 'COMPUTED',
    table: { width: 102 },
    workbook: { width: 12 },
  },
  priceAdjustment: {
    label: 'Price',
    kind: 'bps',
    sort: 'COMPUTED',
    table: { width: 100 },
    workbook: { width: 12, label: 'Price Adjustment (bps)', isStored: true },
  },
  priceReason: {
    label: 'Reason for Price',
    kind: 'lines',
    isForStaff: true,
    workbook: { width: 30, isStored: true },
  },
  goodUntil: {
    label: 'Good Until',
    kind: 'day',
    sort: 'COMPUTED',
    table: { width: 116 },
    workbook: { width: 12 },
  },
  /** Negative once it has expired. */
  daysLeft: {
    label: 'Days Left',
    kind: 'integer',
    workbook: { width: 10, field: 'goodUntil' },
  },
  decisionComment: {
    label: 'Decision Subject To',
    kind: 'lines',
    workbook: { width: 48 },
  },
  /** Of an approval in effect. */
  openConditions: {
    label: 'Open Conditions',
    kind: 'integer',
    table: { width: 136, isHidden: true },
    workbook: { width: 12 },
  },
  /** The earliest due day of its open conditions. */
  conditionDueOn: {
    label: 'Conditions Due',
    kind: 'day',
    table: { width: 132, isHidden: true },
    workbook: { width: 12 },
  },
  updatedAt: {
    label: 'Last Change',
    kind: 'date',
    isForStaff: true,
    sort: 'VALUE',
    table: { width: 108, isHidden: true },
    workbook: { width: 12 },
  },
} as const satisfies Record<string, SlvColumnRow>

type Rows = typeof rows
/** The columns whose rows have this part. */
type KeyWith<Part> = {
  [Key in keyof Rows]: Rows[Key] extends Part ? Key : never
}[keyof Rows]

export type SlvColumnKey = keyof Rows
export const slvColumnKeys = getKeys(rows)
export const slvColumnRow = (key: SlvColumnKey): SlvColumnRow => rows[key]

const hasPart =
  <Key extends SlvColumnKey>(
    isPart: (row: SlvColumnRow) => boolean,
  ): ((key: SlvColumnKey) => key is Key) =>
  (key): key is Key =>
    isPart(rows[key])

export type SlvTableKey = KeyWith<{ table: object }>

/** The columns of the table, in its order. */
export const slvTableOrder = [
  'buyerLoan',
  'borrowerLastName',
  'ownerName',
  'variances',
  'loanAmount',
  'ltv',
  'creditScore',
  'status',
  'decisionDate',
  'priceAdjustment',
  'openConditions',
  'conditionDueOn',
  'goodUntil',
  'needsYou',
  'dueAt',
  'slrSlaStatus',
  'tdSlaStatus',
  'groupSlaStatus',
  'expectedBy',
  'holder',
  'underwriterManagerName',
  'tradeDeskName',
  'underwriterName',
  'sellerName',
  'buyerNonAgencyProgram',
  'date',
  'turnTime',
  'sellerLoan',
  'type',
  'updatedAt',
] as const satisfies readonly SlvTableKey[]

export type SlvWorkbookKey = KeyWith<{ workbook: object }>

/** The columns of the workbook, in its order. */
export const slvWorkbookOrder = slvColumnKeys.filter(
  hasPart<SlvWorkbookKey>(({ workbook }) => workbook !== undefined),
)

export type SlvStoredKey = KeyWith<{ workbook: { isStored: true } }>
export const slvStoredKeys = slvColumnKeys.filter(
  hasPart<SlvStoredKey>(({ workbook }) => workbook?.isStored === true),
)

export type SortKey = KeyWith<{ sort: ColumnSort }>
const sortKeys = slvColumnKeys.filter(
  hasPart<SortKey>(({ sort }) => sort !== undefined),
)
export const SortKey = z.enum(sortKeys)

/** The columns that the server sorts by an expression. */
export type ComputedSortKey = KeyWith<{ sort: 'COMPUTED' }>
export const isComputedSort = hasPart<ComputedSortKey>(
  ({ sort }) => sort === 'COMPUTED',
)

/** Whether a role has a column. */
export const hasColumn = (role: Role, key: SlvColumnKey): boolean => {
  const { isForStaff, isForOutside } = slvColumnRow(key)
  if (isForStaff && role === 'SELLER') return false
  return !isForOutside || hasNeeds(role)
}

export const sortKeysFor = (role: Role): SortKey[] =>
  sortKeys.filter((key) => hasColumn(role, key))
