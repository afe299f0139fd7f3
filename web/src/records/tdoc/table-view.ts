import { isOneOf, toRecord } from '@portal/contract/lib/typed'
import { TdocSort } from '@portal/contract/tdoc/columns'
import * as listQuery from '@portal/contract/tdoc/list-query'
import * as model from '@portal/contract/tdoc/model'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import type { Actor, Role } from '@portal/contract/user/model'
import { z } from 'zod'
import {
  joinValues,
  keepValid,
  SearchWords,
  whole,
} from '../../lib/text/search-text.ts'
import { getColumn, type TdocChange } from './change.ts'

export const filterKeysFor = (role: Role): listQuery.TdocFilterKey[] =>
  listQuery.tdocFilterKeys.filter((key) =>
    role === 'TPR'
      ? !listQuery.tdocFilterRow(key).isForUnderwriters
      : !listQuery.isTdocFilterRefusedFrom(role, key),
  )

const separatorFor = (key: listQuery.TdocFilterKey) =>
  listQuery.tdocFilterRow(key).separator ?? ','

const textFilter = (maxLength: number) =>
  z.string().trim().min(1).max(maxLength).optional().catch(undefined)

/**
 * The address (spec.md §2). The tab is `filterBy=status`, or `status` beside
 * another filter.
 */
export const TableSearch = z.object({
  ...toRecord(listQuery.tdocFilterKeys, (key) =>
    keepValid(listQuery.TdocListQuery.shape[key], separatorFor(key)),
  ),
  tableMode: model.TdocTableMode.optional().catch(undefined),
  filterBy: listQuery.TdocFilterBy.optional().catch(undefined),
  filterByValue: textFilter(200),
  status: textFilter(20),
  search: SearchWords,
  sortBy: TdocSort.optional().catch(undefined),
  sortType: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: whole(1, 1_000_000),
  size: whole(1, 100),
  descriptionTab: model.DescriptionTab.optional().catch(undefined),
  view: z.uuid().optional().catch(undefined),
})
export type TableSearch = z.infer<typeof TableSearch>

export const readTableSearch = (raw: Record<string, unknown>): TableSearch =>
  TableSearch.parse(raw)

export type TableFilters = Readonly<
  Record<listQuery.TdocFilterKey, readonly string[]>
>
export const noFilters: TableFilters = toRecord(
  listQuery.tdocFilterKeys,
  () => [],
)

export const countFilters = (filters: TableFilters): number =>
  listQuery.tdocFilterKeys.filter((key) => filters[key].length > 0).length

export type TableView = {
  role: Role
  filters: TableFilters
  tableMode: model.TdocTableMode
  tab: model.TdocTab
  search: string
  sortBy: TdocSort
  sortType: 'asc' | 'desc'
  page: number
  size: number
  /** The id of the saved view that is open. */
  savedView: string | undefined
}

export const usualSize = 10

/**
 * The Complete tab has no clocks, so it sorts by received date instead (spec.md
 * §4).
 */
export const getSort = ({
  tab,
  sortBy,
}: Pick<TableView, 'tab' | 'sortBy'>): TdocSort =>
  tab === 'COMPLETE' && sortBy === 'slaDays' ? 'tdocReceivedDate' : sortBy

export type Reader = { modes: readonly model.TdocTableMode[]; role: Role }

export const modesFor = (actor: Actor): readonly model.TdocTableMode[] =>
  model.tdocTableModes.filter((mode: model.TdocTableMode) =>
    tdocModeRules[mode](actor),
  )

/** The filters of an address that the role has. */
function readFilters(role: Role, search: TableSearch): TableFilters {
  const { filterBy, filterByValue } = search
  const allowed = filterKeysFor(role)
  const parsed = listQuery.TdocListQuery.parse(
    toRecord(listQuery.tdocFilterKeys, (key) => search[key]),
  )
  const getValues = (key: listQuery.TdocFilterKey): readonly string[] => {
    if (!allowed.includes(key)) return []
    const values = parsed[key] ?? []
    if (filterBy !== key || filterByValue === undefined) return values
    // A link by `filterBy` (spec.md §2) is one more value of that filter.
    const { success } =
      listQuery.TdocListQuery.shape[key].safeParse(filterByValue)
    return success ? [...new Set([...values, filterByValue])] : values
  }
  return toRecord(listQuery.tdocFilterKeys, getValues)
}

/** The tab of an address; the first one if the table doesn't have it. */
function readTab(
  role: Role,
  tableMode: model.TdocTableMode,
  { filterBy, filterByValue, status }: TableSearch,
): model.TdocTab {
  const tabs: readonly model.TdocTab[] = model.tabsOf[tableMode]
  const isByStatus = filterBy === undefined || filterBy === 'status'
  const tab = isByStatus ? filterByValue : status
  return tab !== undefined && isOneOf(tabs, tab)
    ? tab
    : getStart(role, tableMode).tab
}

/**
 * The tab and sort without parameters. Reviewers begin with what needs them,
 * then see what the buyer has.
 */
export const getStart = (
  role: Role,
  tableMode: model.TdocTableMode,
): { tab: model.TdocTab; sortBy: TdocSort } =>
  role === 'TPR'
    ? { tab: 'ALL', sortBy: 'needsYou' }
    : { tab: 'NEW', sortBy: listQuery.defaultSort[tableMode] }

export const toView = (
  { modes, role }: Reader,
  search: TableSearch,
): TableView => {
  const { page = 1, size = usualSize } = search
  const tableMode =
    search.tableMode && modes.includes(search.tableMode)
      ? search.tableMode
      : 'ACTIVE'
  const start = getStart(role, tableMode)
  const isOwnSort = role === 'TPR' || search.sortBy !== 'needsYou'
  return {
    role,
    tableMode,
    tab: readTab(role, tableMode, search),
    filters: readFilters(role, search),
    search: search.search ?? '',
    sortBy: (isOwnSort ? search.sortBy : undefined) ?? start.sortBy,
    sortType: search.sortType ?? 'asc',
    page,
    size,
    savedView: search.view,
  }
}

const writeFilters = (filters: TableFilters) =>
  toRecord(listQuery.tdocFilterKeys, (key) =>
    joinValues(filters[key], separatorFor(key)),
  )

export const toSearch = (view: TableView): TableSearch => {
  const { tableMode, tab, filters, search, sortBy, sortType, page, size } = view
  const start = getStart(view.role, tableMode)
  const isDefaultSort = sortBy === start.sortBy && sortType === 'asc'
  return {
    tableMode: tableMode === 'ACTIVE' ? undefined : tableMode,
    ...(tab !== start.tab && { filterBy: 'status', filterByValue: tab }),
    ...writeFilters(filters),
    search: search === '' ? undefined : search,
    ...(!isDefaultSort && { sortBy, sortType }),
    page: page === 1 ? undefined : page,
    size: size === usualSize ? undefined : size,
    view: view.savedView,
  }
}

/** The parameters without empty ones, as texts. */
const toTexts = (parameters: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([key, value]) => [key, String(value)]),
  )

/**
 * What is stored in a saved view of the table: its whole address, with the tab
 * and the sort, also where they are the default.
 */
export const toViewSearch = (view: TableView): Record<string, string> => {
  const { tableMode, tab, sortBy, sortType } = view
  const firstPage = { ...view, page: 1, size: usualSize, savedView: undefined }
  return toTexts({
    ...toSearch(firstPage),
    tableMode,
    sortBy,
    sortType,
    filterBy: 'status',
    filterByValue: tab,
  })
}

/**
 * SLA status sorts by due date: ascending, what is most overdue comes first.
 * The API's `slaDays` counts days over.
 */
const getSortType = ({ sortType, ...view }: TableView) => {
  if (getSort(view) !== 'slaDays') return sortType
  return sortType === 'asc' ? 'desc' : 'asc'
}

/** The parameters of the API’s list. */
export const toQuery = (view: TableView) => {
  const { tableMode, tab, filters, search, page, size } = view
  return {
    tableMode,
    sortBy: getSort(view),
    sortType: getSortType(view),
    page,
    size,
    filterBy: 'status' as const,
    ...(tab !== 'ALL' && { filterByValue: tab }),
    ...writeFilters(filters),
    ...(search !== '' && { search }),
  }
}

/** Whether a changed Tdoc leaves this view: its tab, or a filter. */
export const leavesView = (
  change: TdocChange,
  { tab, filters }: Pick<TableView, 'tab' | 'filters'>,
): boolean => {
  if (change.kind === 'status') return tab !== 'ALL' && tab !== change.status
  const value =
    change.kind === 'progress' ? change.progress : (change.person?.id ?? '')
  const values = filters[getColumn(change.kind)]
  return values.length > 0 && !values.includes(value)
}

/**
 * The other table: in its usual order, and on New where it doesn't have this
 * tab (spec.md §4).
 */
export const inMode = (
  view: TableView,
  tableMode: model.TdocTableMode,
): TableView => ({
  ...view,
  tableMode,
  tab: model.tabsOf[tableMode].includes(view.tab) ? view.tab : 'NEW',
  sortBy: getStart(view.role, tableMode).sortBy,
  sortType: 'asc',
  page: 1,
})

export const inTab = (view: TableView, tab: model.TdocTab): TableView => ({
  ...view,
  tab,
  page: 1,
})

/** The parameters that find all Tdocs of a view, on every page. */
export const getMatching = (view: TableView): Record<string, string> => {
  const { page: _, size: __, ...query } = toQuery(view)
  return toTexts(query)
}
