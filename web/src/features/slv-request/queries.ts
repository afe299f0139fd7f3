import * as api from '@portal/contract/slv-request/api'
import { requestMessages } from '@portal/contract/slv-request/messages'
import type {
  NewSlvDecisionRequest,
  NewSlvRequest,
  SlvDecisionRequestPatch,
  SlvRequestPatch,
} from '@portal/contract/slv-request/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'
import { useIntent } from '../../lib/use-intent.ts'
import { afterItem, inTurn, matching, slvKey, versionSeen } from '../slv/queries.ts'

type Kind = keyof typeof requestMessages

/** What every write to an item of an SLV has in common: its turn, the version it stands on, its texts. `quiet` is autosave. */
const useItemWrite = <V, A extends { slvVersion: number }>(
  id: string,
  kind: Kind,
  quiet: boolean,
  write: (variables: V, options: { ifMatch?: string }) => Promise<A>,
) => {
  const queryClient = useQueryClient()
  const { done, failed } = requestMessages[kind]
  return useMutation({
    scope: inTurn(id),
    mutationFn: (variables: V) => write(variables, matching(versionSeen(queryClient, id))),
    meta: { done: quiet ? null : done, failed, shown: [412] },
    onSuccess: ({ slvVersion }) => afterItem(queryClient, id, slvVersion),
    onError: () => queryClient.invalidateQueries({ queryKey: slvKey }),
  })
}

type Quiet = { quiet?: boolean }

/** Adds a variance to an SLV. */
export const useAddRequest = (id: string, { quiet = false }: Quiet = {}) => {
  const intent = useIntent()
  return useItemWrite(id, 'add', quiet, (body: z.input<typeof NewSlvRequest>, options) =>
    call(api.addSlvRequest, { params: { id }, body }, { intent, ...options }),
  )
}

/** Changes any part of a variance. */
export const useUpdateRequest = (id: string, { quiet = false }: Quiet = {}) =>
  useItemWrite(
    id,
    'update',
    quiet,
    ({ requestId, patch }: { requestId: string; patch: z.input<typeof SlvRequestPatch> }, options) =>
      call(api.updateSlvRequest, { params: { id, requestId }, body: patch }, options),
  )

/** Removes a variance, with its answer when it had one. */
export const useDeleteRequest = (id: string) =>
  useItemWrite(id, 'delete', false, (requestId: string, options) =>
    call(api.deleteSlvRequest, { params: { id, requestId } }, options),
  )

/** Answers a variance. */
export const useAddAnswer = (id: string) => {
  const intent = useIntent()
  return useItemWrite(id, 'add', false, (body: z.input<typeof NewSlvDecisionRequest>, options) =>
    call(api.addDecisionRequest, { params: { id }, body }, { intent, ...options }),
  )
}

/** Changes the answer to a variance. */
export const useUpdateAnswer = (id: string) =>
  useItemWrite(
    id,
    'update',
    false,
    ({ requestId, patch }: { requestId: string; patch: z.input<typeof SlvDecisionRequestPatch> }, options) =>
      call(api.updateDecisionRequest, { params: { id, requestId }, body: patch }, options),
  )

/** Takes the answer to a variance back; why stays in the history. */
export const useDeleteAnswer = (id: string) =>
  useItemWrite(
    id,
    'delete',
    false,
    ({ requestId, deleteComment }: { requestId: string; deleteComment: string }, options) =>
      call(api.deleteDecisionRequest, { params: { id, requestId }, body: { deleteComment } }, options),
  )
