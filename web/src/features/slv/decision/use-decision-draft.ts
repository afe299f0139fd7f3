import type { SlvDetail } from '@portal/contract/slv/answers'
import { saveSlv } from '@portal/contract/slv/api'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { call } from '../../../lib/call.ts'
import { onReconnect } from '../../../lib/outage.ts'
import { ownKey, readKept, writeKept } from '../../../lib/owner.ts'
import { usePendingWrite } from '../pending-writes.tsx'
import { etag, forgetOthers, inTurn, slvQuery } from '../queries.ts'
import { createDecisionDraft, type DecisionDraft, type DraftState, type DraftWorld } from './decision-draft.ts'

/** A draft with its state of now. */
export type DraftInUse = { draft: DecisionDraft; state: DraftState }

const Kept = z.record(z.string(), z.string())

const worldOf = (queryClient: QueryClient, id: string): DraftWorld => {
  const { queryKey } = slvQuery(id)
  const key = shelfKey(id)
  return {
    save: async (patch, version) => {
      const slv = await call(saveSlv, { params: { id }, body: patch }, { ifMatch: etag(version) })
      queryClient.setQueryData(queryKey, slv)
      forgetOthers(queryClient, id)
      return slv
    },
    read: () => queryClient.fetchQuery({ ...slvQuery(id), staleTime: 0 }),
    latest: () => queryClient.getQueryData(queryKey),
    inTurn: (work) =>
      queryClient
        .getMutationCache()
        .build(queryClient, {
          mutationFn: work,
          scope: inTurn(id),
          // Without a connection (status 0) the page shows a notice and saves later.
          meta: { failed: slvTransitions.save.failed, shown: [0] },
          retry: false,
        })
        .execute(undefined),
    keep: (typed) => writeKept(localStorage, key, typed),
  }
}

/** Whose text it is stays what it was, also when the session ends while somebody types. */
const shelfKey = (id: string) => ownKey(`typed.decision.${id}`)

const keptOf = (id: string) => {
  const kept = Kept.safeParse(readKept(localStorage, shelfKey(id)))
  return kept.success ? kept.data : {}
}

/** The decision of one SLV while it is prepared on this page, and its state. */
export const useDecisionDraft = (slv: SlvDetail): DraftInUse => {
  const queryClient = useQueryClient()
  const [draft] = useState(() => createDecisionDraft(slv, keptOf(slv.id), worldOf(queryClient, slv.id)))
  const state = useSyncExternalStore(draft.subscribe, draft.get)
  useEffect(() => draft.adopt(slv), [draft, slv])
  usePendingWrite(draft.flush)
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') draft.saveNow()
    }
    document.addEventListener('visibilitychange', hide)
    const stop = onReconnect(draft.saveNow)
    draft.saveNow()
    return () => {
      stop()
      document.removeEventListener('visibilitychange', hide)
      draft.saveNow()
    }
  }, [draft])
  return { draft, state }
}
