import * as api from '@portal/contract/authority/api'
import { endpointQuery } from '../../lib/queries.ts'

export const authorityKey = ['decision-authority'] as const

/** The levels, who has which, and who decides. */
export const authorityQuery = endpointQuery(
  authorityKey,
  api.getDecisionAuthority,
  {},
)

/** What the user may approve on an SLV, and who else may decide it. */
export const ownAuthorityQuery = (id: string) =>
  endpointQuery([...authorityKey, id], api.getOwnAuthority, {
    params: { id },
    staleTime: 60_000,
    meta: { quiet: true },
  })
