import * as api from '@portal/contract/retention/api'
import { retentionMessages } from '@portal/contract/retention/messages'
import type { Erasure, NewHold } from '@portal/contract/retention/model'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { buildAddress } from '../../lib/address.ts'
import { call } from '../../lib/call.ts'
import { endpointQuery, itemsQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'

const key = ['retention'] as const
/** Holds and erasures also change SLVs and Tdocs. */
const changes = [key, ['slv'], ['tdoc']]

export const retentionQuery = endpointQuery(
  [...key, 'years'],
  api.getRetention,
  {},
)
export const holdsQuery = itemsQuery([...key, 'holds'], api.listHolds, {
  query: { size: 100 },
})
export const retentionChangesQuery = (page: number) =>
  endpointQuery([...key, 'changes', page], api.listRetentionChanges, {
    query: { page, size: 25 },
    placeholderData: keepPreviousData,
  })
export const recordStateQuery = (id: string) =>
  endpointQuery([...key, 'slv', id], api.getRecordState, {
    params: { id },
    staleTime: 60_000,
    meta: { quiet: true },
  })

/** What a loan number finds, for an erasure or a hold. */
export const usePreviewErasure = () =>
  useMutation({
    mutationFn: (loanNumber: string) =>
      call(api.previewErasure, { query: { loanNumber } }),
    meta: { failed: 'Failed to look up the loan' },
  })

export const useEraseLoan = () => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: z.input<typeof Erasure>) =>
      call(api.eraseLoan, { body }, { intent }),
    meta: { ...retentionMessages.erase, changes },
  })
}

export const useCreateHold = () => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: NewHold) => call(api.createHold, { body }, { intent }),
    meta: { ...retentionMessages.hold, changes },
  })
}

export const useLiftHold = () =>
  useMutation({
    mutationFn: (id: string) => call(api.liftHold, { params: { id } }),
    meta: { ...retentionMessages.lift, changes },
  })

export const ownDataAddress = buildAddress(api.downloadOwnData.path, {})
export const userDataAddress = (userId: string) =>
  buildAddress(api.downloadUserData.path, { userId })
