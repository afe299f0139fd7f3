import { isOneOf } from '@portal/contract/lib/typed'
import {
  defaultSort,
  filterValues,
  type TdocColumn,
  type TdocFilterBy,
  type TdocListKey,
  TdocListQuery,
  tdocListKeys,
} from '@portal/contract/tdoc/list-query'
import { type TdocTab, type TdocTableMode, tabsOf, tdocTableModes } from '@portal/contract/tdoc/model'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import type { Actor, Role } from '@portal/contract/user/model'
import type { TdocChange } from './change.ts'
import type { TableSearch } from './table-search.ts'

/** What narrows the table beside its tab. */
export type Narrowing = { by: Exclude<TdocFilterBy, 'status'>; value: string }

/** The selected values of each list filter; an empty list filters nothing. */
export type TableLists = Readonly<Record<TdocListKey, readonly string[]>>
export const noLists: TableLists = { sellers: [], borrowers: [], loanStatuses: [], loanNumbers: [] }

const readLists = (search: TableSearch): TableLists => {
  const {
    sellers = [],
    borrowers = [],
    loanStatuses = [],
    loanNumbers = [],
  } = TdocListQuery.pick({
    ...{ sellers: true, borrowers: true, loanStatuses: true, loanNumbers: true },
  }).parse(search)
  return { sellers, borrowers, loanStatuses, loanNumbers }
}

const joined = (values: readonly string[], separator = '!') =>
  values.length === 0 ? undefined : values.join(separator)

/** The lists as query parameters. */
const writtenLists = ({ sellers, borrowers, loanStatuses, loanNumbers }: TableLists) => ({
  sellers: joined(sellers),
  borrowers: joined(borrowers),
  loanStatuses: joined(loanStatuses),
  loanNumbers: joined(loanNumbers, ','),
})

/** How many filters are on, not counting the tab and the search. */
export const filtersOn = ({ narrowing, lists }: Pick<TableView, 'narrowing' | 'lists'>): number =>
  (narrowing ? 1 : 0) + tdocListKeys.filter((key) => lists[key].length > 0).length

/**
 * The table as it stands: which of the two, which tab, what narrows it, how it is to be sorted. `page` is one-based. By
 * what it is sorted indeed, `sortOf` says.
 */
export type TableView = {
  tableMode: TdocTableMode
  tab: TdocTab
  narrowing: Narrowing | null
  lists: TableLists
  search: string
  sortBy: TdocColumn
  sortType: 'asc' | 'desc'
  page: number
  size: number
}

const usualSize = 10
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * A finished Tdoc has no clock, so what is sorted by it stands by when its Tdocs were received on the Complete tab
 * (spec.md §4); on the other tabs it is sorted by the clock as before.
 */
export const sortOf = ({ tab, sortBy }: Pick<TableView, 'tab' | 'sortBy'>): TdocColumn =>
  tab === 'COMPLETE' && sortBy === 'slaDays' ? 'tdocReceivedDate' : sortBy

/** What somebody can narrow a table by. Reviewers have one vendor, and no list of the buyer's people. */
export const filtersFor = (role: Role): readonly Narrowing['by'][] =>
  role === 'TPR'
    ? ['type', 'tprResponse', 'progressTracking']
    : ['assignedUnderwriter', 'reviewUnderwriter', 'type', 'vendorName', 'tprResponse', 'progressTracking']

/** Whose table it is: which of the two they have, and as what they look at it. */
export type Reader = { modes: readonly TdocTableMode[]; role: Role }

/** The tables that somebody has. */
export const modesFor = (actor: Actor): readonly TdocTableMode[] =>
  tdocTableModes.filter((mode: TdocTableMode) => tdocModeRules[mode](actor))

/** What an address shows to somebody. A table, tab or filter that is not theirs is as if it were not there. */
export const viewOf = ({ modes, role }: Reader, search: TableSearch): TableView => {
  const { filterBy, filterByValue, page = 1, size = usualSize } = search
  const tableMode = search.tableMode && modes.includes(search.tableMode) ? search.tableMode : 'ACTIVE'
  const isByStatus = filterBy === undefined || filterBy === 'status'
  const asked = isByStatus ? filterByValue : search.status
  const tabs: readonly TdocTab[] = tabsOf[tableMode]
  const tab = asked !== undefined && isOneOf(tabs, asked) ? asked : 'NEW'
  return {
    tableMode,
    tab,
    narrowing:
      isByStatus || !isFilterOf(role, filterBy) || !isValue(filterBy, filterByValue)
        ? null
        : { by: filterBy, value: filterByValue },
    lists: readLists(search),
    search: search.search ?? '',
    sortBy: search.sortBy ?? defaultSort[tableMode],
    sortType: search.sortType ?? 'asc',
    page,
    size,
  }
}

const isFilterOf = (role: Role, by: Narrowing['by']) => filtersFor(role).includes(by)

/** Whether the server takes this value of a filter. */
const isValue = (by: TdocFilterBy, value: string | undefined): value is string => {
  if (value === undefined) return false
  if (by === 'assignedUnderwriter' || by === 'reviewUnderwriter') return uuid.test(value)
  return filterValues[by]?.includes(value) ?? true
}

/** A view as the address holds it. */
export const searchOf = (view: TableView): TableSearch => {
  const { tableMode, tab, narrowing, lists, search, sortBy, sortType, page, size } = view
  const isUsual = sortBy === defaultSort[tableMode] && sortType === 'asc'
  return {
    tableMode: tableMode === 'ACTIVE' ? undefined : tableMode,
    ...(narrowing
      ? { filterBy: narrowing.by, filterByValue: narrowing.value, status: tab === 'NEW' ? undefined : tab }
      : tab !== 'NEW' && { filterBy: 'status', filterByValue: tab }),
    ...writtenLists(lists),
    search: search === '' ? undefined : search,
    ...(!isUsual && { sortBy, sortType }),
    page: page === 1 ? undefined : page,
    size: size === usualSize ? undefined : size,
  }
}

/** A view as the call takes it. */
export const queryOf = (view: TableView) => {
  const { tableMode, tab, narrowing, lists, search, sortType, page, size } = view
  const status = tab === 'ALL' ? undefined : tab
  return {
    ...{ tableMode, sortBy: sortOf(view), sortType, page, size },
    ...writtenLists(lists),
    ...(search !== '' && { search }),
    ...(narrowing
      ? { filterBy: narrowing.by, filterByValue: narrowing.value, ...(status && { status }) }
      : { filterBy: 'status' as const, ...(status && { filterByValue: status }) }),
  }
}

/** Whether what is changed so stands in this view no more: it leaves its tab, or what narrows it. */
export const leavesView = (change: TdocChange, { tab, narrowing }: Pick<TableView, 'tab' | 'narrowing'>): boolean => {
  switch (change.kind) {
    case 'status':
      return tab !== 'ALL' && tab !== change.status
    case 'underwriter':
      return narrowing?.by === 'assignedUnderwriter' && narrowing.value !== change.person?.id
    case 'reviewer':
      return narrowing?.by === 'reviewUnderwriter' && narrowing.value !== change.person?.id
    case 'progress':
      return narrowing?.by === 'progressTracking' && narrowing.value !== change.progress
  }
}

/** The other table: sorted as it comes, and on New where it has no such tab (spec.md §4). */
export const inMode = (view: TableView, tableMode: TdocTableMode): TableView => ({
  ...view,
  tableMode,
  tab: tabsOf[tableMode].includes(view.tab) ? view.tab : 'NEW',
  sortBy: defaultSort[tableMode],
  sortType: 'asc',
  page: 1,
})

/** Another tab of the same table, to be sorted in the same way. */
export const inTab = (view: TableView, tab: TdocTab): TableView => ({ ...view, tab, page: 1 })

/** Whether a search is so short that it is looked for only where a field begins (decision 021). */
export const isShort = (search: string): boolean => search.length === 1 || search.length === 2
