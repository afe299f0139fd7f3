import * as api from '@portal/contract/sla/api'
import { endpointQuery } from '../../lib/queries.ts'
import { slvKey } from '../../records/slv/queries.ts'
import { tdocKey } from '../../records/tdoc/tdoc-key.ts'

export const explanationQuery = (id: string) =>
  endpointQuery([...slvKey, 'explanation', id], api.explainSlvClocks, {
    params: { id },
    meta: { quiet: true },
  })

export const tdocExplanationQuery = (id: string) =>
  endpointQuery([...tdocKey, 'explanation', id], api.explainTdocClock, {
    params: { id },
    meta: { quiet: true },
  })
