import * as api from '@portal/contract/guideline/api'
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
export const guideQuery = (asOf: string | null) =>
  queryOptions({
    queryKey: [...guidelineKey, 'in-force', asOf],
    queryFn: ({ signal }) => call(api.getGuide, { query: asOf === null ? {} : { asOf } }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
