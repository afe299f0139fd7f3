import { z } from 'zod'
import { day, inOrder } from '../lib/fields.ts'
import { fewestLikeCases, LikeCases } from '../slv-request/like-cases.ts'
import { ReportingFilter } from './summary.ts'

/** The filters of the page: those of the other figures. */
export const ConsistencyQuery = ReportingFilter.superRefine(
  inOrder('from', 'to'),
)
export type ConsistencyQuery = z.infer<typeof ConsistencyQuery>

const count = z.number().int()

/**
 * The band and the quarter, by the day of the request, with the most similar
 * approvals.
 */
const AlikeApprovals = LikeCases.pick({ from: true, to: true }).extend({
  /** '2026-Q1' */
  quarter: z.string(),
  approved: count,
})

/**
 * The requests for one guideline parameter of one program. Outcomes and prices
 * are as in `LikeCases`, of all bands.
 */
export const RuleFigures = LikeCases.pick({
  parameter: true,
  asked: true,
  approved: true,
  declined: true,
  notNeeded: true,
  priceMedian: true,
  priceLow: true,
  priceHigh: true,
}).extend({
  program: z.string(),
  loans: count.describe('All SLVs of the program in the filter'),
  alike: AlikeApprovals.nullable(),
  missMedian: z
    .number()
    .nullable()
    .describe(
      'Half of the approvals miss by this or less; null for a yes or no',
    ),
})
export type RuleFigures = z.infer<typeof RuleFigures>

/** An SLV of a pair with opposite outcomes. */
const ComparedCase = z.object({
  id: z.uuid(),
  loanNumber: z.string().nullable(),
  decidedOn: day.nullable(),
  summary: z.string().describe("'FICO 655 against ≥ 660: 5 points short'"),
  priceAdjustment: z.number().nullable(),
})
export type ComparedCase = z.infer<typeof ComparedCase>

/** Like requests of which some were approved and some denied. */
export const OppositeOutcomes = LikeCases.pick({
  parameter: true,
  from: true,
  to: true,
  approved: true,
  declined: true,
}).extend({
  program: z.string(),
  /** The latest of each. */
  approvedCase: ComparedCase,
  declinedCase: ComparedCase,
})
export type OppositeOutcomes = z.infer<typeof OppositeOutcomes>

export const maxOpposites = 20

/** Names no people: consistency isn't about who decided. */
export const Consistency = z.object({
  loans: count.describe('All SLVs with a program in the filter'),
  rules: z.array(RuleFigures).describe('The most requested first'),
  /** The most balanced first, at most `maxOpposites` of `oppositeCount`. */
  opposites: z.array(OppositeOutcomes),
  oppositeCount: count,
  asOf: z.iso.datetime(),
})
export type Consistency = z.infer<typeof Consistency>

/** Exceptions for more loans than this share are routine. */
const normalShare = 0.2
/** So many similar approvals in a quarter are routine. */
const normalAlike = 3

/**
 * Why the exceptions of a rule have become routine: approved for more than a fifth of
 * the program's SLVs, of which there are enough to tell, or alike in a quarter.
 */
export const listWhyNormal = ({
  approved,
  loans,
  alike,
}: Pick<RuleFigures, 'approved' | 'loans' | 'alike'>): (
  | 'SHARE'
  | 'ALIKE'
)[] => {
  const isShare = loans >= fewestLikeCases && approved > loans * normalShare
  const isAlike = alike !== null && alike.approved >= normalAlike
  return [
    ...(isShare ? (['SHARE'] as const) : []),
    ...(isAlike ? (['ALIKE'] as const) : []),
  ]
}

/** What each part of the page counts. */
export const consistencyTexts = {
  rules:
    'For each guideline and program, the SLVs that requested a variance from it, by their current decision. The share is of all the program’s SLVs that match the filters. Prices are those of approvals, in bps: the median and the middle 50%.',
  opposites:
    'Requests with the same program and guideline and a similar distance, some approved and some denied. The most recent of each are shown side by side.',
  normal: `Guidelines whose exceptions were approved for more than ${normalShare * 100}% of the program’s SLVs (if it has at least ${fewestLikeCases}), or at least ${normalAlike} times for similar requests in one quarter.`,
}
