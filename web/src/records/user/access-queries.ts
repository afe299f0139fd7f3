import * as api from '@portal/contract/user/access-api'
import { userMessages } from '@portal/contract/user/messages'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { peopleKey } from './manage-queries.ts'

const ownKey = ['own-access'] as const

/** Read again every 10 s: the person waits for the answer on this page. */
export const ownAccessQuery = endpointQuery(ownKey, api.getOwnAccess, {
  refetchInterval: 10_000,
  meta: { quiet: true },
})

export const useAskForAccess = () => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: z.input<typeof api.createAccessRequest.body>) =>
      call(api.createAccessRequest, { body }, { intent }),
    meta: {
      done: userMessages.access.asked,
      failed: userMessages.access.askFailed,
      changes: [ownKey],
    },
  })
}

/** The pages of a list, or the open request of one person. */
export const accessRequestsQuery = (query: {
  status: api.AccessRequestStatus
  page?: number
  userId?: string
}) =>
  endpointQuery(
    [...peopleKey, 'access-requests', query],
    api.listAccessRequests,
    {
      query,
      placeholderData: keepPreviousData,
      staleTime: 0,
      meta: { quiet: true },
    },
  )

type Answer = { id: string; body: api.AccessAnswer }

export const useAnswerAccessRequest = () => {
  const intent = useIntent()
  return useMutation({
    mutationFn: ({ id, body }: Answer) =>
      call(api.answerAccessRequest, { params: { id }, body }, { intent }),
    meta: {
      done: ({ status, person }: api.AccessRequest) =>
        status === 'GRANTED'
          ? `${person.name} now has access`
          : userMessages.access.refused,
      failed: userMessages.access.answerFailed,
      changes: [peopleKey],
    },
  })
}
