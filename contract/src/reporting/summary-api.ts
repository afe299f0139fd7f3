import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { text } from '../lib/fields.ts'
import { pdfType } from '../lib/media-types.ts'
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

/** The filters of both halves of the page. */
const PageQuery = SummaryQuery.safeExtend(CapacityQuery.shape).superRefine(inOrder)

export const getFigures = endpoint({
  method: 'GET',
  path: '/v1/reporting/slv/figures',
  summary: 'The summary and the Underwriter Capacity table of one moment, as the PDF prints them, and who asks',
  tag,
  access: seesReporting,
  about: 'NOTHING',
  opensWith: 'PRINT_TICKET',
  query: PageQuery,
  response: z.object({ summary: Summary, capacity: Capacity, askedBy: z.string() }),
})

/** Part of a name. */
const search = text(100).default('')

export const getReportedSellers = endpoint({
  method: 'GET',
  path: '/v1/reporting/slv/sellers',
  summary: 'Names of the sellers whose SLVs are counted, for the filter of the figures: 50 at most',
  tag,
  access: seesReporting,
  about: 'NOTHING',
  query: z.object({ search }),
  response: z.array(z.string()),
})

export const getReportedPrograms = endpoint({
  method: 'GET',
  path: '/v1/reporting/slv/programs',
  summary: 'Non-agency programs of the SLVs that are counted, for the filter of the figures: 50 at most',
  tag,
  access: seesReporting,
  about: 'NOTHING',
  query: z.object({ search }),
  response: z.array(z.string()),
})

/** Answers bytes: Reporting-Slv.pdf. Its filters are those of the page, both halves of them. */
export const downloadReporting = endpoint({
  method: 'POST',
  path: '/v1/reporting/slv/download',
  summary: 'The page of figures as PDF, with the same filters, printed as the asker sees it',
  tag,
  access: seesReporting,
  about: 'NOTHING',
  refuses: ['too_many_requests'],
  answersFile: { types: [pdfType] },
  query: PageQuery,
  response: z.unknown(),
})
