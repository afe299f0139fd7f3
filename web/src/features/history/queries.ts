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

/** The saves since the request was last sent, newest first. */
export const editsQuery = (id: string) =>
  queryOptions({
    queryKey: [...slvKey, 'edits', id],
    queryFn: ({ signal }) => savesSinceSent(id, signal),
    meta: { quiet: true },
  })

const sendings: readonly api.HistoryAction[] = ['send-request', 'set-resubmitted', 'create-post-close']
const pagesRead = 5

/**
 * Reads back to the sending itself: only then is the first of the saves known, which tells the value that was sent.
 * Where that is further back than anybody edits by hand, there is none rather than a wrong one.
 */
const savesSinceSent = async (id: string, signal: AbortSignal): Promise<api.HistoryEntry[]> => {
  const entries: api.HistoryEntry[] = []
  for (let page = 1; page <= pagesRead; page++) {
    const body = { actions: ['save' as const, ...sendings], page, size: 100 }
    const { items, total } = await call(api.searchHistory, { params: { id }, body }, { signal })
    entries.push(...items)
    const sent = entries.findIndex(({ action }) => sendings.includes(action))
    if (sent >= 0) return entries.slice(0, sent)
    if (page * 100 >= total) return entries
  }
  return []
}

/** One round of an SLV as it was. The first round is 0. */
export const roundQuery = (id: string, resubmitCount: number) =>
  queryOptions({
    queryKey: [...slvKey, 'round', id, resubmitCount],
    queryFn: ({ signal }) => call(api.getSlvRound, { params: { id }, query: { resubmitCount } }, { signal }),
  })
