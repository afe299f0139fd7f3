import type { AssignTo } from '@portal/contract/assignment/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import * as api from '@portal/contract/slv/api'
import type { Reassigned } from '@portal/contract/slv/bodies'
import {
  assignOwnedMessages,
  reassignedText,
  slvMessages,
} from '@portal/contract/slv/messages'
import { slvStatusLabels } from '@portal/contract/slv/status'
import { slvTransitions } from '@portal/contract/slv/transitions'
import {
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { ZodType, z } from 'zod'
import { call } from '../../lib/call.ts'
import { hasStatus } from '../../lib/call-error.ts'
import { endpointQuery, newerVersion } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { undoAction } from '../assignment/queries.ts'
import { useProfile } from '../auth/queries.ts'
import { readAgain } from '../read-again.ts'
import { recordSent, reportMove } from './last-change.ts'
import { ownersQuery } from './owners-query.ts'
import { slvKey } from './slv-key.ts'

export { slvKey }

const isAvailable = ({ state }: { state: { error: unknown } }) =>
  !hasStatus(state.error, 404)

export const slvQuery = (id: string) =>
  endpointQuery([...slvKey, 'detail', id], api.getSlvDetail, {
    params: { id },
    structuralSharing: newerVersion,
    // An SLV that this person lost isn't asked for again.
    refetchOnWindowFocus: isAvailable,
    refetchOnReconnect: isAvailable,
  })

/**
 * How requests with like variances were decided; counted again when the variances
 * change.
 */
export const likeCasesQuery = ({
  id,
  variances,
}: Pick<SlvDetail, 'id' | 'variances'>) =>
  endpointQuery(['like-cases', id, variances], api.getLikeCases, {
    params: { id },
    staleTime: 300_000,
    meta: { quiet: true },
  })

/**
 * Writes to one SLV run in turn, so that each sends the version that the one
 * before it made.
 */
export const inTurn = (id: string) => ({ id: `slv ${id}` })

/** The versions that this page's own writes made: '<id> <version>'. */
const ownVersions = new Set<string>()

export const recordOwnVersion = (id: string, version: number) =>
  ownVersions.add(`${id} ${version}`)

/** The version of an SLV after the page's own writes to the one that is shown. */
const ownVersionAfter = ({
  id,
  version,
}: Pick<SlvDetail, 'id' | 'version'>): number =>
  ownVersions.has(`${id} ${version + 1}`)
    ? ownVersionAfter({ id, version: version + 1 })
    : version

/** Whether only this page's own writes changed the SLV after `before`. */
export const isOwnChange = (before: SlvDetail, now: SlvDetail): boolean =>
  now.version > before.version && ownVersionAfter(before) >= now.version

/**
 * `If-Match` for the version that this person last saw, own writes included;
 * undefined before the SLV is loaded.
 */
export const versionSeen = (
  queryClient: QueryClient,
  id: string,
): string | undefined => {
  const slv = queryClient.getQueryData(slvQuery(id).queryKey)
  return slv ? etag(ownVersionAfter(slv)) : undefined
}

export const etag = (version: number) => `"${version}"`

export const matching = (version: string | undefined) =>
  version === undefined ? {} : { ifMatch: version }

/** All moves return an SLV; each checks its own body. */
type MoveEndpoint = Omit<
  (typeof api.slvMoves)[api.SlvMove],
  'body' | 'path'
> & {
  path: `/${string}`
  body: ZodType<unknown, unknown>
}

/**
 * Reopening is the call start-review-process on a decided SLV, with a reason.
 */
type MoveAction = api.SlvMove | 'reopen'
const toCall = (action: MoveAction) =>
  action === 'reopen' ? 'start-review-process' : action

/** The body of a move; null for the moves without one. */
type MoveBody<A extends MoveAction> = z.input<
  (typeof api.slvMoves)[A extends api.SlvMove
    ? A
    : 'start-review-process']['body']
>

/** Actions after which the person continues with the same SLV. */
const keepsTurn: ReadonlySet<MoveAction> = new Set<MoveAction>([
  'start-review-process',
  'reopen',
  'remind',
  'set-review',
  'set-slr-review',
  'set-td-review',
  'set-draft-resubmitted',
  'discard-draft',
])

/**
 * Offers staff the next SLV of their list; sellers get a confirmation of what
 * they sent.
 */
const useReportDone = () => {
  const { role } = useProfile()
  return ({ id, status }: SlvDetail, action: MoveAction) => {
    if (role === 'SELLER') recordSent(id, action)
    else if (!keepsTurn.has(action)) reportMove(id, slvStatusLabels[status])
  }
}

/**
 * Moves one SLV: `mutate(body)`, or `mutate(null)` without a body. A stale
 * version (412) shows no toast.
 */
export const useMove = <A extends MoveAction>(
  id: string,
  action: A,
  onMoved?: () => void,
) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const reportDone = useReportDone()
  const { done, failed } = slvTransitions[action]
  const endpoint: MoveEndpoint = api.slvMoves[toCall(action)]
  return useMutation({
    scope: inTurn(id),
    mutationFn: async (body: MoveBody<A>) => {
      try {
        return await call(
          endpoint,
          { params: { id }, body },
          { intent, ...matching(versionSeen(queryClient, id)) },
        )
      } catch (error) {
        // The draft is gone, as it should be: the response to an earlier
        // attempt was lost.
        const isGone = action === 'discard-draft' && hasStatus(error, 404)
        const discarded =
          isGone && queryClient.getQueryData(slvQuery(id).queryKey)
        if (!discarded) throw error
        return discarded
      }
    },
    meta: { done, failed, shown: [412] },
    onSuccess: (slv) => {
      queryClient.setQueryData(slvQuery(id).queryKey, slv)
      reportDone(slv, action)
      onMoved?.()
    },
    // Not awaited: a dialog that closes later would report the person's own
    // move as someone else's change.
    onSettled: () => void readSlvsAgain(queryClient),
  })
}

/**
 * Reads all that is shown of SLVs again, also after a write that failed because
 * this person lost the SLV.
 */
export const readSlvsAgain = (queryClient: QueryClient) =>
  readAgain(queryClient, ({ queryKey: [root] }) => root === slvKey[0])

export const forgetOthers = (queryClient: QueryClient, id: string) => {
  const own = JSON.stringify(slvQuery(id).queryKey)
  void queryClient.invalidateQueries({
    queryKey: slvKey,
    predicate: ({ queryKey }) => JSON.stringify(queryKey) !== own,
  })
}

/** After a write whose response has only a part of the SLV. */
export const afterItem = (
  queryClient: QueryClient,
  id: string,
  slvVersion: number,
) => {
  recordOwnVersion(id, slvVersion)
  return queryClient.invalidateQueries({ queryKey: slvKey })
}

export type SlvAssignment = keyof typeof api.slvAssignments

type AssignmentEndpoint = Omit<
  (typeof api.slvAssignments)[SlvAssignment],
  'body' | 'path' | 'method'
> & {
  method: 'POST' | 'PATCH'
  path: `/${string}`
  body: ZodType<unknown, { assignments?: AssignTo[] | undefined }>
}

/**
 * Reassigns SLVs, all or none. The error's details name those that can't be
 * reassigned: `proxyLoanIds.{id}`.
 */
export const useAssign = (action: SlvAssignment, onMoved: () => void) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const endpoint: AssignmentEndpoint = api.slvAssignments[action]
  return useMutation({
    mutationFn: (body: { assignments: AssignTo[] }) =>
      call(endpoint, { body }, endpoint.method === 'POST' ? { intent } : {}),
    meta: {
      done: ({
        proxyLoanIds,
        name,
        assignmentId,
      }: z.output<typeof Reassigned>) => ({
        message: reassignedText(proxyLoanIds.length, name),
        action: undoAction(queryClient, assignmentId),
      }),
      failed: slvTransitions[action].failed,
    },
    onSuccess: onMoved,
    onSettled: () => queryClient.invalidateQueries({ queryKey: slvKey }),
  })
}

export const useAssignOwned = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof api.assignOwned.body>) =>
      call(api.assignOwned, { body }),
    meta: {
      done: ({ count, name }: z.output<typeof api.assignOwned.response>) =>
        reassignedText(count, name),
      failed: assignOwnedMessages.failed,
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: slvKey })
      await queryClient.invalidateQueries({ queryKey: ownersQuery.queryKey })
    },
  })
}

export const useCreatePostClose = () => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const { done, failed } = slvMessages.createPostClose
  return useMutation({
    mutationFn: ({
      loan,
      ...body
    }: { loan: string } & z.input<typeof api.createPostClose.body>) =>
      call(
        api.createPostClose,
        { params: { productLoanId: loan }, body },
        { intent },
      ),
    meta: { done, failed },
    onSuccess: (slv: SlvDetail) =>
      queryClient.setQueryData(slvQuery(slv.id).queryKey, slv),
    onSettled: () => queryClient.invalidateQueries({ queryKey: slvKey }),
  })
}
