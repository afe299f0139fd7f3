import { CapacityQuery, type CapacityView } from '@portal/contract/reporting/capacity'
import { narrowsTo, type ReportingTableMode, reportingTableModes } from '@portal/contract/reporting/policy'
import { sharedFilters } from '@portal/contract/reporting/summary'
import type { SlvType } from '@portal/contract/slv/model'
import type { SlvGroup } from '@portal/contract/slv/status'
import type { DepartmentTableMode } from '@portal/contract/slv/table-mode'
import type { Timeframe } from '@portal/contract/slv/timeframe'
import type { Actor } from '@portal/contract/user/model'
import { z } from 'zod'
import { kept, keptOf } from '../../../lib/search-text.ts'
import { countOf, filterOf, type ListFilter, noFilter, searchOf, timeOf } from '../../slv/list/list-filter.ts'
import { ListSearch } from '../../slv/list/list-search.ts'
import { byName, type CapacitySort, CapacitySortBy, firstBy, SortType } from './capacity-sort.ts'

const { shape: capacity } = CapacityQuery

/** What the address of the reporting page holds (spec.md §2, §3), written as on the wire; what is left out is the default. */
export const ReportSearch = ListSearch.pick({ ...sharedFilters, status: true }).extend({
  tableMode: z.enum(reportingTableModes).optional().catch(undefined),
  topLimit: z.literal('10').optional().catch(undefined),
  mode: z.literal('download').optional().catch(undefined),
  countBy: z.literal('MONTH').optional().catch(undefined),
  uwcSortBy: CapacitySortBy.optional().catch(undefined),
  uwcSortType: SortType.optional().catch(undefined),
  statuses: keptOf(capacity.statuses),
  uwcType: keptOf(capacity.uwcType),
  uwcUnderwriterIds: keptOf(capacity.uwcUnderwriterIds),
  months: keptOf(capacity.months),
  uwcTimeframe: kept(capacity.uwcTimeframe),
  uwcFrom: kept(capacity.uwcFrom),
  uwcTo: kept(capacity.uwcTo),
})
export type ReportSearch = z.infer<typeof ReportSearch>

/** Reads the address; never fails. */
export const readReportSearch = (raw: Record<string, unknown>): ReportSearch => ReportSearch.parse(raw)

/** What narrows the figures: the filters of the lists, but for what is searched and what is overdue. */
export type FiguresFilter = ListFilter & {
  tableMode: ReportingTableMode
  /** Of all SLVs those that were handed on; of any other list it says nothing. */
  departmentTableMode: DepartmentTableMode
}

export const everything: FiguresFilter = { ...noFilter, tableMode: 'ALL', departmentTableMode: 'ALL' }

/** How many filters are on. */
export const filtersOn = (filter: FiguresFilter): number => countOf(filter) + (isNarrowed(filter) ? 1 : 0)

/** Whether it is anything but the list of all. */
export const isNarrowed = ({ tableMode, departmentTableMode }: FiguresFilter): boolean =>
  tableMode !== 'ALL' || departmentTableMode !== 'ALL'

/** What narrows the Underwriter Capacity table; empty and undefined do not. */
export type CapacityFilter = {
  statuses: SlvGroup[]
  type: SlvType[]
  underwriterIds: string[]
  months: string[]
  timeframe: Timeframe | undefined
  /** Civil days, both included; only for the custom range. */
  from: string | undefined
  to: string | undefined
}

export const allCapacity: CapacityFilter = {
  statuses: [],
  type: [],
  underwriterIds: [],
  months: [],
  timeframe: undefined,
  from: undefined,
  to: undefined,
}

/** All that an address says of the page. */
export type ReportView = {
  filter: FiguresFilter
  topLimit: 5 | 10
  countBy: CapacityView
  capacity: CapacityFilter
  /** The order of the table's rows. */
  sort: CapacitySort
}

/**
 * What an address shows to whoever looks: a list that they do not have narrows nothing, so that a link from a colleague
 * still opens. To the browser that prints nobody is signed in; the server has judged its list before.
 */
export const viewOf = (search: ReportSearch, actor: Actor | null): ReportView => ({
  filter: { ...filterOf({ ...search, tableMode: undefined }, 'UNDERWRITER'), ...listOf(search, actor) },
  topLimit: search.topLimit === '10' ? 10 : 5,
  countBy: search.countBy ?? 'STATUS',
  capacity: capacityOf(search),
  sort: sortOf(search),
})

const sortOf = ({ uwcSortBy, uwcSortType }: ReportSearch): CapacitySort => {
  const first = uwcSortBy ? firstBy(uwcSortBy) : byName
  return { ...first, type: uwcSortType ?? first.type }
}

const listOf = (search: ReportSearch, actor: Actor | null) => {
  const wanted = search.tableMode ?? 'ALL'
  const tableMode = actor === null || narrowsTo(wanted)(actor) ? wanted : 'ALL'
  // What is handed on of a list that they do not have is not what the link meant.
  const departmentTableMode = (wanted === 'ALL' && search.departmentTableMode) || 'ALL'
  return { tableMode, departmentTableMode }
}

const capacityOf = (search: ReportSearch): CapacityFilter => {
  const { statuses, uwcType, uwcUnderwriterIds, months, uwcTimeframe, uwcFrom, uwcTo } = z
    .object(capacity)
    .parse(search)
  return {
    statuses: statuses ?? [],
    type: uwcType ?? [],
    underwriterIds: uwcUnderwriterIds ?? [],
    months: months ?? [],
    ...timeOf({ timeframe: uwcTimeframe, from: uwcFrom, to: uwcTo }),
  }
}

/** The way back, as the address and the calls write it; what is usual is left out. */
export const searchOfView = ({ filter, topLimit, countBy, capacity, sort }: ReportView) => ({
  ...figuresQuery(filter),
  topLimit: topLimit === 10 ? ('10' as const) : undefined,
  countBy: countBy === 'MONTH' ? ('MONTH' as const) : undefined,
  ...capacityQuery(capacity),
  ...(isByName(sort) ? {} : { uwcSortBy: sort.by, uwcSortType: sort.type }),
})

const isByName = ({ by, type }: CapacitySort) => by === byName.by && type === byName.type

/** The filter as the summary's call writes it. */
export const figuresQuery = ({ tableMode, departmentTableMode, ...filter }: FiguresFilter) => {
  const { search: _search, overdue: _overdue, ...query } = searchOf(filter)
  return {
    ...query,
    tableMode: tableMode === 'ALL' ? undefined : tableMode,
    departmentTableMode: departmentTableMode === 'ALL' ? undefined : departmentTableMode,
  }
}

/** The filter as the table's call writes it. */
export const capacityQuery = (filter: CapacityFilter) => ({
  statuses: joined(filter.statuses),
  uwcType: joined(filter.type),
  uwcUnderwriterIds: joined(filter.underwriterIds),
  months: joined(filter.months),
  uwcTimeframe: filter.timeframe,
  uwcFrom: filter.from,
  uwcTo: filter.to,
})

const joined = (values: readonly string[]) => (values.length === 0 ? undefined : values.join(','))
