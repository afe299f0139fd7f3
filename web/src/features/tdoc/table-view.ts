import { isOneOf, keysOf, tableOf } from '@portal/contract/lib/typed'
import * as listQuery from '@portal/contract/tdoc/list-query'
import * as model from '@portal/contract/tdoc/model'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import type { Actor, Role } from '@portal/contract/user/model'
import { z } from 'zod'
import { joinValues, keptOf, SearchWords, whole } from '../../lib/text/search-text.ts'
import { columnOf, type TdocChange } from './change.ts'

type NarrowingRow = {
  label: string
  labels?: Readonly<Record<string, string>>
  isPerson?: true
  /** Not for reviewers, who have one vendor and no list of the buyer's people. */
  isForUnderwriters?: true
}
type NarrowingKey = Exclude<listQuery.TdocFilterBy, 'status'>

const narrowings: Record<NarrowingKey, NarrowingRow> = {
  assignedUnderwriter: { label: 'Assigned underwriter', isPerson: true, isForUnderwriters: true },
  reviewUnderwriter: { label: 'Reviewer', isPerson: true, isForUnderwriters: true },
  type: { label: 'Type', labels: model.tdocTypeLabels },
  vendorName: { label: 'Vendor', isForUnderwriters: true },
  tprResponse: { label: 'TPR response', labels: model.tprResponseLabels },
  progressTracking: { label: 'Progress tracking', labels: model.progressTrackingLabels },
}
export const narrowingRow = (by: NarrowingKey): NarrowingRow => narrowings[by]

export const narrowingsFor = (role: Role): NarrowingKey[] =>
  keysOf(narrowings).filter((by) => role !== 'TPR' || !narrowings[by].isForUnderwriters)

/** Names and statuses contain commas, so '!' joins them. */
const separatorOf = (key: listQuery.TdocListKey) => (key === 'loanNumbers' ? ',' : '!')

const words = (most: number) => z.string().trim().min(1).max(most).optional().catch(undefined)

/** The address (spec.md §2). The tab is `status`, or `filterByValue` where no other filter is on. */
export const TableSearch = z.object({
  ...tableOf(listQuery.tdocListKeys, (key) => keptOf(listQuery.TdocListQuery.shape[key], separatorOf(key))),
  tableMode: model.TdocTableMode.optional().catch(undefined),
  filterBy: listQuery.TdocFilterBy.optional().catch(undefined),
  filterByValue: words(200),
  status: words(20),
  search: SearchWords,
  sortBy: listQuery.TdocColumn.optional().catch(undefined),
  sortType: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: whole(1, 1_000_000),
  size: whole(1, 100),
  descriptionTab: model.DescriptionTab.optional().catch(undefined),
})
export type TableSearch = z.infer<typeof TableSearch>

export const readTableSearch = (raw: Record<string, unknown>): TableSearch => TableSearch.parse(raw)

export type Narrowing = { by: NarrowingKey; value: string }

export type TableLists = Readonly<Record<listQuery.TdocListKey, readonly string[]>>

export type TableFilter = { narrowing: Narrowing | null; lists: TableLists }
export const noFilter: TableFilter = { narrowing: null, lists: tableOf(listQuery.tdocListKeys, () => []) }

export const countFilters = ({ narrowing, lists }: TableFilter): number =>
  (narrowing ? 1 : 0) + listQuery.tdocListKeys.filter((key) => lists[key].length > 0).length

export type TableView = TableFilter & {
  tableMode: model.TdocTableMode
  tab: model.TdocTab
  search: string
  sortBy: listQuery.TdocColumn
  sortType: 'asc' | 'desc'
  page: number
  size: number
}

export const usualSize = 10
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The Complete tab has no clocks, so it sorts by received date instead (spec.md §4). */
export const sortOf = ({ tab, sortBy }: Pick<TableView, 'tab' | 'sortBy'>): listQuery.TdocColumn =>
  tab === 'COMPLETE' && sortBy === 'slaDays' ? 'tdocReceivedDate' : sortBy

export type Reader = { modes: readonly model.TdocTableMode[]; role: Role }

export const modesFor = (actor: Actor): readonly model.TdocTableMode[] =>
  model.tdocTableModes.filter((mode: model.TdocTableMode) => tdocModeRules[mode](actor))

export const viewOf = ({ modes, role }: Reader, search: TableSearch): TableView => {
  const { filterBy, filterByValue, page = 1, size = usualSize } = search
  const tableMode = search.tableMode && modes.includes(search.tableMode) ? search.tableMode : 'ACTIVE'
  const isByStatus = filterBy === undefined || filterBy === 'status'
  const wanted = isByStatus ? filterByValue : search.status
  const tabs: readonly model.TdocTab[] = model.tabsOf[tableMode]
  const lists = listQuery.TdocListQuery.parse(tableOf(listQuery.tdocListKeys, (key) => search[key]))
  return {
    tableMode,
    tab: wanted !== undefined && isOneOf(tabs, wanted) ? wanted : 'NEW',
    narrowing:
      isByStatus || !narrowingsFor(role).includes(filterBy) || !isValue(filterBy, filterByValue)
        ? null
        : { by: filterBy, value: filterByValue },
    lists: tableOf(listQuery.tdocListKeys, (key) => lists[key] ?? []),
    search: search.search ?? '',
    sortBy: search.sortBy ?? listQuery.defaultSort[tableMode],
    sortType: search.sortType ?? 'asc',
    page,
    size,
  }
}

const isValue = (by: NarrowingKey, value: string | undefined): value is string => {
  if (value === undefined) return false
  return narrowings[by].isPerson ? uuid.test(value) : (listQuery.filterValues[by]?.includes(value) ?? true)
}

const writeLists = (lists: TableLists) =>
  tableOf(listQuery.tdocListKeys, (key) => joinValues(lists[key], separatorOf(key)))

export const searchOf = (view: TableView): TableSearch => {
  const { tableMode, tab, narrowing, lists, search, sortBy, sortType, page, size } = view
  const isUsual = sortBy === listQuery.defaultSort[tableMode] && sortType === 'asc'
  return {
    tableMode: tableMode === 'ACTIVE' ? undefined : tableMode,
    ...(narrowing
      ? { filterBy: narrowing.by, filterByValue: narrowing.value, status: tab === 'NEW' ? undefined : tab }
      : tab !== 'NEW' && { filterBy: 'status', filterByValue: tab }),
    ...writeLists(lists),
    search: search === '' ? undefined : search,
    ...(!isUsual && { sortBy, sortType }),
    page: page === 1 ? undefined : page,
    size: size === usualSize ? undefined : size,
  }
}

export const queryOf = (view: TableView) => {
  const { tableMode, tab, narrowing, lists, search, sortType, page, size } = view
  const status = tab === 'ALL' ? undefined : tab
  return {
    ...{ tableMode, sortBy: sortOf(view), sortType, page, size },
    ...writeLists(lists),
    ...(search !== '' && { search }),
    ...(narrowing
      ? { filterBy: narrowing.by, filterByValue: narrowing.value, ...(status && { status }) }
      : { filterBy: 'status' as const, ...(status && { filterByValue: status }) }),
  }
}

/** Whether a changed Tdoc leaves this view: its tab, or the filter. */
export const leavesView = (change: TdocChange, { tab, narrowing }: Pick<TableView, 'tab' | 'narrowing'>): boolean => {
  if (change.kind === 'status') return tab !== 'ALL' && tab !== change.status
  const value = change.kind === 'progress' ? change.progress : change.person?.id
  return narrowing?.by === columnOf(change.kind) && narrowing.value !== value
}

/** The other table: in its usual order, and on New where it doesn't have this tab (spec.md §4). */
export const inMode = (view: TableView, tableMode: model.TdocTableMode): TableView => ({
  ...view,
  tableMode,
  tab: model.tabsOf[tableMode].includes(view.tab) ? view.tab : 'NEW',
  sortBy: listQuery.defaultSort[tableMode],
  sortType: 'asc',
  page: 1,
})

export const inTab = (view: TableView, tab: model.TdocTab): TableView => ({ ...view, tab, page: 1 })
