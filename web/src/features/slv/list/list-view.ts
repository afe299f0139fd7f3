import type { Profile } from '@portal/contract/auth/api'
import { isOneOf } from '@portal/contract/lib/typed'
import { type SortKey, sortKeysFor } from '@portal/contract/slv/columns'
import {
  type CountedFilters,
  filterOfCount,
  type SlvCount,
} from '@portal/contract/slv/counts'
import { hasNeeds } from '@portal/contract/slv/needs'
import { closedStatuses, slvGroupStatuses } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { type GoTo, listAddress } from '../../../lib/list-address.ts'
import {
  isSameChoice,
  type ListFilter,
  type ListSearch,
  noFilter,
  toFilter,
  toSearch,
} from '../../../records/slv/list-filter.ts'
import {
  findTab,
  type ListTab,
  searchOfTab,
  type TabModes,
  toModes,
} from './list-tabs.ts'

type Sort = { sortBy: SortKey; sortType: 'asc' | 'desc' }

export type ListView = {
  tab: TabModes
  filter: ListFilter
  /** The order of this list unless someone chose another. */
  usualSort: Sort
  page: number
  size: number
} & Sort

const defaultPage = 1
const defaultSize = 25

const newestFirst: Sort = { sortBy: 'date', sortType: 'desc' }
const mostOverdueFirst: Sort = { sortBy: 'dueAt', sortType: 'asc' }
const needsYouFirst: Sort = { sortBy: 'needsYou', sortType: 'asc' }

/**
 * Lists of work begin with what is most overdue, and so do overdue and
 * transferred SLVs that someone chose. Those of sellers and BDDs begin with what
 * needs them.
 */
const getUsualSort = (tab: ListTab, filter: ListFilter, role: Role): Sort => {
  if (tab.isWork) return mostOverdueFirst
  const isDueChosen = filter.due.length > 0 || isTransferredList(tab, filter)
  if (isDueChosen && role !== 'SELLER') return mostOverdueFirst
  if (hasNeeds(role) && !isFinishedList(tab, filter)) return needsYouFirst
  return newestFirst
}

/** Whether only SLVs at SLR or the trade desk are chosen. */
export const isTransferredList = (
  { departmentTableMode }: Pick<ListTab, 'departmentTableMode'>,
  { status }: Pick<ListFilter, 'status'>,
): boolean =>
  departmentTableMode === 'TRANSFERRED' ||
  (status.length > 0 &&
    status.every((one) => slvGroupStatuses.TRANSFERRED.includes(one)))

/** Whether the list has only SLVs that are decided or withdrawn. */
export const isFinishedList = (
  { part }: Pick<ListTab, 'part'>,
  { status }: Pick<ListFilter, 'status'>,
): boolean =>
  part === 'FINISHED' ||
  (status.length > 0 && status.every((one) => isOneOf(closedStatuses, one)))

/** What an address shows; null for a person without any list. */
export const viewIn = (
  tabs: readonly ListTab[],
  search: ListSearch,
  { role }: Pick<Profile, 'role'>,
): (ListView & { tab: ListTab }) | null => {
  const tab = findTab(tabs, search)
  if (!tab) return null
  const filter = toFilter(search, role)
  const usualSort = getUsualSort(tab, filter, role)
  return {
    tab,
    filter,
    usualSort,
    ...(getChosenSort(search, role) ?? usualSort),
    page: search.page ?? defaultPage,
    size: search.size ?? defaultSize,
  }
}

/** The sort that an address names, if this role may sort by it. */
const getChosenSort = (
  { sortBy, sortType = 'asc' }: ListSearch,
  role: Role,
): Sort | null => {
  if (sortBy === undefined || !sortKeysFor(role).includes(sortBy)) return null
  return { sortBy, sortType }
}

/** How to change what a list shows: its page, sort, filter and figure. */
export const createChangeHandlers = (
  { tab, filter, usualSort }: ListView & { tab: ListTab },
  search: ListSearch,
  goTo: GoTo<ListSearch>,
) => {
  const { sortBy, sortType, page, size, view } = search
  // Without its part, the address of the start tab would mean the tab of all
  // SLVs as soon as it has filters.
  const tabSearch = tab.part ? { ...tab.address, size } : searchOfTab(tab, size)
  const unfiltered: ListSearch = { ...tabSearch, sortBy, sortType, view }
  const setFilter = (next: ListFilter) =>
    goTo({ ...unfiltered, ...toSearch(next) })
  return {
    address: listAddress({ ...unfiltered, ...toSearch(filter), page }, goTo, {
      defaultSort: { by: usualSort.sortBy, type: usualSort.sortType },
      defaultSize,
    }),
    setFilter,
    clear: () => setFilter(noFilter),
    /**
     * The address of the rows that a figure counts, in their usual order;
     * without a figure, of the whole list.
     */
    searchOfCount: (count: SlvCount | null, readerId: string): ListSearch => {
      const countFilter = filterOfCount(count, tab.tableMode, readerId)
      return { ...tabSearch, ...toSearch({ ...filter, ...countFilter }) }
    },
  }
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
}: Pick<ListView, 'tab' | 'filter'>): Record<string, string> => {
  const matching: Record<string, string> = {}
  const parameters = { ...toModes(tab), ...toSearch(filter) }
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') matching[name] = String(value)
  }
  return matching
}

/** The filters that figures set. */
const countedKeys = [
  'status',
  'due',
  'needsYou',
  'slrReviewerIds',
  'tradeDeskIds',
] as const

/**
 * Whether a list shows exactly the rows of a figure, among those that its other
 * filters find.
 */
export const showsCount = (
  filter: ListFilter,
  counted: CountedFilters,
): boolean =>
  countedKeys.every(
    (key) =>
      counted[key] === undefined || isSameChoice(filter[key], counted[key]),
  )
