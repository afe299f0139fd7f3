import { type ZodType, z } from 'zod'
import { dayInput, inOrder, text } from '../lib/fields.ts'
import { joined, Paging, yes } from '../lib/paging.ts'
import { getKeys, toShape } from '../lib/typed.ts'
import { LikenessText } from '../slv-request/like-cases.ts'
import type { Role } from '../user/model.ts'
import { SortKey } from './columns.ts'
import { Occupancy, occupancyLabels, SlvType, slvTypeLabels } from './model.ts'
import { hasNeeds } from './needs.ts'
import { RangeText, type RangeUnit } from './range.ts'
import { SlvStatus, slvStatusLabels, WorkPart } from './status.ts'
import { DepartmentTableMode, TableMode } from './table-mode.ts'
import { Timeframe } from './timeframe.ts'

/** Values that a loan may lack; averages leave it out. */
const loanValues = [
  'loanAmount',
  'creditScore',
  'ltv',
  'dti',
  'dscr',
  'reserves',
] as const
export const LoanValue = z.enum(loanValues)
export type LoanValue = z.infer<typeof LoanValue>
const loanValueLabels: Record<LoanValue, string> = {
  loanAmount: 'Loan Amount',
  creditScore: 'FICO',
  ltv: 'LTV',
  dti: 'DTI',
  dscr: 'DSCR',
  reserves: 'Reserves',
}

/**
 * When an open SLV is due: before today, today, or within the warning days of
 * its SLA. Lists of SLR, the trade desk or their reviewers filter and sort by
 * the clock of that review (`clockForList`).
 */
export const dueLabels = {
  OVERDUE: 'Overdue',
  TODAY: 'Due today',
  SOON: 'Due soon',
}
export const Due = z.enum(getKeys(dueLabels))
export type Due = z.infer<typeof Due>

/** Approvals in effect with such conditions. */
const conditionLabels = {
  OPEN: 'Open',
  ANSWERED: 'Open, answered',
  OVERDUE: 'Open, overdue',
}
export const ConditionFilter = z.enum(getKeys(conditionLabels))
export type ConditionFilter = z.infer<typeof ConditionFilter>

/** Columns of `slv` that filters compare as they are. */
type SlvFilterColumn =
  | 'buyerNonAgencyProgram'
  | 'creditScore'
  | 'loanAmount'
  | 'ltv'
  | 'occupancy'
  | 'state'
  | 'tradeDeskId'
  | 'type'
  | 'underwriterId'
  | 'underwriterManagerId'

/** A filter, with its labels in dialogs, chips, workbooks and reports. */
export type SlvFilterRow = {
  label: string
  schema: ZodType
  /** The labels of its values; a filter by few values offers these. */
  labels?: Readonly<Record<string, string>>
  /**
   * Separates its values in addresses and calls; sellers' names contain commas
   * (spec.md §5).
   */
  separator?: '!'
  /** Its values are ids of these people. */
  people?: 'underwriters' | 'bdds' | 'owners'
  /** Its values are names to search for. */
  names?: 'sellers' | 'programs'
  /** Its values are ranges of numbers. */
  range?: RangeUnit
  /** Its values are the buyer's reasons for variances. */
  isReason?: true
  /**
   * It would reveal to sellers what they may not see, so the server refuses it
   * from them (security.md).
   */
  isForStaff?: true
  /** Only sellers and BDDs have it. */
  isForOutside?: true
  /**
   * Sellers see its values, so the server takes it from them, but their screens
   * don't have it.
   */
  isForStaffScreens?: true
  /**
   * It finds the SLVs whose column of this name has one of its values, or is
   * within one of its ranges; lists and figures both read it. Other filters
   * have a condition of their own in filter.ts of the server.
   */
  column?: SlvFilterColumn
  /** Only the screens of these lists have it. */
  lists?: readonly TableMode[]
  /** Has no field in dialogs; set only by links from figures. */
  isForLinks?: true
}

/** Filters by values of an SLV, in the order of the dialog. */
const slvFilters = {
  status: {
    label: 'Status',
    schema: joined(SlvStatus),
    labels: slvStatusLabels,
  },
  /** What needs something from the seller's side. */
  needsYou: {
    label: 'Needs you',
    schema: joined(z.enum(['true'])),
    labels: { true: 'Yes' },
    isForOutside: true,
    isForLinks: true,
  },
  /** The web uses `due`, which includes it. */
  overdue: { label: 'Overdue', schema: yes.optional(), isForStaff: true },
  due: {
    label: 'Due',
    schema: joined(Due),
    labels: dueLabels,
    isForStaff: true,
    isForLinks: true,
  },
  sellers: {
    label: 'Sellers',
    schema: joined(text(200), '!'),
    separator: '!',
    names: 'sellers',
    isForStaffScreens: true,
  },
  /** The people of sellers who own the SLVs, also those who left. */
  ownerIds: {
    label: 'Owners',
    schema: joined(z.uuid()),
    people: 'owners',
    lists: ['MY_COMPANY', 'ALL'],
  },
  bdds: {
    label: 'BDDs',
    schema: joined(z.uuid()),
    people: 'bdds',
    isForStaff: true,
  },
  underwriterIds: {
    label: 'Underwriters',
    schema: joined(z.uuid()),
    people: 'underwriters',
    column: 'underwriterId',
    isForStaffScreens: true,
  },
  type: {
    label: 'Type',
    schema: joined(SlvType),
    labels: slvTypeLabels,
    column: 'type',
  },
  timeframe: { label: 'Timeframe', schema: Timeframe.optional() },
  /**
   * Names of non-agency programs, as get-buyer-non-agency-program-filter lists
   * them.
   */
  productCodes: {
    label: 'Non-Agency Programs',
    schema: joined(text(80)),
    names: 'programs',
    column: 'buyerNonAgencyProgram',
  },
  loanAmount: {
    label: 'Loan Amount',
    schema: joined(RangeText),
    range: 'MONEY',
    column: 'loanAmount',
  },
  creditScore: {
    label: 'FICO',
    schema: joined(RangeText),
    range: 'POINTS',
    column: 'creditScore',
  },
  ltv: {
    label: 'LTV',
    schema: joined(RangeText),
    range: 'PERCENT',
    column: 'ltv',
  },
  reasons: { label: 'Variance', schema: joined(text(40)), isReason: true },
  conditions: {
    label: 'Conditions',
    schema: joined(ConditionFilter),
    labels: conditionLabels,
  },
  states: {
    label: 'State',
    schema: joined(text(2)),
    column: 'state',
    isForLinks: true,
  },
  occupancies: {
    label: 'Occupancy',
    schema: joined(Occupancy),
    labels: occupancyLabels,
    column: 'occupancy',
    isForLinks: true,
  },
  slrReviewerIds: {
    label: 'SLR reviewers',
    schema: joined(z.uuid()),
    people: 'underwriters',
    column: 'underwriterManagerId',
    isForStaff: true,
    isForLinks: true,
  },
  tradeDeskIds: {
    label: 'Trade desk reviewers',
    schema: joined(z.uuid()),
    people: 'underwriters',
    column: 'tradeDeskId',
    isForStaff: true,
    isForLinks: true,
  },
  /** The New York day from which a decision still in effect was made. */
  decidedSince: {
    label: 'Decided since',
    schema: joined(dayInput),
    isForStaff: true,
    isForLinks: true,
  },
  /** Approvals whose last day has passed in New York. */
  expired: {
    label: 'Expired',
    schema: joined(z.enum(['true'])),
    labels: { true: 'Yes' },
  },
  /** Approvals that differ from LoanDock’s figures. */
  figuresChanged: {
    label: 'Figures changed',
    schema: joined(z.enum(['true'])),
    labels: { true: 'Yes' },
  },
  /** SLVs with a variance like one of another SLV (like-cases.ts). */
  like: {
    label: 'Like cases',
    schema: joined(LikenessText),
    isForStaff: true,
    isForLinks: true,
  },
  has: {
    label: 'Has a value for',
    schema: joined(LoanValue),
    labels: loanValueLabels,
    isForLinks: true,
  },
} satisfies Record<string, SlvFilterRow>

export type SlvFilterKey = keyof typeof slvFilters
export const slvFilterKeys = getKeys(slvFilters)
export const slvFilterRow = (key: SlvFilterKey): SlvFilterRow => slvFilters[key]

/** The filters by a list of values. */
export type SlvListKey = Exclude<SlvFilterKey, 'overdue' | 'timeframe'>
export const slvListKeys = slvFilterKeys.filter(
  (key): key is SlvListKey => key !== 'overdue' && key !== 'timeframe',
)

type Access = Pick<SlvFilterRow, 'schema' | 'isForStaff' | 'isForOutside'>

/** What chooses a list, beside its filters. */
const listChoices = {
  tableMode: {
    schema: TableMode.optional().describe(
      'MY_OWN, MY_COMPANY or, for staff and their services, SLR, TRADE_DESK or ALL; by default the first of them that the caller has',
    ),
  },
  departmentTableMode: { schema: DepartmentTableMode.default('ALL') },
  part: { schema: WorkPart.optional(), isForStaff: true },
} satisfies Record<string, Access>

/** All that narrows a list by its own row: its choices and its filters. */
export type SlvNarrowingKey = keyof typeof listChoices | SlvFilterKey
export const slvNarrowingKeys = [...getKeys(listChoices), ...slvFilterKeys]
const narrowings: Record<SlvNarrowingKey, Access> = {
  ...listChoices,
  ...slvFilters,
}

/** What the server refuses from a role. */
export const isRefusedFrom = (role: Role, key: SlvNarrowingKey): boolean => {
  const { isForStaff, isForOutside } = narrowings[key]
  if (isForStaff && role === 'SELLER') return true
  return isForOutside === true && !hasNeeds(role)
}

/** The filter of lists, counts and exports. */
export const SlvFilter = z.object({
  ...toShape(listChoices),
  search: text(100).default(''),
  ...toShape(slvFilters),
  from: dayInput.optional(),
  to: dayInput.optional(),
})
export type SlvFilter = z.infer<typeof SlvFilter>

export const SlvListQuery = SlvFilter.extend({
  ...Paging.shape,
  sortBy: SortKey.default('date'),
  sortType: z.enum(['asc', 'desc']).default('asc'),
}).superRefine(inOrder('from', 'to'))
export type SlvListQuery = z.infer<typeof SlvListQuery>
