import { z } from 'zod'
import { createPageSchema } from '../lib/paging.ts'
import { getKeys } from '../lib/typed.ts'
import { Party } from './clocks.ts'
import { SlaStatus, SlvId, SlvType } from './model.ts'
import { Need } from './needs.ts'
import { SlvGroup, SlvStatus } from './status.ts'

const at = z.iso.datetime()
const text = z.string().nullable()

/** Columns of `slv` that a row contains unchanged. */
const storedColumns = {
  id: SlvId,
  version: z
    .number()
    .int()
    .describe('Grows with each change; the ETag begins with it'),
  type: SlvType.describe(
    'PRE: before the purchase of the loan; POST: after it',
  ),
  buyerLoan: text.describe('The buyer’s loan number'),
  sellerLoan: text.describe('The seller’s loan number'),
  borrowerLastName: text,
  buyerNonAgencyProgram: text.describe('The name of its program'),
  buyerNonAgencyProductName: text.describe('The code of its product'),
  loanAmount: z.number().nullable(),
  ltv: z.number().nullable(),
  creditScore: z.number().nullable(),
  dtiDscr: z
    .number()
    .nullable()
    .describe('The DTI or the DSCR, whichever the program measures'),
  underwriterId: z.uuid().nullable().describe('The assigned underwriter'),
  sellerId: z.uuid().describe('The seller’s user who owns it'),
}
export const storedColumnNames = getKeys(storedColumns)

/**
 * A row of the SLV lists (product.md §8), separate because the first screen
 * loads only this. Hidden fields are absent (visible-fields.ts).
 */
export const SlvRow = z.object({
  ...storedColumns,
  status: SlvStatus,
  statusInEffect: SlvStatus.nullable().describe(
    'The status in effect during a draft resubmission',
  ),
  date: at.nullable().describe('When it was sent; null before that'),
  underwriterName: text,
  variances: z
    .string()
    .describe(
      "The variances with their distances: 'FICO 5 short · Reserves 1.4 mo short'",
    ),
  sellerName: z.string().describe('The seller’s company'),
  corrID: z.string().describe('LoanDock’s client id of the seller’s company'),
  ownerName: z.string().describe('The seller’s user who owns it'),
  turnTime: z
    .number()
    .nullable()
    .describe('Business days for which the buyer has had it'),
  waitingOn: Party.nullable().describe(
    'Who acts next on a sent request, and by which day in New York',
  ),
  expectedBy: z.iso
    .date()
    .nullable()
    .describe(
      'The day in New York by which the party that has it is expected to act',
    ),
  needsYou: Need.nullable()
    .optional()
    .describe(
      "What it needs from the seller's side; absent for the buyer's own people",
    ),
  draftEditedAt: at
    .nullable()
    .optional()
    .describe(
      'When a draft that was never sent was last edited; null for other SLVs',
    ),
  decisionDate: at
    .nullable()
    .optional()
    .describe('When the decision became final; null before that'),
  priceAdjustment: z
    .number()
    .nullable()
    .optional()
    .describe(
      'Basis points, of a decision in effect; null for a denial, which has no price',
    ),
  openConditions: z
    .number()
    .int()
    .nullable()
    .optional()
    .describe('Of an approval in effect; null for other SLVs'),
  conditionDueOn: z.iso
    .date()
    .nullable()
    .optional()
    .describe('The earliest due day of its open conditions'),
  goodUntil: z.iso
    .date()
    .nullable()
    .optional()
    .describe('The last day of an approval in effect, in New York'),
  figuresChanged: z
    .boolean()
    .nullable()
    .optional()
    .describe('Whether LoanDock’s figures differ from the approval in effect'),
  updatedAt: at.optional(),
  underwriterManagerName: text.optional().describe('The SLR reviewer'),
  tradeDeskName: text.optional().describe('The trade desk reviewer'),
  groupSlaStatus: SlaStatus.nullable()
    .optional()
    .describe('The SLA clock of the whole SLV'),
  slrSlaStatus: SlaStatus.nullable()
    .optional()
    .describe('The SLA clock of the SLR review'),
  tdSlaStatus: SlaStatus.nullable()
    .optional()
    .describe('The SLA clock of the trade desk'),
})
export type SlvRow = z.infer<typeof SlvRow>

/** Counts stop here, with `isTotalCut`; later pages can still be read. */
export const maxListed = 10_000
/** The limit for searches of one or two letters, which no index supports. */
export const maxCountOfShortSearch = 1_000

export const SlvPage = createPageSchema(SlvRow).extend({
  isTotalCut: z.boolean().describe('Whether there are more than `total`'),
})
export type SlvPage = z.infer<typeof SlvPage>

/**
 * The SLVs before and after one in a list. `position` counts from 1. It is null
 * once the SLV has left the list; `next` is then the SLV that took its place.
 */
export const SlvNeighbors = z.object({
  position: z.number().int().nullable(),
  total: z.number().int(),
  isTotalCut: z.boolean(),
  previous: SlvRow.nullable(),
  next: SlvRow.nullable(),
})
export type SlvNeighbors = z.infer<typeof SlvNeighbors>

/**
 * The counts by due date are absent for sellers, and exclude SLVs whose clock
 * is paused. `mine` counts the reviews that are assigned to the reader in the
 * lists of SLR and the trade desk. `needsYou` is only for sellers and BDDs.
 * counts.ts names the figures.
 */
export const SlvStatistics = z.object({
  total: z.number().int(),
  byStatus: z.partialRecord(SlvStatus, z.number().int()),
  byGroup: z.record(SlvGroup, z.number().int()),
  overdue: z.number().int().optional(),
  dueToday: z.number().int().optional(),
  dueLater: z.number().int().optional(),
  mine: z.number().int().optional(),
  needsYou: z.number().int().optional(),
})
export type SlvStatistics = z.infer<typeof SlvStatistics>
