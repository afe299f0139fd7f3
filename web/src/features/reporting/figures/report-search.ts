import { joined } from '@portal/contract/lib/paging'
import { toRecord } from '@portal/contract/lib/typed'
import {
  CapacityQuery,
  type CapacityView,
} from '@portal/contract/reporting/capacity'
import {
  narrowsTo,
  ReportedStatus,
  type ReportingTableMode,
  reportingTableModes,
} from '@portal/contract/reporting/policy'
import { sharedFilters } from '@portal/contract/reporting/summary'
import {
  type DepartmentTableMode,
  departmentTableModeLabels,
  tableModeLabels,
} from '@portal/contract/slv/table-mode'
import type { Actor } from '@portal/contract/user/model'
import { z } from 'zod'
import { joinValues, keepValid, kept } from '../../../lib/text/search-text.ts'
import * as listFilter from '../../../records/slv/list-filter.ts'
import {
  byName,
  type CapacitySort,
  CapacitySortBy,
  firstBy,
  SortType,
} from './capacity/capacity-sort.ts'

const { shape: capacity } = CapacityQuery

/** The filters of the Underwriter Capacity table that are lists of values. */
export const capacityLists = [
  'statuses',
  'uwcType',
  'uwcUnderwriterIds',
  'months',
] as const
export type CapacityList = (typeof capacityLists)[number]

/**
 * The search parameters of the reporting page (spec.md §2, §3), written as in
 * the API; absent ones have their default.
 */
export const ReportSearch = listFilter.ListSearch.pick(sharedFilters).extend({
  status: keepValid(joined(ReportedStatus)),
  tableMode: z.enum(reportingTableModes).optional().catch(undefined),
  topLimit: z.literal('10').optional().catch(undefined),
  mode: z.literal('download').optional().catch(undefined),
  countBy: z.literal('MONTH').optional().catch(undefined),
  uwcSortBy: CapacitySortBy.optional().catch(undefined),
  uwcSortType: SortType.optional().catch(undefined),
  ...toRecord(capacityLists, (key) => keepValid(capacity[key])),
  uwcTimeframe: kept(capacity.uwcTimeframe),
  uwcFrom: kept(capacity.uwcFrom),
  uwcTo: kept(capacity.uwcTo),
})
export type ReportSearch = z.infer<typeof ReportSearch>

/** Reads the search parameters; never fails. */
export const readReportSearch = (raw: Record<string, unknown>): ReportSearch =>
  ReportSearch.parse(raw)

/**
 * A list of SLVs to which the figures can be limited. `departmentTableMode`
 * only applies to ALL.
 */
export type FiguresList = {
  tableMode: ReportingTableMode
  departmentTableMode: DepartmentTableMode
}

export const listLabel = ({ tableMode, departmentTableMode }: FiguresList) => {
  if (tableMode !== 'ALL') return tableModeLabels[tableMode]
  return departmentTableMode === 'ALL'
    ? 'All SLVs'
    : departmentTableModeLabels[departmentTableMode]
}

/** The filters of the figures: those of the lists, without search. */
export type FiguresFilter = listFilter.ListFilter & FiguresList

export const everything: FiguresFilter = {
  ...listFilter.noFilter,
  tableMode: 'ALL',
  departmentTableMode: 'ALL',
}

/** The number of active filters. */
export const filtersOn = (filter: FiguresFilter): number =>
  listFilter.countFilters(filter) + (isNarrowed(filter) ? 1 : 0)

/** Whether the figures are limited to a list. */
export const isNarrowed = ({
  tableMode,
  departmentTableMode,
}: FiguresList): boolean => tableMode !== 'ALL' || departmentTableMode !== 'ALL'

/**
 * The filters of the Underwriter Capacity table; the days belong to the custom
 * range, both included.
 */
export type CapacityFilter = {
  [Key in CapacityList]: NonNullable<CapacityQuery[Key]>
} & ReturnType<typeof listFilter.toTime>

export const allCapacity: CapacityFilter = {
  statuses: [],
  uwcType: [],
  uwcUnderwriterIds: [],
  months: [],
  timeframe: undefined,
  from: undefined,
  to: undefined,
}

/** The state of the page. */
export type ReportView = {
  filter: FiguresFilter
  topLimit: 5 | 10
  countBy: CapacityView
  capacity: CapacityFilter
  sort: CapacitySort
}

/**
 * Reads the page's state from the address. A list that the actor doesn't have
 * is ignored, so that a colleague's link still opens. The printing browser has
 * no actor; the server has checked its list.
 */
export const toView = (
  search: ReportSearch,
  actor: Actor | null,
): ReportView => ({
  filter: {
    ...listFilter.toFilter({ ...search, tableMode: undefined }, 'UNDERWRITER'),
    ...parseList(search, actor),
  },
  topLimit: search.topLimit === '10' ? 10 : 5,
  countBy: search.countBy ?? 'STATUS',
  capacity: parseCapacity(search),
  sort: getSort(search),
})

const getSort = ({ uwcSortBy, uwcSortType }: ReportSearch): CapacitySort => {
  const first = uwcSortBy ? firstBy(uwcSortBy) : byName
  return { ...first, type: uwcSortType ?? first.type }
}

const parseList = (search: ReportSearch, actor: Actor | null) => {
  const wanted = search.tableMode ?? 'ALL'
  const tableMode = actor === null || narrowsTo(wanted)(actor) ? wanted : 'ALL'
  const departmentTableMode =
    (wanted === 'ALL' && search.departmentTableMode) || 'ALL'
  return { tableMode, departmentTableMode }
}

const parseCapacity = (search: ReportSearch): CapacityFilter => {
  const parsed = z.object(capacity).parse(search)
  const {
    statuses = [],
    uwcType = [],
    uwcUnderwriterIds = [],
    months = [],
  } = parsed
  const time = listFilter.toTime({
    timeframe: parsed.uwcTimeframe,
    from: parsed.uwcFrom,
    to: parsed.uwcTo,
  })
  return { statuses, uwcType, uwcUnderwriterIds, months, ...time }
}

/** Writes the page's state to the address; defaults are left out. */
export const searchOfView = ({
  filter,
  topLimit,
  countBy,
  capacity,
  sort,
}: ReportView) => ({
  ...figuresQuery(filter),
  topLimit: topLimit === 10 ? ('10' as const) : undefined,
  countBy: countBy === 'MONTH' ? ('MONTH' as const) : undefined,
  ...capacityQuery(capacity),
  ...(isByName(sort) ? {} : { uwcSortBy: sort.by, uwcSortType: sort.type }),
})

const isByName = ({ by, type }: CapacitySort) =>
  by === byName.by && type === byName.type

/** The figures' filter as query parameters. */
export const figuresQuery = ({
  tableMode,
  departmentTableMode,
  ...filter
}: FiguresFilter) => {
  const { search: _search, ...query } = listFilter.toSearch(filter)
  return {
    ...query,
    tableMode: tableMode === 'ALL' ? undefined : tableMode,
    departmentTableMode:
      departmentTableMode === 'ALL' ? undefined : departmentTableMode,
  }
}

/** The page's filter as the contract has it. */
export const toFigureFilter = ({
  search: _search,
  status,
  ...filter
}: FiguresFilter) => ({
  ...filter,
  status: status.filter(
    (one) => one !== 'DRAFT' && one !== 'DRAFT_RESUBMITTED',
  ),
})

/** The table's filter as the contract has it. */
export const toCapacityFilter = ({
  timeframe,
  from,
  to,
  ...lists
}: CapacityFilter) => ({
  ...lists,
  uwcTimeframe: timeframe,
  uwcFrom: from,
  uwcTo: to,
})

/** The table's filter as query parameters. */
export const capacityQuery = (filter: CapacityFilter) => ({
  ...toCapacityFilter(filter),
  ...toRecord(capacityLists, (key) => joinValues(filter[key])),
})
