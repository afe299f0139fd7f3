import * as api from '@portal/contract/slv-request/api'
import { requestMessages } from '@portal/contract/slv-request/messages'
import type {
  NewSlvDecisionRequest,
  SlvDecisionRequest,
  SlvDecisionRequestPatch,
} from '@portal/contract/slv-request/model'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { afterItem, inTurn, matching, slvKey, slvQuery, versionSeen } from '../slv/queries.ts'

type Saved = { slvVersion: number } & (SlvDecisionRequest | { id: string })

/** Adds a saved answer to the SLV that is shown, because the next write may cancel reading it again. */
const showAnswer = (queryClient: QueryClient, id: string, answer: SlvDecisionRequest) =>
  queryClient.setQueryData(slvQuery(id).queryKey, (slv) => {
    const others = slv?.slvDecisionRequests?.filter((one) => one.id !== answer.id) ?? []
    return slv && { ...slv, slvDecisionRequests: [...others, answer] }
  })

/** What all writes to an item of an SLV share: their turn, the version and the messages. */
const useItemWrite = <V, A extends Saved>(
  id: string,
  kind: keyof typeof requestMessages,
  write: (variables: V, options: { ifMatch?: string }) => Promise<A>,
) => {
  const queryClient = useQueryClient()
  const { done, failed } = requestMessages[kind]
  return useMutation({
    scope: inTurn(id),
    mutationFn: (variables: V) => write(variables, matching(versionSeen(queryClient, id))),
    meta: { done, failed, shown: [412] },
    onSuccess: ({ slvVersion, ...item }: Saved) => {
      if ('decision' in item) showAnswer(queryClient, id, item)
      return afterItem(queryClient, id, slvVersion)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: slvKey }),
  })
}

export const useAddAnswer = (id: string) => {
  const intent = useIntent()
  return useItemWrite(id, 'add', (body: z.input<typeof NewSlvDecisionRequest>, options) =>
    call(api.addDecisionRequest, { params: { id }, body }, { intent, ...options }),
  )
}

export const useUpdateAnswer = (id: string) =>
  useItemWrite(
    id,
    'update',
    ({ requestId, patch }: { requestId: string; patch: z.input<typeof SlvDecisionRequestPatch> }, options) =>
      call(api.updateDecisionRequest, { params: { id, requestId }, body: patch }, options),
  )

export const useDeleteAnswer = (id: string) =>
  useItemWrite(id, 'delete', ({ requestId, deleteComment }: { requestId: string; deleteComment: string }, options) =>
    call(api.deleteDecisionRequest, { params: { id, requestId }, body: { deleteComment } }, options),
  )
