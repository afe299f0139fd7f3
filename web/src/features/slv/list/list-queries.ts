import * as api from '@portal/contract/slv/list-api'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { type ListFilter, searchOf } from '../shared/list-filter.ts'
import { slvKey } from '../shared/slv-key.ts'
import type { ListView, TabModes } from './list-view.ts'

export const modesOf = ({ tableMode, departmentTableMode }: TabModes) => ({
  tableMode,
  ...(tableMode === 'ALL' && { departmentTableMode }),
})

export const listQuery = ({ tab, filter, ...page }: ListView) => {
  const modes = modesOf(tab)
  const query = { ...modes, ...searchOf(filter), ...page }
  return queryOptions({
    queryKey: [...slvKey, 'list', modes, query],
    queryFn: ({ signal }) => call(api.listSlvs, { query }, { signal }),
    // The rows stay while the next ones load; those of another list would mislead.
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey[2]) === JSON.stringify(modes) ? previous : undefined,
  })
}

/** How many SLVs a filter finds while it is being chosen; a failure here is no outage of the page. */
export const countQuery = (tab: TabModes, filter: ListFilter) =>
  queryOptions({
    queryKey: [...slvKey, 'count', modesOf(tab), searchOf(filter)],
    queryFn: ({ signal }) =>
      call(api.listSlvs, { query: { ...modesOf(tab), ...searchOf(filter), size: 1 } }, { signal }),
    meta: { quiet: true },
  })

export const statisticsQuery = (tab: TabModes) =>
  queryOptions({
    queryKey: [...slvKey, 'statistics', modesOf(tab)],
    queryFn: ({ signal }) => call(statisticsOf(tab), { query: modesOf(tab) }, { signal }),
  })

const statisticsOf = ({ tableMode }: TabModes) => {
  if (tableMode === 'MY_COMPANY') return api.getMyCompanyStatistics
  return tableMode === 'ALL' ? api.getDepartmentStatistics : api.getStatistics
}

export const namesIn = ({ tableMode }: TabModes) => {
  const namesQuery = (endpoint: typeof api.getSellerFilter | typeof api.getProgramFilter) => (search: string) =>
    queryOptions({
      queryKey: [...slvKey, 'names', endpoint.path, tableMode, search],
      queryFn: ({ signal }) => call(endpoint, { query: { tableMode, search } }, { signal }),
      staleTime: 60_000,
      meta: { quiet: true },
    })
  return { sellers: namesQuery(api.getSellerFilter), programs: namesQuery(api.getProgramFilter) }
}
