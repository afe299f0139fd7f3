import { listExternalTdocMentionables } from '@portal/contract/conversation/api'
import * as api from '@portal/contract/user/api'
import type { Permission } from '@portal/contract/user/model'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** These lists change rarely, and the dialogs that show them open often. */
const staleTime = 60_000

export const underwritersQuery = (permission?: Permission) =>
  queryOptions({
    queryKey: ['people', 'underwriters', permission ?? 'any'],
    queryFn: async ({ signal }) => (await call(api.listUnderwriters, { query: { permission } }, { signal })).items,
    staleTime,
  })

export const sellersQuery = queryOptions({
  queryKey: ['people', 'sellers'],
  queryFn: async ({ signal }) => (await call(api.listSellers, { query: {} }, { signal })).items,
  staleTime,
})

export const bddsQuery = queryOptions({
  queryKey: ['people', 'bdds'],
  queryFn: async ({ signal }) => (await call(api.listBdds, { query: {} }, { signal })).items,
  staleTime,
})

export const reviewersQuery = (tdocId?: string) =>
  queryOptions({
    queryKey: ['people', 'reviewers', tdocId ?? 'any'],
    queryFn: async ({ signal }) =>
      (await call(listExternalTdocMentionables, { query: { tdocId, size: 999 } }, { signal })).items,
    staleTime,
  })
