import type { Profile } from '@portal/contract/auth/api'
import { type SortKey, sortKeysFor } from '@portal/contract/slv/list-query'
import { filterOf, type ListFilter } from './list-filter.ts'
import type { ListSearch } from './list-search.ts'
import { type ListTab, tabIn } from './list-tabs.ts'

export type TabModes = Pick<ListTab, 'tableMode' | 'departmentTableMode'>

/** One page of a list: which list, what narrows it, how it is sorted. `page` is one-based. */
export type ListView = {
  tab: TabModes
  filter: ListFilter
  sortBy: SortKey
  sortType: 'asc' | 'desc'
  page: number
  size: number
}

/** How a list stands without a word in the address: 25 rows (spec.md §9), the newest request first. */
export const usual = { sortBy: 'date', sortType: 'desc', page: 1, size: 25 } as const

/** What an address shows to this person; null for somebody who has no list. */
export const viewIn = (
  tabs: readonly ListTab[],
  search: ListSearch,
  { role }: Pick<Profile, 'role'>,
): (ListView & { tab: ListTab }) | null => {
  const tab = tabIn(tabs, search)
  if (!tab) return null
  const isSorted = search.sortBy !== undefined && sortKeysFor(role).includes(search.sortBy)
  return {
    tab,
    filter: filterOf(search, role),
    sortBy: (isSorted && search.sortBy) || usual.sortBy,
    sortType: isSorted ? (search.sortType ?? 'asc') : usual.sortType,
    page: search.page ?? usual.page,
    size: search.size ?? usual.size,
  }
}
