import { z } from 'zod'

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** A field that changed; null is an empty value. */
export const Change = z.object({
  field: z.string(),
  before: Value,
  after: Value,
})
export type Change = z.infer<typeof Change>
