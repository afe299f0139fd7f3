import { z } from 'zod'
import { dayInput, inOrder } from '../lib/fields.ts'
import { joined } from '../lib/paging.ts'
import { SlvType } from '../slv/model.ts'
import { SlvGroup } from '../slv/status.ts'
import { Timeframe } from '../slv/timeframe.ts'

export const Month = z
  .string()
  .regex(/^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])$/, 'Must be a month')

/** The two views of the Underwriter Capacity table (spec.md §2). */
export const capacityViews = ['STATUS', 'MONTH'] as const
export const CapacityView = z.enum(capacityViews)
export type CapacityView = z.infer<typeof CapacityView>
export const capacityViewLabels: Record<CapacityView, string> = {
  STATUS: 'By status',
  MONTH: 'By month',
}

/** Exported because a shape's refinement is lost when the shape is reused. */
export const capacityDaysInOrder = inOrder('uwcFrom', 'uwcTo')

/** The table's own filters (spec.md §3). `statuses` are status groups. */
export const CapacityQuery = z
  .object({
    countBy: CapacityView.default('STATUS'),
    statuses: joined(SlvGroup),
    uwcType: joined(SlvType),
    uwcUnderwriterIds: joined(z.uuid()),
    months: joined(Month),
    uwcTimeframe: Timeframe.optional(),
    uwcFrom: dayInput.optional(),
    uwcTo: dayInput.optional(),
  })
  .superRefine(capacityDaysInOrder)
export type CapacityQuery = z.infer<typeof CapacityQuery>

const count = z.number().int()
const average = z.number().nullable()

/** Counts in the order of the columns, including zeros. */
const CountBy = z.union([
  z.array(z.object({ status: SlvGroup, count })),
  z.array(z.object({ month: z.string(), count })),
])

const Figures = z.object({
  totalUnits: count,
  avgUnits: average,
  avgLoanAmount: average,
  avgTurntime: average,
  countBy: CountBy,
  over: z
    .object({ avgLoanAmount: count, avgTurntime: count })
    .describe('How many units the two averages cover'),
})

export const CapacityRow = Figures.extend({
  underwriterId: z.uuid(),
  underwriter: z.string(),
})
export type CapacityRow = z.infer<typeof CapacityRow>

/**
 * The table: a row for each underwriter with units or in the filter, sorted by
 * name.
 */
export const Capacity = z.object({
  countBy: CapacityView,
  /** The columns of 'By month', and the months that `avgUnits` is over. */
  months: z.array(z.string()),
  rows: z.array(CapacityRow),
  totals: Figures.describe('Sums, and averages over all assigned units'),
  unassigned: count.describe(
    'Unassigned SLVs in the filter: in no row and not in the totals',
  ),
  days: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  names: z.object({
    underwriters: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
  asOf: z.iso.datetime(),
})
export type Capacity = z.infer<typeof Capacity>
