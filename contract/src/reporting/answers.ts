import { z } from 'zod'
import { FactorAnswer, NearestFit } from '../guideline/answers.ts'
import { SlvDetail } from '../slv/answers.ts'
import { Letter } from '../slv/decision/letter-api.ts'

/**
 * What decision/slv/report shows: the SLV as its audience may see it, its
 * measured compensating factors, who opened it, and the time.
 */
export const SlvReport = z.object({
  slv: SlvDetail,
  /** The previous release doesn't send them. */
  factors: z.array(FactorAnswer).optional(),
  nearest: NearestFit.nullable()
    .optional()
    .describe(
      "A seller's report of a denial: what would need no variance today",
    ),
  letter: Letter.nullable()
    .optional()
    .describe("A seller's report of a decision: its letter"),
  publicUrl: z
    .string()
    .optional()
    .describe("The portal's address, where a letter is verified"),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
})
export type SlvReport = z.infer<typeof SlvReport>
