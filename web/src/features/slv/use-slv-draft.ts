import type { SlvDetail } from '@portal/contract/slv/answers'
import { saveSlv } from '@portal/contract/slv/api'
import { SlvPatch } from '@portal/contract/slv/bodies'
import { type MutationMeta, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Draft } from '../../lib/autosave/draft.ts'
import type { Snapshot } from '../../lib/autosave/draft-state.ts'
import type { Values } from '../../lib/autosave/edits.ts'
import { useDraftLifetime } from '../../lib/autosave/use-draft.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery } from '../auth/queries.ts'
import { etag, forgetOthers, inTurn, slvQuery } from './queries.ts'

export const slvDraftCalls = (queryClient: QueryClient, id: string, snapshotOf: (slv: SlvDetail) => Snapshot) => {
  const { queryKey } = slvQuery(id)
  return {
    latest: () => {
      const slv = queryClient.getQueryData(queryKey)
      return slv && snapshotOf(slv)
    },
    read: async () => snapshotOf(await queryClient.fetchQuery({ ...slvQuery(id), staleTime: 0 })),
    saveFields: async (values: Values, version: number) => {
      const slv = await call(saveSlv, { params: { id }, body: SlvPatch.parse(values) }, { ifMatch: etag(version) })
      queryClient.setQueryData(queryKey, slv)
      forgetOthers(queryClient, id)
      return slv
    },
  }
}

/** Runs a draft's save in line with every other write to this SLV, so that each carries the version that the last one made. */
export const runSlvWrite =
  (queryClient: QueryClient, id: string, meta: MutationMeta) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: work, scope: inTurn(id), meta, retry: false })
      .execute(undefined)

export const useSlvDraft = (
  draft: Pick<Draft, 'adopt' | 'get' | 'subscribe' | 'saveNow' | 'open' | 'close'>,
  slv: SlvDetail,
  snapshotOf: (slv: SlvDetail) => Snapshot,
) => {
  const queryClient = useQueryClient()
  useEffect(() => draft.adopt(snapshotOf(slv)), [draft, slv, snapshotOf])

  // Its status changed, or it is no longer this person's to edit: the page must show that.
  useEffect(() => {
    let before = draft.get().saving
    return draft.subscribe(() => {
      const { saving } = draft.get()
      if (saving === 'halted' && before !== 'halted')
        void queryClient.invalidateQueries({ queryKey: slvQuery(slv.id).queryKey })
      before = saving
    })
  }, [draft, queryClient, slv.id])

  useDraftLifetime(draft, () => queryClient.getQueryData(sessionQuery.queryKey) !== null)
}
