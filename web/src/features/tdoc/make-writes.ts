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
import { useIntent } from '../../lib/use-intent.ts'
import { patchTdocs, tdocQuery } from './queries.ts'
import { tdocKey } from './tdoc-key.ts'
import { tdocsText, titleOf } from './words.ts'
import { tdocsInTurn } from './writes.ts'

const { done, failed } = tdocTransitions.escalate
const responded = tdocTransitions['set-response']

/** Which Tdoc was made; an escalation has the number and image of its original. */
const toldOf = (tdoc: Tdoc) => ({ message: done, to: titleOf(tdoc) })

/** A Tdoc by hand. What is wrong with single fields shows the dialog. */
export const useCreateTdoc = () => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: z.input<typeof api.createTdoc.body>) => call(api.createTdoc, { body }, { intent }),
    meta: { done: toldOf, failed, prefers: 'reason', shown: [400, 409] },
    onSuccess: (tdoc) => queryClient.setQueryData(tdocQuery(tdoc.id).queryKey, tdoc),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
}

/** An escalation beside its original. */
export const useEscalate = () => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: z.input<typeof api.escalateTdoc.body>) => call(api.escalateTdoc, { body }, { intent }),
    meta: { done: toldOf, failed, prefers: 'reason', shown: [400] },
    onSuccess: (tdoc) => queryClient.setQueryData(tdocQuery(tdoc.id).queryKey, tdoc),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
}

/**
 * A reviewer's answer to the Tdoc as they read it. Who answered something that changed meanwhile is told so in the
 * dialog, and may send it again once they saw how it stands.
 */
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

/** Looks up what a new Tdoc would take over; null for a loan that LoanDock does not know, which is told beside the field. */
export const useCheckTdocLoan = (brandName: string, isToldAlready: boolean) =>
  useMutation({
    mutationFn: async (loanNumber: string) => {
      try {
        return await call(api.checkTdocLoan, { params: { loanNumber } })
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
    meta: { failed: isToldAlready ? null : branded(tdocMessages.checkLoan.failed, brandName), prefers: 'reason' },
  })

/** Whether an image file name is in use. That it could not be asked is told by the creation itself. */
export const useCheckImage = () =>
  useMutation({
    mutationFn: async (imageFileName: string) =>
      (await call(api.checkImageFileName, { body: { imageFileName } })).exists,
    meta: { failed: null },
  })
