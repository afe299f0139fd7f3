import * as api from '@portal/contract/guideline/api'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const guidelineKey = ['guidelines'] as const

/** Programs with their products. */
export const programsQuery = queryOptions({
  queryKey: [...guidelineKey, 'programs'],
  queryFn: ({ signal }) => call(api.listPrograms, {}, { signal }),
  staleTime: 60_000,
})

/** The rules and factors in force on a day, today without one. */
export const guideQuery = (asOf: string | null, slvId: string) =>
  queryOptions({
    queryKey: [...guidelineKey, 'in-force', asOf, slvId],
    queryFn: ({ signal }) => call(api.getGuide, { query: { slvId, ...(asOf !== null && { asOf }) } }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/** An SLV judged by the version that its round keeps, or by the one in force today. */
export const evaluationQuery = ({ id, version }: Pick<SlvDetail, 'id' | 'version'>, isToday = false) =>
  queryOptions({
    queryKey: [...guidelineKey, 'evaluation', id, version, isToday],
    queryFn: ({ signal }) =>
      call(api.getEvaluation, { params: { id }, query: isToday ? { asOf: 'now' as const } : {} }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
