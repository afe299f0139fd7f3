import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { xlsxType } from '../lib/media-types.ts'
import { Consistency, ConsistencyQuery } from './consistency.ts'
import { seesConsistency } from './policy.ts'

const { get } = createEndpoints({
  tag: 'Reporting',
  access: seesConsistency,
  about: 'NOTHING',
  query: ConsistencyQuery,
})

export const getConsistency = get(
  '/v1/reporting/consistency',
  'Exceptions by guideline parameter and program: how often they are requested and how they are decided, similar requests with opposite outcomes, and exceptions that have become routine',
  { response: Consistency },
)

/** Responds with Exceptions.xlsx. */
export const downloadExceptions = get(
  '/v1/reporting/exceptions/download',
  'A row for each variance of the decided SLVs in the filter, as an Excel workbook with the columns of the ABS-15G exhibits',
  {
    isPublished: true,
    refuses: ['too_many_requests'],
    answersFile: { types: [xlsxType] },
    response: z.unknown(),
  },
)
