import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { managesGuidelines } from '../user/policy.ts'
import { NewPriceBand, PriceGrid } from './model.ts'

const { get, put } = createEndpoints({
  tag: 'Guidelines',
  access: managesGuidelines,
  about: 'NOTHING',
})

/** `version` is for `If-Match`. */
export const PriceGridAnswer = PriceGrid.extend({ version: z.number().int() })
export type PriceGridAnswer = z.infer<typeof PriceGridAnswer>

export const getPriceGrid = get(
  '/v1/price-grid',
  'What variances cost by how far they miss their limits',
  { response: PriceGridAnswer },
)

export const PriceGridBody = z.object({
  addOn: PriceGrid.shape.addOn,
  rows: z.array(NewPriceBand).max(500),
})
export type PriceGridBody = z.infer<typeof PriceGridBody>

export const savePriceGrid = put(
  '/v1/price-grid',
  'Replace the price grid; bands of one parameter and program can’t overlap',
  { takesIfMatch: true, body: PriceGridBody, response: PriceGridAnswer },
)
