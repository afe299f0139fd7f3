import * as api from '@portal/contract/history/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { slvKey } from '../slv/queries.ts'

/** What happened to an SLV, newest first, a page at a time. */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...slvKey, 'history', id],
    queryFn: ({ signal, pageParam: page }) =>
      call(api.searchHistory, { params: { id }, body: { page, size: 25 } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
  })

/** The changes to the request's own fields, newest first. */
export const editsQuery = (id: string) =>
  queryOptions({
    queryKey: [...slvKey, 'edits', id],
    queryFn: async ({ signal }) =>
      (await call(api.searchHistory, { params: { id }, body: { actions: ['save'], page: 1, size: 100 } }, { signal }))
        .items,
    meta: { quiet: true },
  })

/** One round of an SLV as it was. The first round is 0. */
export const roundQuery = (id: string, resubmitCount: number) =>
  queryOptions({
    queryKey: [...slvKey, 'round', id, resubmitCount],
    queryFn: ({ signal }) => call(api.getSlvRound, { params: { id }, query: { resubmitCount } }, { signal }),
  })
