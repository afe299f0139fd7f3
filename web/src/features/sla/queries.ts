import * as api from '@portal/contract/sla/api'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { slvKey } from '../slv/queries.ts'
import { tdocKey } from '../tdoc/shared/tdoc-key.ts'

export const explanationQuery = (id: string) =>
  queryOptions({
    queryKey: [...slvKey, 'explanation', id],
    queryFn: ({ signal }) => call(api.explainSlvClocks, { params: { id } }, { signal }),
    meta: { quiet: true },
  })

export const tdocExplanationQuery = (id: string) =>
  queryOptions({
    queryKey: [...tdocKey, 'explanation', id],
    queryFn: ({ signal }) => call(api.explainTdocClock, { params: { id } }, { signal }),
    meta: { quiet: true },
  })
