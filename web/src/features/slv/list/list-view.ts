import type { Profile } from '@portal/contract/auth/api'
import { type SortKey, sortKeysFor } from '@portal/contract/slv/list-query'
import { type GoTo, listAddress } from '../../../lib/list-address.ts'
import type { ListSearch } from '../shared/list-filter.ts'
import { filterOf, type ListFilter, noFilter, searchOf } from '../shared/list-filter.ts'
import { type ListTab, tabIn } from './list-tabs.ts'

export type TabModes = Pick<ListTab, 'tableMode' | 'departmentTableMode'>

export type ListView = {
  tab: TabModes
  filter: ListFilter
  sortBy: SortKey
  sortType: 'asc' | 'desc'
  page: number
  size: number
}

const usual = { sortBy: 'date', sortType: 'desc', page: 1, size: 25 } as const

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

export const changesOf = ({ tab, filter }: ListView & { tab: ListTab }, search: ListSearch, goTo: GoTo<ListSearch>) => {
  const { sortBy, sortType, page, size } = search
  const place: ListSearch = { ...searchOfTab(tab, size), sortBy, sortType }
  const setFilter = (next: ListFilter) => goTo({ ...place, ...searchOf(next) })
  return {
    address: listAddress({ ...place, ...searchOf(filter), page }, goTo, {
      defaultSort: { by: usual.sortBy, type: usual.sortType },
      defaultSize: usual.size,
    }),
    setFilter,
    clear: () => setFilter(noFilter),
  }
}

export const searchOfTab = ({ isStart, address }: ListTab, size: number | undefined): ListSearch => ({
  ...(isStart ? {} : address),
  size,
})
