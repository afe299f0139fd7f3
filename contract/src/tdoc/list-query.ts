import { type ZodType, z } from 'zod'
import { text } from '../lib/fields.ts'
import { joined, Paging } from '../lib/paging.ts'
import { getKeys, toRecord, toShape } from '../lib/typed.ts'
import type { Role } from '../user/model.ts'
import { type TdocColumn, TdocSort } from './columns.ts'
import {
  ProgressTracking,
  progressTrackingLabels,
  progressTrackings,
  TdocStatus,
  TdocTableMode,
  TdocType,
  TprResponse,
  tdocTypeLabels,
  tdocTypes,
  tprResponseLabels,
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

/** A filter, with its labels in dialogs, chips and workbooks. */
export type TdocFilterRow = {
  /** In dialogs and chips; `{buyer}` is replaced by the buyer's name. */
  label: string
  schema: ZodType
  /** The column whose label the workbook uses. */
  column?: TdocColumn
  /** The labels of its values. */
  labels?: Readonly<Record<string, string>>
  /** The values that it chooses among, in the order of their positions. */
  values?: readonly string[]
  /** Its values are ids of people. */
  isPerson?: true
  /**
   * Separates its values in addresses and calls; names and statuses contain
   * commas.
   */
  separator?: '!'
  /** The server offers its values (`filter-options`). */
  isOffered?: true
  /**
   * Reviewers, who have one vendor and no list of the buyer's people, have no
   * field for it.
   */
  isForUnderwriters?: true
  /**
   * Only reviewers have it: the server refuses it from others, whose Tdocs need
   * someone else.
   */
  isForReviewers?: true
}

/** Names that contain commas. */
const names = joined(text(200), '!')

/**
 * Filters with several values each, which combine with each other and with
 * `filterBy`, in the order of the dialog.
 */
const filters = {
  /** What needs something from the vendor's reviewers. */
  needsYou: {
    label: 'Needs you',
    schema: joined(z.enum(['true'])),
    labels: { true: 'Yes' },
    isForReviewers: true,
  },
  assignedUnderwriter: {
    label: 'Assigned underwriter',
    schema: joined(z.uuid()),
    column: 'assignedUnderwriter',
    isPerson: true,
    isForUnderwriters: true,
  },
  reviewUnderwriter: {
    label: 'Reviewer',
    schema: joined(z.uuid()),
    column: 'reviewUnderwriter',
    isPerson: true,
    isForUnderwriters: true,
  },
  type: {
    label: 'Type',
    schema: joined(TdocType),
    column: 'type',
    labels: tdocTypeLabels,
    values: tdocTypes,
  },
  vendorName: {
    label: 'Vendor',
    schema: names,
    column: 'jumboVendorName',
    separator: '!',
    isForUnderwriters: true,
  },
  tprResponse: {
    label: 'TPR response',
    schema: joined(TprResponse),
    column: 'tprResponse',
    labels: tprResponseLabels,
    values: tprResponses,
  },
  progressTracking: {
    label: 'Progress tracking',
    schema: joined(ProgressTracking),
    column: 'progressTracking',
    labels: progressTrackingLabels,
    values: progressTrackings,
  },
  sellers: {
    label: 'Sellers',
    schema: names,
    separator: '!',
    isOffered: true,
  },
  borrowers: {
    label: 'Borrowers',
    schema: names,
    separator: '!',
    isOffered: true,
  },
  loanStatuses: {
    label: 'Loan Doc Statuses',
    schema: names,
    separator: '!',
    isOffered: true,
  },
  loanNumbers: {
    label: '{buyer} Loan Numbers',
    schema: joined(text(40)),
    isOffered: true,
  },
} as const satisfies Record<string, TdocFilterRow>

type Filters = typeof filters
export type TdocFilterKey = keyof Filters
export const tdocFilterKeys = getKeys(filters)
export const tdocFilterRow = (key: TdocFilterKey): TdocFilterRow => filters[key]

/** What the server refuses from a role. */
export const isTdocFilterRefusedFrom = (
  role: Role,
  key: TdocFilterKey,
): boolean => tdocFilterRow(key).isForReviewers === true && role !== 'TPR'

/** The filters whose values the server offers (`filter-options`). */
export type TdocListKey = {
  [Key in TdocFilterKey]: Filters[Key] extends { isOffered: true } ? Key : never
}[TdocFilterKey]
export const tdocListKeys = tdocFilterKeys.filter(
  (key): key is TdocListKey => tdocFilterRow(key).isOffered === true,
)

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
  ...toShape(filters),
  sortBy: TdocSort.optional().describe('`needsYou` is for reviewers only'),
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
  toRecord(tdocListKeys, () => z.array(z.string())),
)
export type TdocFilterOptions = z.infer<typeof TdocFilterOptions>
