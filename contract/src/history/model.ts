import { z } from 'zod'

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** A field that changed; null is an empty value. */
export const Change = z.object({
  field: z.string().describe('The name of the field'),
  before: Value.describe('Its value before; null if it was empty'),
  after: Value.describe('Its value after; null if it is empty'),
})
export type Change = z.infer<typeof Change>
