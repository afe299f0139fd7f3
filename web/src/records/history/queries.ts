import * as documentApi from '@portal/contract/document/api'
import * as api from '@portal/contract/history/api'
import { actionsIn } from '@portal/contract/history/labels'
import { storyActions } from '@portal/contract/history/story'
import type { Role } from '@portal/contract/user/model'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query'
import type { Value } from '../../lib/autosave/edits.ts'
import { call } from '../../lib/call.ts'
import { endpointQuery, pagesQuery } from '../../lib/queries.ts'
import { slvKey } from '../slv/queries.ts'
import type { HistoryFilter } from './history-search.ts'

const size = 25
type Page = { page: number; size: number; total: number }
const paging = {
  initialPageParam: 1,
  getNextPageParam: ({ page, size, total }: Page) =>
    page * size < total ? page + 1 : undefined,
}

/** What happened to an SLV, newest first, a page at a time. */
export const historyQuery = (
  id: string,
  role: Role,
  { who, what, from, to }: HistoryFilter,
) =>
  infiniteQueryOptions({
    queryKey: [
      ...slvKey,
      'history',
      id,
      role,
      who,
      what,
      from ?? null,
      to ?? null,
    ],
    queryFn: ({ signal, pageParam: page }) => {
      const actions = what.flatMap((group) => actionsIn(group, role))
      const body = {
        page,
        size,
        actions,
        userIds: who,
        ...(from && { from }),
        ...(to && { to }),
      }
      return call(api.searchHistory, { params: { id }, body }, { signal })
    },
    ...paging,
    placeholderData: keepPreviousData,
  })

/** The people in the history of an SLV, as far as this person may know. */
export const historyPeopleQuery = (id: string) =>
  endpointQuery([...slvKey, 'history-people', id], api.getUserFilter, {
    params: { id },
    meta: { quiet: true },
  })

/**
 * What was changed in the request since it was sent, field by field, newest
 * first.
 */
export const informationEditsQuery = (id: string) =>
  pagesQuery(
    [...slvKey, 'information-edits', id],
    api.listInformationEdits,
    (page) => ({
      params: { id },
      query: { page, size },
    }),
  )

/** Files that came and went, newest first. */
export const documentHistoryQuery = (id: string) =>
  pagesQuery(
    [...slvKey, 'document-history', id],
    documentApi.listDocumentHistory,
    (page) => ({
      params: { id },
      query: { page, size },
    }),
  )

/**
 * A change after the request was sent: the value that was sent, the value now,
 * and who changed it last.
 */
export type Edit = { before: Value; after: Value; by: string }
export type Edits = Partial<Record<string, Edit>>

/** The fields of the request that differ from how they were sent. */
export const editsQuery = (id: string) =>
  queryOptions({
    queryKey: [...slvKey, 'edits', id],
    queryFn: async ({ signal }) => netEdits(await savesSinceSent(id, signal)),
    meta: { quiet: true },
  })

const sendings: readonly api.HistoryAction[] = [
  'send-request',
  'set-resubmitted',
  'create-post-close',
]
const pagesRead = 5

/**
 * The saves since the request was last sent, newest first. The first of them
 * has the value that was sent, so all are read; when there are more than anyone
 * makes by hand, none are returned rather than wrong ones.
 */
const savesSinceSent = async (
  id: string,
  signal: AbortSignal,
): Promise<api.HistoryEntry[]> => {
  const entries: api.HistoryEntry[] = []
  for (let page = 1; page <= pagesRead; page++) {
    const body = { actions: ['save' as const, ...sendings], page, size: 100 }
    const { items, total } = await call(
      api.searchHistory,
      { params: { id }, body },
      { signal },
    )
    entries.push(...items)
    const sentAt = entries.findIndex(({ action }) => sendings.includes(action))
    if (sentAt >= 0) return entries.slice(0, sentAt)
    const isLastPage = page * 100 >= total
    if (isLastPage) return entries
  }
  return []
}

/**
 * The value that was sent and the last one, by field, from saves with the
 * newest first; unless it was changed back.
 */
export const netEdits = (saves: readonly api.HistoryEntry[]): Edits => {
  const edited: Edits = {}
  for (const { actorName, changes } of saves)
    for (const { field, before, after } of changes) {
      // A later save has the last value; this one has the value before both.
      const later = edited[field]
      edited[field] = later
        ? { ...later, before }
        : { before, after, by: actorName }
    }
  return Object.fromEntries(
    Object.entries(edited).filter(
      ([, edit]) => edit && edit.before !== edit.after,
    ),
  )
}

/** The entries of which the story of an SLV is made, newest first. */
export const storyQuery = (id: string) =>
  queryOptions({
    queryKey: [...slvKey, 'story', id],
    queryFn: async ({ signal }) => {
      const body = { page: 1, size: 100, actions: [...storyActions] }
      const { items } = await call(
        api.searchHistory,
        { params: { id }, body },
        { signal },
      )
      return items
    },
    meta: { quiet: true },
  })

/** One round of an SLV as it was. The first round is 0. */
export const roundQuery = (id: string, resubmitCount: number) =>
  endpointQuery([...slvKey, 'round', id, resubmitCount], api.getSlvRound, {
    params: { id },
    query: { resubmitCount },
  })
