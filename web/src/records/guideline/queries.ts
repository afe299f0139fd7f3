import * as api from '@portal/contract/guideline/api'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { getEvaluation } from '@portal/contract/slv/api'
import { keepPreviousData } from '@tanstack/react-query'
import { endpointQuery } from '../../lib/queries.ts'

export const guidelineKey = ['guidelines'] as const

/** Programs with their products. */
export const programsQuery = endpointQuery(
  [...guidelineKey, 'programs'],
  api.listPrograms,
  { staleTime: 60_000 },
)

/** The rules and factors in force on a day, today without one. */
export const guideQuery = (asOf: string | null, slvId: string) =>
  endpointQuery([...guidelineKey, 'in-force', asOf, slvId], api.getGuide, {
    query: { slvId, ...(asOf !== null && { asOf }) },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/**
 * An SLV evaluated by the version that its round keeps, or by the one in force
 * today.
 */
export const evaluationQuery = (
  { id, version }: Pick<SlvDetail, 'id' | 'version'>,
  isToday = false,
) =>
  endpointQuery(
    [...guidelineKey, 'evaluation', id, version, isToday],
    getEvaluation,
    {
      params: { id },
      query: isToday ? { asOf: 'now' as const } : {},
      staleTime: 60_000,
      placeholderData: keepPreviousData,
      meta: { quiet: true },
    },
  )
