import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { Capacity, CapacityQuery, inOrder } from './capacity.ts'
import { seesReporting } from './policy.ts'
import { Summary, SummaryQuery } from './summary.ts'

const tag = 'Reporting'

export const getSummary = endpoint({
  method: 'GET',
  path: '/v1/reporting/slv/summary',
  summary: 'The figures of Reporting > SLVs over all sent SLVs within the filter',
  tag,
  access: seesReporting,
  about: 'NOTHING',
  query: SummaryQuery,
  response: Summary,
})

export const getCapacity = endpoint({
  method: 'GET',
  path: '/v1/reporting/slv/table',
  summary: 'The Underwriter Capacity table',
  tag,
  access: seesReporting,
  about: 'NOTHING',
  query: CapacityQuery,
  response: Capacity,
})

/** Answers bytes: Reporting-Slv.pdf. Its filters are those of the page, both halves of them. */
export const downloadReporting = endpoint({
  method: 'POST',
  path: '/v1/reporting/slv/download',
  summary: 'The page of figures as PDF, with the same filters, printed as the asker sees it',
  tag,
  access: seesReporting,
  about: 'NOTHING',
  query: SummaryQuery.safeExtend(CapacityQuery.shape).superRefine(inOrder),
  response: z.unknown(),
})
