import { filterOfCount } from '@portal/contract/slv/counts'
import * as api from '@portal/contract/slv/list-api'
import { endpointQuery } from '../../../lib/queries.ts'
import {
  type ListFilter,
  noFilter,
  toSearch,
} from '../../../records/slv/list-filter.ts'
import { slvKey } from '../../../records/slv/slv-key.ts'
import { type TabModes, toModes } from './list-tabs.ts'
import type { ListView } from './list-view.ts'

type Modes = ReturnType<typeof toModes>

/** The key of what a list shows. `modes` comes third: see `keepOfSameList`. */
const listKey = (kind: 'list' | 'statistics', modes: Modes, query: object) => [
  ...slvKey,
  kind,
  modes,
  query,
]

/**
 * For `placeholderData`: what the list shows stays while its next rows load.
 * That of another list would mislead.
 */
const keepOfSameList =
  (modes: Modes) =>
  <Data>(
    previous: Data | undefined,
    previousQuery: { queryKey: readonly unknown[] } | undefined,
  ): Data | undefined => {
    const previousModes = previousQuery?.queryKey[slvKey.length + 1]
    const isSameList = JSON.stringify(previousModes) === JSON.stringify(modes)
    return isSameList ? previous : undefined
  }

/** One page of a list. */
export const listQuery = ({
  tab,
  filter,
  sortBy,
  sortType,
  page,
  size,
}: ListView) => {
  const modes = toModes(tab)
  const query = {
    ...modes,
    ...toSearch(filter),
    sortBy,
    sortType,
    page,
    size,
  }
  return endpointQuery(listKey('list', modes, query), api.listSlvs, {
    query,
    placeholderData: keepOfSameList(modes),
  })
}

/**
 * How many SLVs a filter finds while it is being chosen; a failure here is no
 * outage of the page.
 */
export const countQuery = (tab: TabModes, filter: ListFilter) => {
  const modes = toModes(tab)
  const search = toSearch(filter)
  return endpointQuery([...slvKey, 'count', modes, search], api.listSlvs, {
    query: { ...modes, ...search, size: 1 },
    meta: { quiet: true },
  })
}

/** The figures of a list, within the filters that they don't set themselves. */
export const statisticsQuery = (
  tab: TabModes,
  filter: ListFilter = noFilter,
) => {
  const modes = toModes(tab)
  const noCount = filterOfCount(null, tab.tableMode, '')
  const query = { ...modes, ...toSearch({ ...filter, ...noCount }) }
  return endpointQuery(
    listKey('statistics', modes, query),
    chooseStatistics(tab),
    { query, placeholderData: keepOfSameList(modes) },
  )
}

const chooseStatistics = ({ tableMode }: TabModes) => {
  if (tableMode === 'MY_COMPANY') return api.getMyCompanyStatistics
  return tableMode === 'ALL' ? api.getDepartmentStatistics : api.getStatistics
}

type NamesEndpoint = typeof api.getSellerFilter | typeof api.getProgramFilter

/** The queries for names that a filter of this list offers. */
export const namesIn = ({ tableMode }: TabModes) => {
  const namesQuery = (endpoint: NamesEndpoint, search: string) =>
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
    sellers: (search: string) => namesQuery(api.getSellerFilter, search),
    programs: (search: string) => namesQuery(api.getProgramFilter, search),
  }
}
