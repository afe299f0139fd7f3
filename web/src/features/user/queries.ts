import { listExternalTdocMentionables } from '@portal/contract/conversation/api'
import * as api from '@portal/contract/user/api'
import type { Permission } from '@portal/contract/user/model'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

type Person = { id: string; name: string }

/** A list of people for dialogs: they open often, and it changes rarely. */
const peopleListQuery = <P extends Person>(
  key: readonly string[],
  list: (signal: AbortSignal) => Promise<{ items: P[] }>,
) =>
  queryOptions({
    queryKey: ['people', ...key],
    queryFn: async ({ signal }) => (await list(signal)).items,
    staleTime: 60_000,
  })

export const underwritersQuery = (permission?: Permission) =>
  peopleListQuery(['underwriters', permission ?? 'any'], (signal) =>
    call(api.listUnderwriters, { query: { permission } }, { signal }),
  )

export const sellersQuery = peopleListQuery(['sellers'], (signal) => call(api.listSellers, { query: {} }, { signal }))

export const bddsQuery = peopleListQuery(['bdds'], (signal) => call(api.listBdds, { query: {} }, { signal }))

export const reviewersQuery = (tdocId?: string) =>
  peopleListQuery(['reviewers', tdocId ?? 'any'], (signal) =>
    call(listExternalTdocMentionables, { query: { tdocId, size: 999 } }, { signal }),
  )
