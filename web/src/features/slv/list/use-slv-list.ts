import type { Profile } from '@portal/contract/auth/api'
import { SortKey } from '@portal/contract/slv/list-query'
import type { Sort } from '../../../ui/data-table/header-cell.tsx'
import { type ListFilter, noFilter, searchOf } from './list-filter.ts'
import type { ListSearch } from './list-search.ts'
import type { ListTab } from './list-tabs.ts'
import { usual, viewIn } from './list-view.ts'

/** Writes the address; `replace` where Back should not stop (letters of a search). */
export type GoTo = (search: ListSearch, options?: { replace?: boolean }) => void

/** A list as its address has it, and the ways to change it. Each way but the page's own starts on page one. */
export const useSlvList = (tabs: readonly ListTab[], search: ListSearch, profile: Profile, goTo: GoTo) => {
  const view = viewIn(tabs, search, profile)
  if (!view) throw new Error(`${profile.role} has no list of SLVs`)
  const { tab, filter } = view
  const { sortBy, sortType, size } = search
  const place = { ...searchOfTab(tab, size), sortBy, sortType }

  const setFilter = (next: ListFilter) => goTo({ ...place, ...searchOf(next) })
  return {
    ...view,
    tab,
    setFilter,
    clear: () => setFilter(noFilter),
    setSearch: (text: string) =>
      goTo({ ...place, ...searchOf({ ...filter, search: text }) }, { replace: filter.search !== '' }),
    setSort: ({ by, type }: Sort) => {
      const key = SortKey.parse(by)
      const isUsual = key === usual.sortBy && type === usual.sortType
      goTo({ ...search, page: undefined, sortBy: isUsual ? undefined : key, sortType: isUsual ? undefined : type })
    },
    setPage: (page: number) => goTo({ ...search, page: page === 1 ? undefined : page }),
    setSize: (rows: number) => goTo({ ...search, page: undefined, size: rows === usual.size ? undefined : rows }),
  }
}

/** The address of another tab: sorted as it comes, with nothing narrowed. */
export const searchOfTab = ({ isStart, address }: ListTab, size: number | undefined): ListSearch => ({
  ...(isStart ? {} : address),
  size,
})
