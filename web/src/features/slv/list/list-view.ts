import type { Profile } from '@portal/contract/auth/api'
import { isOneOf } from '@portal/contract/lib/typed'
import { type SortKey, sortKeysFor } from '@portal/contract/slv/columns'
import {
  type CountedFilters,
  filterOfCount,
  type SlvCount,
} from '@portal/contract/slv/counts'
import * as api from '@portal/contract/slv/list-api'
import { hasNeeds, type Need } from '@portal/contract/slv/needs'
import type { SlvRow } from '@portal/contract/slv/row'
import {
  closedStatuses,
  openStatuses,
  type SlvStatus,
  slvGroupStatuses,
  type WorkPart,
  workPartLabels,
  workParts,
} from '@portal/contract/slv/status'
import {
  type DepartmentTableMode,
  departmentTableModeLabels,
  departmentTableModes,
  startModeFor,
  type TableMode,
  tableModeLabels,
  tableModesFor,
} from '@portal/contract/slv/table-mode'
import type { Role } from '@portal/contract/user/model'
import { type GoTo, listAddress } from '../../../lib/list-address.ts'
import { endpointQuery } from '../../../lib/queries.ts'
import { toActor } from '../../../records/auth/queries.ts'
import {
  countFilters,
  isSameChoice,
  type ListFilter,
  type ListSearch,
  noFilter,
  toFilter,
  toSearch,
} from '../../../records/slv/list-filter.ts'
import { pageParts } from '../../../records/slv/page-parts.ts'
import { slvKey } from '../../../records/slv/slv-key.ts'
import type { RowLink } from '../../../ui/data-table/columns.ts'

/**
 * One list of SLVs. The browser remembers its columns under `key`; `address`
 * names it in the address.
 */
export type ListTab = {
  key: string
  label: string
  tableMode: TableMode
  departmentTableMode: DepartmentTableMode
  /** The part of an underwriter's own work. */
  part?: WorkPart | undefined
  address: Pick<ListSearch, 'tableMode' | 'departmentTableMode' | 'part'>
  isStart: boolean
  /** Lists work to do, sorted by most overdue instead of newest. */
  isWork?: boolean
}

/**
 * The tabs of the SLV home. For underwriters the department has its own page;
 * for BDDs it is the only list.
 */
export const homeTabs = (profile: Profile): ListTab[] => {
  const modes = tableModesFor(toActor(profile)).filter(
    (mode) => mode !== 'ALL' || profile.role !== 'UNDERWRITER',
  )
  const start = startModeFor(toActor(profile))
  return modes.flatMap((tableMode): ListTab[] => {
    const tab = {
      key: tableMode,
      label: tableModeLabels[tableMode],
      tableMode,
      departmentTableMode: 'ALL',
    } as const
    const isStart = tableMode === start
    const isDesk = tableMode === 'SLR' || tableMode === 'TRADE_DESK'
    if (tableMode !== 'MY_OWN' || profile.role !== 'UNDERWRITER')
      return [{ ...tab, address: { tableMode }, isStart, isWork: isDesk }]
    const parts = workParts.map((part) => ({
      ...tab,
      key: `${tableMode}_${part}`,
      label: workPartLabels[part],
      part,
      address: { tableMode, part },
      isStart: isStart && part === 'OPEN',
      isWork: part !== 'FINISHED',
    }))
    return [
      ...parts,
      { ...tab, address: { tableMode }, isStart: false, isWork: true },
    ]
  })
}

/** The list that an address names and that this person doesn't have. */
export const missedIn = (
  tabs: readonly ListTab[],
  { tableMode }: ListSearch,
): string | null => {
  if (tableMode === undefined) return null
  const modes = tabs.map(({ address }) => address.tableMode)
  const isOffered = modes.includes(tableMode) || modes.includes(undefined)
  return isOffered ? null : tableModeLabels[tableMode]
}

export const departmentTabs: readonly ListTab[] = departmentTableModes.map(
  (mode) => ({
    key: `DEPARTMENT_${mode}`,
    label: departmentTableModeLabels[mode],
    tableMode: 'ALL',
    departmentTableMode: mode,
    address: { departmentTableMode: mode },
    isStart: mode === 'ALL',
  }),
)

/**
 * The tab of an address, or the start tab. Filters and views without a tab show
 * all of the user's own SLVs.
 */
export const tabIn = (
  tabs: readonly ListTab[],
  search: ListSearch,
): ListTab | undefined => {
  const found = tabs.find(({ address }) =>
    address.tableMode
      ? address.tableMode === search.tableMode && address.part === search.part
      : address.departmentTableMode === search.departmentTableMode,
  )
  if (found) return found
  const start = tabs.find(({ isStart }) => isStart)
  if (start?.part === undefined || !isFiltering(search)) return start
  return tabs.find(
    ({ tableMode, part }) => tableMode === start.tableMode && !part,
  )
}

const isFiltering = (search: ListSearch) => {
  const filter = toFilter(search, 'UNDERWRITER')
  return (
    filter.search !== '' ||
    countFilters(filter) > 0 ||
    search.view !== undefined
  )
}

export type TabModes = Pick<
  ListTab,
  'tableMode' | 'departmentTableMode' | 'part'
>

export type ListView = {
  tab: TabModes
  filter: ListFilter
  /** The order of this list unless someone chose another. */
  usualSort: Sort
  page: number
  size: number
} & Sort

type Sort = { sortBy: SortKey; sortType: 'asc' | 'desc' }

const usual = { sortBy: 'date', sortType: 'desc', page: 1, size: 25 } as const
const worstFirst = { sortBy: 'dueAt', sortType: 'asc' } as const
const byNextStep = { sortBy: 'needsYou', sortType: 'asc' } as const

type Chosen = Pick<ListFilter, 'status' | 'due'>

/**
 * Lists of work begin with what is most overdue, and so do overdue and
 * transferred SLVs that someone chose. Those of sellers and BDDs begin with what
 * needs them.
 */
const getSort = (tab: ListTab, filter: Chosen, role: Role): Sort => {
  const isDueFirst =
    role !== 'SELLER' && (filter.due.length > 0 || isTransferred(tab, filter))
  if (tab.isWork || isDueFirst) return worstFirst
  return hasNeeds(role) && !isFinished(tab, filter) ? byNextStep : usual
}

/** Whether only SLVs at SLR or the trade desk are chosen. */
export const isTransferred = (
  { departmentTableMode }: Pick<ListTab, 'departmentTableMode'>,
  { status }: Pick<ListFilter, 'status'>,
): boolean =>
  departmentTableMode === 'TRANSFERRED' ||
  (status.length > 0 &&
    status.every((one) => slvGroupStatuses.TRANSFERRED.includes(one)))

/** Whether the list has only SLVs that are decided or withdrawn. */
export const isFinished = (
  { part }: Pick<ListTab, 'part'>,
  { status }: Pick<ListFilter, 'status'>,
): boolean =>
  part === 'FINISHED' ||
  (status.length > 0 && status.every((one) => isOneOf(closedStatuses, one)))

export const viewIn = (
  tabs: readonly ListTab[],
  search: ListSearch,
  { role }: Pick<Profile, 'role'>,
): (ListView & { tab: ListTab }) | null => {
  const tab = tabIn(tabs, search)
  if (!tab) return null
  const isSorted =
    search.sortBy !== undefined && sortKeysFor(role).includes(search.sortBy)
  const filter = toFilter(search, role)
  const usualSort = getSort(tab, filter, role)
  return {
    tab,
    filter,
    usualSort,
    sortBy: (isSorted && search.sortBy) || usualSort.sortBy,
    sortType: isSorted ? (search.sortType ?? 'asc') : usualSort.sortType,
    page: search.page ?? usual.page,
    size: search.size ?? usual.size,
  }
}

export const createChangeHandlers = (
  { tab, filter, usualSort }: ListView & { tab: ListTab },
  search: ListSearch,
  goTo: GoTo<ListSearch>,
) => {
  const { sortBy, sortType, page, size } = search
  // The start tab's short address means another tab once there are filters.
  const start = tab.part ? { ...tab.address, size } : searchOfTab(tab, size)
  const place: ListSearch = { ...start, sortBy, sortType, view: search.view }
  const setFilter = (next: ListFilter) => goTo({ ...place, ...toSearch(next) })
  return {
    address: listAddress({ ...place, ...toSearch(filter), page }, goTo, {
      defaultSort: { by: usualSort.sortBy, type: usualSort.sortType },
      defaultSize: usual.size,
    }),
    setFilter,
    clear: () => setFilter(noFilter),
    /**
     * The address of the rows that a figure counts, in their usual order;
     * without a figure, of the whole list.
     */
    searchOfCount: (count: SlvCount | null, readerId: string): ListSearch => ({
      ...start,
      ...toSearch({
        ...filter,
        ...filterOfCount(count, tab.tableMode, readerId),
      }),
    }),
  }
}

export const searchOfTab = (
  { isStart, address }: ListTab,
  size: number | undefined,
): ListSearch => ({
  ...(isStart ? {} : address),
  size,
})

type Viewer = Pick<Profile, 'id' | 'role'>
type Target = Pick<SlvRow, 'id' | 'status' | 'type' | 'underwriterId'>

const open: ReadonlySet<SlvStatus> = new Set(openStatuses)

const findScreen = (
  { id, role }: Viewer,
  tab: TabModes,
  { status, type, underwriterId }: Target,
) => {
  const reading = '/slv/review-request/$proxyLoanId'
  if (role !== 'UNDERWRITER') return reading
  if (tab.tableMode === 'SLR') return '/slv/slr-request/$proxyLoanId'
  if (tab.tableMode === 'TRADE_DESK')
    return '/slv/trade-desk-request/$proxyLoanId'
  if (tab.tableMode === 'ALL')
    return tab.departmentTableMode === 'TRANSFERRED'
      ? '/slv/department/review-request/transferred/$proxyLoanId'
      : '/slv/department/review-request/$proxyLoanId'
  // One's own: sent, undecided and assigned to oneself is work; the rest is for
  // reading.
  if (underwriterId !== id || !open.has(status)) return reading
  return type === 'POST'
    ? '/slv/post-close-request/$proxyLoanId'
    : '/slv/manage-request/$proxyLoanId'
}

export const rowLink = (user: Viewer, tab: TabModes, row: Target): RowLink => ({
  to: findScreen(user, tab, row),
  params: { proxyLoanId: row.id },
})

/** The part of the page on which a seller does what an SLV needs. */
const needParts: Record<Need, Pick<RowLink, 'search' | 'hash'>> = {
  DOCUMENTS: { hash: pageParts.documents },
  UNSENT: { hash: pageParts.documents },
  COMMENT: { hash: pageParts.side, search: { tab: 'conversation' } },
  CONDITIONS: { hash: pageParts.conditions },
  DENIED: { hash: pageParts.decision },
  DRAFT: {},
  WITHDRAWAL: {},
}

/** Where a row's one action leads. */
export const needLink = (
  user: Viewer,
  tab: TabModes,
  row: Target,
  need: Need,
): RowLink => ({ ...rowLink(user, tab, row), ...needParts[need] })

export const rowHref = (user: Viewer, tab: TabModes, row: Target): string =>
  findScreen(user, tab, row).replace('$proxyLoanId', row.id)

export const toModes = ({
  tableMode,
  departmentTableMode,
  part,
}: TabModes) => ({
  tableMode,
  ...(tableMode === 'ALL' && { departmentTableMode }),
  ...(part && { part }),
})

export const listQuery = ({
  tab,
  filter,
  usualSort: _usualSort,
  ...page
}: ListView) => {
  const modes = toModes(tab)
  const query = { ...modes, ...toSearch(filter), ...page }
  return endpointQuery([...slvKey, 'list', modes, query], api.listSlvs, {
    query,
    // The rows stay while the next ones load; those of another list would
    // mislead.
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey[2]) === JSON.stringify(modes)
        ? previous
        : undefined,
  })
}

/** What a saved view of a list keeps. */
export const toViewSearch = (view: ListView): Record<string, string> => ({
  ...getMatching(view),
  sortBy: view.sortBy,
  sortType: view.sortType,
})

/** The parameters that find all SLVs of a list, on every page. */
export const getMatching = ({
  tab,
  filter,
}: Pick<ListView, 'tab' | 'filter'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...toModes(tab), ...toSearch(filter) }).flatMap(
      ([key, value]) =>
        value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  )

/**
 * How many SLVs a filter finds while it is being chosen; a failure here is no
 * outage of the page.
 */
export const countQuery = (tab: TabModes, filter: ListFilter) =>
  endpointQuery(
    [...slvKey, 'count', toModes(tab), toSearch(filter)],
    api.listSlvs,
    {
      query: { ...toModes(tab), ...toSearch(filter), size: 1 },
      meta: { quiet: true },
    },
  )

/**
 * Whether a list shows exactly the rows of a figure, among those that its other
 * filters find.
 */
export const isCounted = (
  filter: ListFilter,
  counted: CountedFilters,
): boolean =>
  countedKeys.every(
    (key) =>
      counted[key] === undefined || isSameChoice(filter[key], counted[key]),
  )

const countedKeys = [
  'status',
  'due',
  'needsYou',
  'slrReviewerIds',
  'tradeDeskIds',
] as const

/** The figures of a list, within the filters that they don't set themselves. */
export const statisticsQuery = (
  tab: TabModes,
  filter: ListFilter = noFilter,
) => {
  const modes = toModes(tab)
  const query = {
    ...modes,
    ...toSearch({ ...filter, ...filterOfCount(null, tab.tableMode, '') }),
  }
  return endpointQuery(
    [...slvKey, 'statistics', modes, query],
    chooseStatistics(tab),
    {
      query,
      placeholderData: (previous, query) =>
        JSON.stringify(query?.queryKey[2]) === JSON.stringify(modes)
          ? previous
          : undefined,
    },
  )
}

const chooseStatistics = ({ tableMode }: TabModes) => {
  if (tableMode === 'MY_COMPANY') return api.getMyCompanyStatistics
  return tableMode === 'ALL' ? api.getDepartmentStatistics : api.getStatistics
}

export const namesIn = ({ tableMode }: TabModes) => {
  const namesQuery =
    (endpoint: typeof api.getSellerFilter | typeof api.getProgramFilter) =>
    (search: string) =>
      endpointQuery(
        [...slvKey, 'names', endpoint.path, tableMode, search],
        endpoint,
        {
          query: { tableMode, search },
          staleTime: 60_000,
          meta: { quiet: true },
        },
      )
  return {
    sellers: namesQuery(api.getSellerFilter),
    programs: namesQuery(api.getProgramFilter),
  }
}
