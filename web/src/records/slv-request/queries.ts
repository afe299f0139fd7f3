import type { SlvDetail } from '@portal/contract/slv/answers'
import * as api from '@portal/contract/slv-request/api'
import { answerMessages } from '@portal/contract/slv-request/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import {
  afterItem,
  inTurn,
  matching,
  readSlvsAgain,
  versionSeen,
} from '../slv/queries.ts'

/** Deletes the answer to a variance. A stale version (412) shows no toast. */
export const useDeleteAnswer = ({ id }: Pick<SlvDetail, 'id'>) => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: inTurn(id),
    mutationFn: ({
      requestId,
      deleteComment,
    }: {
      requestId: string
      deleteComment: string
    }) =>
      call(
        api.deleteDecisionRequest,
        { params: { id, requestId }, body: { deleteComment } },
        matching(versionSeen(queryClient, id)),
      ),
    meta: { ...answerMessages.delete, shown: [412] },
    onSuccess: ({ slvVersion }) => afterItem(queryClient, id, slvVersion),
    onError: () => readSlvsAgain(queryClient),
  })
}
