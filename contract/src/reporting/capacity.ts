import { z } from 'zod'
import { dayInput } from '../lib/fields.ts'
import { joined } from '../lib/paging.ts'
import { SlvType } from '../slv/model.ts'
import { SlvGroup } from '../slv/status.ts'
import { Timeframe } from '../slv/timeframe.ts'

/** A month, 'yyyy-MM'. */
export const Month = z.string().regex(/^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])$/, 'Not a month')

/** The two views of the Underwriter Capacity table (spec.md §2). */
export const capacityViews = ['STATUS', 'MONTH'] as const
export const CapacityView = z.enum(capacityViews)
export type CapacityView = z.infer<typeof CapacityView>
export const capacityViewLabels: Record<CapacityView, string> = { STATUS: 'By status', MONTH: 'By month' }

type Days = { uwcFrom?: string | undefined; uwcTo?: string | undefined }
/** Refuses days the wrong way round: the refinement of a shape does not go with it into another. */
export const inOrder = ({ uwcFrom, uwcTo }: Days, ctx: z.RefinementCtx) => {
  if (uwcFrom && uwcTo && uwcFrom > uwcTo) ctx.addIssue({ code: 'custom', path: ['uwcFrom'], message: 'Invalid Date' })
}

/** What narrows the table (spec.md §3): its own filters, beside those of the page. `statuses` are the status groups. */
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
  .superRefine(inOrder)
export type CapacityQuery = z.infer<typeof CapacityQuery>

const count = z.number().int()
const average = z.number().nullable()

/** Counts in the order of their columns, zeros too. */
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
  /** Over how many the two averages are. */
  over: z.object({ avgLoanAmount: count, avgTurntime: count }),
})

/** Underwriter capacity row (spec.md §3). */
export const CapacityRow = Figures.extend({ underwriterId: z.uuid(), underwriter: z.string() })
export type CapacityRow = z.infer<typeof CapacityRow>

/** The table: a row for each underwriter who has units, and for each who is filtered by; by name. */
export const Capacity = z.object({
  countBy: CapacityView,
  /** The columns of 'By month', and the months that `avgUnits` is over. */
  months: z.array(z.string()),
  rows: z.array(CapacityRow),
  /** All rows as one: sums, and averages over all their units. */
  totals: Figures,
  /** SLVs within the filter that nobody is assigned to: in no row and not in the totals. */
  unassigned: count,
  days: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  names: z.object({ underwriters: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
  asOf: z.iso.datetime(),
})
export type Capacity = z.infer<typeof Capacity>
