import * as api from '@portal/contract/guideline/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const guidelineKey = ['guidelines'] as const

/** Programs with their products, and the reasons for variances. */
export const programsQuery = queryOptions({
  queryKey: [...guidelineKey, 'programs'],
  queryFn: ({ signal }) => call(api.listPrograms, {}, { signal }),
  staleTime: 60_000,
})

/** The rules, contract variances and factors in force on a day, today without one. */
export const guideQuery = (asOf: string | null) =>
  queryOptions({
    queryKey: [...guidelineKey, 'in-force', asOf],
    queryFn: ({ signal }) => call(api.getGuide, { query: asOf === null ? {} : { asOf } }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/** An SLV judged by the version that its round keeps, or by the version in force now. */
export const evaluationQuery = (id: string, version: number, asOf?: 'now') =>
  queryOptions({
    queryKey: [...guidelineKey, 'evaluation', id, version, asOf],
    queryFn: ({ signal }) => call(api.getEvaluation, { params: { id }, query: asOf ? { asOf } : {} }, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
