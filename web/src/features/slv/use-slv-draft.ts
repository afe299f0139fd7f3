import type { SlvDetail } from '@portal/contract/slv/answers'
import { saveSlv } from '@portal/contract/slv/api'
import { SlvPatch } from '@portal/contract/slv/bodies'
import {
  type MutationMeta,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Draft } from '../../lib/autosave/draft.ts'
import type { Snapshot } from '../../lib/autosave/draft-state.ts'
import type { Values } from '../../lib/autosave/edits.ts'
import { call } from '../../lib/call.ts'
import { isOutage } from '../../lib/call-error.ts'
import { onReconnect } from '../../lib/outage.ts'
import { sessionQuery } from '../../records/auth/queries.ts'
import {
  etag,
  forgetOthers,
  inTurn,
  recordOwnVersion,
  slvQuery,
} from '../../records/slv/queries.ts'

type SnapshotOf = (slv: SlvDetail) => Snapshot

/**
 * What every draft of an SLV's fields reads and writes with. `meta` has the
 * toasts of its saves.
 */
const createCalls = (
  queryClient: QueryClient,
  id: string,
  snapshotOf: SnapshotOf,
  meta: MutationMeta,
) => {
  const { queryKey } = slvQuery(id)
  return {
    queryClient,
    server: {
      latest: () => {
        const slv = queryClient.getQueryData(queryKey)
        return slv && snapshotOf(slv)
      },
      read: async () =>
        snapshotOf(
          await queryClient.fetchQuery({ ...slvQuery(id), staleTime: 0 }),
        ),
    },
    /**
     * Saves fields of the SLV; resolves to the snapshot's record `recordId`.
     */
    saveFields: async (recordId: string, values: Values, version: number) => {
      const slv = await call(
        saveSlv,
        { params: { id }, body: SlvPatch.parse(values) },
        { ifMatch: etag(version) },
      )
      recordOwnVersion(id, slv.version)
      queryClient.setQueryData(queryKey, slv)
      forgetOthers(queryClient, id)
      const record = snapshotOf(slv).records.find((one) => one.id === recordId)
      return {
        id: recordId,
        version: slv.version,
        values: record?.values ?? {},
      }
    },
    /**
     * Runs a save in line with every other write to this SLV, so that each
     * carries the version that the last one made.
     */
    runInTurn: <T>(work: () => Promise<T>): Promise<T> =>
      queryClient
        .getMutationCache()
        .build(queryClient, {
          mutationFn: work,
          scope: inTurn(id),
          meta,
          retry: false,
          // Its status changed, or it is no longer this person's to edit: the
          // page must show that.
          onError: (error: Error) => {
            if (!isOutage(error))
              void queryClient.invalidateQueries({ queryKey })
          },
        })
        .execute(undefined),
  }
}

export type SlvDraftCalls = ReturnType<typeof createCalls>

type LiveDraft = Pick<Draft, 'adopt' | 'saveNow' | 'open' | 'close'>

/**
 * A draft of an SLV's fields. It saves when the page is hidden or left, and
 * when the connection is back. Without `isActive` it saves nothing: this person
 * can't edit the SLV any more.
 */
export const useSlvDraft = <D extends LiveDraft>(
  slv: SlvDetail,
  snapshotOf: SnapshotOf,
  meta: MutationMeta,
  create: (calls: SlvDraftCalls) => D,
  isActive = true,
): D => {
  const queryClient = useQueryClient()
  const [draft] = useState(() =>
    create(createCalls(queryClient, slv.id, snapshotOf, meta)),
  )
  useEffect(() => draft.adopt(snapshotOf(slv)), [draft, slv, snapshotOf])
  useEffect(() => {
    if (!isActive) return
    const hide = () => {
      if (document.visibilityState === 'hidden') draft.saveNow()
    }
    document.addEventListener('visibilitychange', hide)
    const stop = onReconnect(draft.saveNow)
    draft.open()
    return () => {
      document.removeEventListener('visibilitychange', hide)
      stop()
      draft.close(queryClient.getQueryData(sessionQuery.queryKey) !== null)
    }
  }, [draft, queryClient, isActive])
  return draft
}
