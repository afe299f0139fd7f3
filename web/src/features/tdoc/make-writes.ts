import { branded } from '@portal/contract/lib/brand'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import * as api from '@portal/contract/tdoc/api'
import { tdocMessages } from '@portal/contract/tdoc/messages'
import { tprResponseLabels } from '@portal/contract/tdoc/model'
import { tdocTransitions } from '@portal/contract/tdoc/transitions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'
import { hasStatus } from '../../lib/call-error.ts'
import type { Intent } from '../../lib/state/intent.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { patchTdocs, tdocQuery } from './queries.ts'
import { tdocKey } from './tdoc-key.ts'
import { tdocsText, titleOf } from './words.ts'
import { tdocsInTurn } from './writes.ts'

const { done, failed } = tdocTransitions.escalate
const responded = tdocTransitions['set-response']

/** Creates a Tdoc with an idempotency key. The dialog shows the refusals with a status in `shown`. */
const useCreation = <Body>(create: (body: Body, options: { intent: Intent }) => Promise<Tdoc>, shown: number[]) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: Body) => create(body, { intent }),
    meta: { done: (tdoc: Tdoc) => ({ message: done, to: titleOf(tdoc) }), failed, prefers: 'reason', shown },
    onSuccess: (tdoc) => queryClient.setQueryData(tdocQuery(tdoc.id).queryKey, tdoc),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
}

export const useCreateTdoc = () =>
  useCreation(
    (body: z.input<typeof api.createTdoc.body>, options) => call(api.createTdoc, { body }, options),
    [400, 409],
  )

export const useEscalate = () =>
  useCreation(
    (body: z.input<typeof api.escalateTdoc.body>, options) => call(api.escalateTdoc, { body }, options),
    [400],
  )

/** A reviewer's response to the version that they saw. The dialog shows a newer version, and the response can be sent again. */
export const useSetResponse = (id: string) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    scope: tdocsInTurn,
    mutationFn: ({ version, ...body }: z.input<typeof api.setResponse.body> & { version: number }) =>
      call(api.setResponse, { params: { id }, body }, { intent, ifMatch: `"${version}"` }),
    meta: {
      done: (tdoc: Tdoc) => ({
        message: responded.done,
        to: `${tdocsText([tdoc])}: ${tdoc.tprResponse ? tprResponseLabels[tdoc.tprResponse] : ''}`,
      }),
      failed: responded.failed,
      prefers: 'reason',
      shown: [400, 412],
    },
    onSuccess: (tdoc) => patchTdocs(queryClient, (one) => (one.id === id ? tdoc : one)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
}

/** Looks up the loan of a new Tdoc; null for a loan that LoanDock doesn't know, which the field shows. */
export const useCheckTdocLoan = (brandName: string, isFailureShown: boolean) =>
  useMutation({
    mutationFn: async (loanNumber: string) => {
      try {
        return await call(api.checkTdocLoan, { params: { loanNumber } })
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
    meta: { failed: isFailureShown ? null : branded(tdocMessages.checkLoan.failed, brandName), prefers: 'reason' },
  })

/** Whether an image file name is in use. A failed check shows nothing: creating the Tdoc checks it again. */
export const useCheckImage = () =>
  useMutation({
    mutationFn: async (imageFileName: string) =>
      (await call(api.checkImageFileName, { body: { imageFileName } })).exists,
    meta: { failed: null },
  })
