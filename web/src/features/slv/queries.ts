import type { SlvDetail } from '@portal/contract/slv/answers'
import * as api from '@portal/contract/slv/api'
import { reassignedText, slvMessages } from '@portal/contract/slv/messages'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ZodType, z } from 'zod'
import { call } from '../../lib/call.ts'
import { useIntent } from '../../lib/use-intent.ts'
import { slvKey } from './slv-key.ts'

export { slvKey }

/** One SLV with all that belongs to it, as this person may see it. Its `version` goes along with every write. */
export const slvQuery = (id: string) =>
  queryOptions({
    queryKey: [...slvKey, 'detail', id],
    queryFn: ({ signal }) => call(api.getSlvDetail, { params: { id } }, { signal }),
  })

/** Writes to one SLV wait for each other, so that each carries the version that the one before it made. */
export const inTurn = (id: string) => ({ id: `slv ${id}` })

/** `If-Match` for the version that this person last saw; undefined before the first reading. */
export const versionSeen = (queryClient: QueryClient, id: string): string | undefined => {
  const slv = queryClient.getQueryData(slvQuery(id).queryKey)
  return slv ? etag(slv.version) : undefined
}

/** A version as `If-Match` writes it. */
export const etag = (version: number) => `"${version}"`

/** The options of a write, without the keys that have no value. */
export const matching = (version: string | undefined) => (version === undefined ? {} : { ifMatch: version })

/** All moves answer alike, and each checks its own body. */
type MoveEndpoint = Omit<(typeof api.slvMoves)[api.SlvMove], 'body' | 'path'> & {
  path: `/${string}`
  body: ZodType<unknown, unknown>
}
/** What a move is sent with; null for the moves that take nothing. */
export type MoveBody<A extends api.SlvMove> = z.input<(typeof api.slvMoves)[A]['body']>

/**
 * Moves one SLV by one row of the transition table: `mutate(body)`, or `mutate(null)` where the move takes none.
 * A stale version (412) tells nothing by itself: the screen shows both states. `onMoved` is called before anything is
 * read again: the SLV may be out of this person's sight by then.
 */
export const useMove = <A extends api.SlvMove>(id: string, action: A, onMoved?: () => void) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const endpoint: MoveEndpoint = api.slvMoves[action]
  return useMutation({
    scope: inTurn(id),
    mutationFn: (body: MoveBody<A>) =>
      call(endpoint, { params: { id }, body }, { intent, ...matching(versionSeen(queryClient, id)) }),
    meta: { ...textsOf(queryClient, id, action), shown: [412] },
    onSuccess: (slv) => {
      queryClient.setQueryData(slvQuery(id).queryKey, slv)
      onMoved?.()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: slvKey }),
  })
}

/** start-review-process is two rows of the table: on a decided SLV it reopens. */
const textsOf = (queryClient: QueryClient, id: string, action: api.SlvMove) => {
  const reopens =
    action === 'start-review-process' &&
    queryClient.getQueryData(slvQuery(id).queryKey)?.availableActions.includes('reopen')
  const { done, failed } = slvTransitions[reopens ? 'reopen' : action]
  return { done, failed }
}

/** What else was read may tell the change: lists and the history. The SLV itself came with the answer. */
export const forgetOthers = (queryClient: QueryClient, id: string) => {
  const own = JSON.stringify(slvQuery(id).queryKey)
  void queryClient.invalidateQueries({
    queryKey: slvKey,
    predicate: ({ queryKey }) => JSON.stringify(queryKey) !== own,
  })
}

/** An item of the SLV changed: its answer carries the new version, and the SLV is read again. */
export const afterItem = (queryClient: QueryClient, id: string, slvVersion: number) => {
  queryClient.setQueryData(slvQuery(id).queryKey, (slv) => slv && { ...slv, version: slvVersion })
  return queryClient.invalidateQueries({ queryKey: slvKey })
}

export type SlvAssignment = keyof typeof api.slvAssignments
export type AssignmentBody<A extends SlvAssignment> = z.input<(typeof api.slvAssignments)[A]['body']>

type AssignmentEndpoint = Omit<(typeof api.slvAssignments)[SlvAssignment], 'body' | 'path' | 'method'> & {
  method: 'POST' | 'PATCH'
  path: `/${string}`
  body: ZodType<unknown, unknown>
}

/** Hands SLVs over, all or none. An SLV that cannot be is named in the error's details: `proxyLoanIds.{id}`. */
export const useAssign = <A extends SlvAssignment>(action: A, onMoved?: () => void) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const endpoint: AssignmentEndpoint = api.slvAssignments[action]
  return useMutation({
    mutationFn: (body: AssignmentBody<A>) => call(endpoint, { body }, endpoint.method === 'POST' ? { intent } : {}),
    meta: {
      done: ({ proxyLoanIds, name }: { proxyLoanIds: string[]; name: string }) =>
        reassignedText(proxyLoanIds.length, name),
      failed: slvTransitions[action].failed,
    },
    onSuccess: () => onMoved?.(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: slvKey }),
  })
}

/** A post-close SLV for one of the buyer's loans (its number). Answers with the new SLV. */
export const useCreatePostClose = () => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const { done, failed } = slvMessages.createPostClose
  return useMutation({
    mutationFn: ({ loan, ...body }: { loan: string } & z.input<typeof api.createPostClose.body>) =>
      call(api.createPostClose, { params: { productLoanId: loan }, body }, { intent }),
    meta: { done, failed },
    onSuccess: (slv: SlvDetail) => queryClient.setQueryData(slvQuery(slv.id).queryKey, slv),
    onSettled: () => queryClient.invalidateQueries({ queryKey: slvKey }),
  })
}
