import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { text } from '../lib/fields.ts'
import { pdfType } from '../lib/media-types.ts'
import { Capacity, CapacityQuery, capacityDaysInOrder } from './capacity.ts'
import { seesReporting } from './policy.ts'
import { Summary, SummaryQuery } from './summary.ts'

const figures = createEndpoints({
  tag: 'Reporting',
  access: seesReporting,
  about: 'NOTHING',
})

export const getSummary = figures.get(
  '/v1/reporting/slv/summary',
  'The figures of Reporting > SLVs for all sent SLVs in the filter',
  { query: SummaryQuery, response: Summary },
)

export const getCapacity = figures.get(
  '/v1/reporting/slv/table',
  'The Underwriter Capacity table',
  {
    query: CapacityQuery,
    response: Capacity,
  },
)

/** The filters of the page: of the figures and of the capacity table. */
const PageQuery = SummaryQuery.safeExtend(CapacityQuery.shape).superRefine(
  capacityDaysInOrder,
)

export const getFigures = figures.get(
  '/v1/reporting/slv/figures',
  'The summary and the Underwriter Capacity table as printed in the PDF, and the caller’s name',
  {
    opensWith: 'PRINT_TICKET',
    query: PageQuery,
    response: z.object({
      summary: Summary,
      capacity: Capacity,
      askedBy: z.string(),
    }),
  },
)

/** A filter's choices: names that contain the search text. */
const names = {
  query: z.object({ search: text(100).default('') }),
  response: z.array(z.string()),
}

export const getReportedSellers = figures.get(
  '/v1/reporting/slv/sellers',
  'Sellers for the figures filter: at most 50 names',
  names,
)

export const getReportedPrograms = figures.get(
  '/v1/reporting/slv/programs',
  'Non-agency programs for the figures filter: at most 50',
  names,
)

/** Responds with Reporting-Slv.pdf. Takes all filters of the page. */
export const downloadReporting = figures.post(
  '/v1/reporting/slv/download',
  'The figures page as a PDF, with the same filters, as the caller sees it',
  {
    needsSession: true,
    refuses: ['too_many_requests'],
    answersFile: { types: [pdfType] },
    query: PageQuery,
    response: z.unknown(),
  },
)
