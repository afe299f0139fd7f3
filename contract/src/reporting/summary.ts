import { z } from 'zod'
import { inOrder } from '../lib/fields.ts'
import { joined } from '../lib/paging.ts'
import { toRecord } from '../lib/typed.ts'
import { SlvFilter, type SlvListKey } from '../slv/list-query.ts'
import { SlvGroup } from '../slv/status.ts'
import { ReportedStatus, reportingTableModes } from './policy.ts'

/** Filters by lists of values that figures and lists share (spec.md §3). */
export const sharedListKeys = [
  'sellers',
  'bdds',
  'underwriterIds',
  'productCodes',
  'type',
] as const satisfies readonly SlvListKey[]

/** All filters that figures and lists share. */
export const sharedFilters = toRecord(
  ['departmentTableMode', ...sharedListKeys, 'timeframe', 'from', 'to'],
  () => true as const,
)

/**
 * The filters of the figures, written as those of the lists. An absent filter
 * doesn't narrow.
 */
export const ReportingFilter = SlvFilter.pick(sharedFilters).extend({
  tableMode: z.enum(reportingTableModes).default('ALL'),
  status: joined(ReportedStatus),
})
export type ReportingFilter = z.infer<typeof ReportingFilter>

/**
 * The filters, and the length of the top lists: five, or ten after Show More
 * (spec.md §9).
 */
export const SummaryQuery = ReportingFilter.extend({
  topLimit: z.enum(['5', '10']).default('5').transform(Number),
}).superRefine(inOrder('from', 'to'))
export type SummaryQuery = z.infer<typeof SummaryQuery>

const count = z.number().int()
/** Percent, two decimals; the percentages of one breakdown add up to 100. */
const percentage = z.number()

/**
 * One line of a top list: `value` is its percentage, `count` its number of
 * requests (of variances for reasons).
 */
export const TopItem = z.object({ label: z.string(), value: percentage, count })
export type TopItem = z.infer<typeof TopItem>

/**
 * The rest of a top list: its total, the number of labels, the labels that
 * aren't shown, and what has no label.
 */
export const TopRest = z.object({
  over: count,
  labels: count,
  others: z.object({ value: percentage, count }),
  notGiven: z.object({ value: percentage, count }),
})
export type TopRest = z.infer<typeof TopRest>

const averages = [
  'avgTurnTime',
  'avgPreTurnTime',
  'avgPostTurnTime',
  'avgSlvsByRequest',
  'avgLoanAmount',
  'avgCreditScore',
  'avgLtv',
  'avgDti',
  'avgDscr',
  'avgPostCloseReserves',
] as const
const Share = z.object({ count, percentage })

const PersonName = z.object({ id: z.uuid(), name: z.string() })

/** Reporting summary (spec.md §3), and what the page needs to explain it. */
export const Summary = z.object({
  totalRequests: count,
  totalSlvs: count,
  totalVolume: z.number(),
  /** Two decimals; null if there is nothing to average. */
  ...toRecord(averages, () => z.number().nullable()),
  prePostBreakdown: z.object({ pre: Share, post: Share }),
  statusPercentages: z
    .record(ReportedStatus, count)
    .describe('Number of SLVs per status, including zeros'),
  requestsOverTime: z.array(
    z.object({ date: z.string(), PRE: count, POST: count }),
  ),
  topPrograms: z.array(TopItem),
  topReasons: z.array(TopItem),
  topSellers: z.array(TopItem),
  topStates: z.array(TopItem),
  /**
   * `value` is the average in dollars, `count` the requests that it covers;
   * highest first.
   */
  loanAmountByProgram: z.array(
    z.object({ label: z.string(), value: z.number(), count }),
  ),
  occupancyDistribution: z
    .array(TopItem)
    .describe('`value` is the percentage of requests'),

  /**
   * The status groups of spec.md §4, each split by type; their percentages add
   * up to 100.
   */
  statusGroups: z.array(
    Share.extend({ group: SlvGroup, PRE: count, POST: count }),
  ),
  over: z
    .object({ ...toRecord(averages, () => count), totalVolume: count })
    .describe('How many requests each average covers'),
  top: z.object({
    topPrograms: TopRest,
    topReasons: TopRest,
    topSellers: TopRest,
    topStates: TopRest,
  }),
  days: z
    .object({ from: z.string().nullable(), to: z.string().nullable() })
    .describe(
      'The civil days in New York that the timeframe covers, both included; null is open-ended',
    ),
  /** The people in the filter who belong to the buyer. */
  names: z.object({
    underwriters: z.array(PersonName),
    bdds: z.array(PersonName),
  }),
  asOf: z.iso
    .datetime()
    .describe('All changes saved before this instant are counted'),
})
export type Summary = z.infer<typeof Summary>
