import { z } from 'zod'
import { isYesNo, Parameter, parameters } from '../guideline/model.ts'
import { sizeInUnit } from '../guideline/texts.ts'
import { emptyAsNull } from '../lib/typed.ts'
import type { Band } from '../price/model.ts'
import type { SlvRequest } from './model.ts'

/**
 * A miss over `from` and up to `to`, in the parameter's unit; null is open. A
 * figure that meets its guideline misses it by 0 or less.
 */
export type MissBand = { from: number | null; to: number | null }

/**
 * Where the bands of a miss end without a price, by unit; the last band is open.
 */
const bandEnds: Partial<Record<string, readonly number[]>> = {
  points: [10, 20, 40],
  '%': [2, 5, 10],
  x: [0.05, 0.1, 0.25],
  months: [1, 3, 6],
  days: [15, 30, 60],
  $: [25_000, 100_000, 250_000],
}
const otherEnds = [1, 2, 5]

/** A band of the price grid. */
export type PricedBand = Pick<Band, 'parameter' | 'from' | 'to'>

/**
 * Bands end where those of the price grid do, of every program, so that misses
 * in one band have one suggested price.
 */
const listEnds = (
  parameter: Parameter,
  priced: readonly PricedBand[],
): readonly number[] => {
  const usual = bandEnds[parameters[parameter].unit ?? ''] ?? otherEnds
  const own = priced.filter((band) => band.parameter === parameter)
  const ends =
    own.length > 0 ? own.flatMap(({ from, to }) => [from, to]) : usual
  return [...new Set([0, ...ends])].toSorted((one, other) => one - other)
}

/** How far a figure is on the wrong side of its guideline. */
const findMiss = (parameter: Parameter, distance: number): number =>
  parameters[parameter].better === 'HIGHER' ? -distance : distance

/**
 * The band of a variance's miss; all of them for a yes or no. Null without a
 * measure.
 */
export const findBand = (
  { parameter, distance }: Pick<SlvRequest, 'parameter' | 'distance'>,
  priced: readonly PricedBand[],
): MissBand | null => {
  if (parameter === null) return null
  if (isYesNo(parameter)) return { from: null, to: null }
  if (distance === null) return null
  const miss = findMiss(parameter, distance)
  const ends = listEnds(parameter, priced)
  return {
    from: ends.findLast((end) => end < miss) ?? null,
    to: ends.find((end) => miss <= end) ?? null,
  }
}

/**
 * All bands of a parameter, the smallest miss first. They don't overlap, and
 * every measured variance is in one.
 */
export const listBands = (
  parameter: Parameter,
  priced: readonly PricedBand[],
): MissBand[] => {
  if (isYesNo(parameter)) return [{ from: null, to: null }]
  const ends = listEnds(parameter, priced)
  return [null, ...ends].map((from, index) => ({
    from,
    to: ends[index] ?? null,
  }))
}

/** Which variances are alike; never those of the excluded SLV itself. */
export type Likeness = MissBand & {
  parameter: Parameter
  exceptSlvId: string | null
}

const end = z
  .string()
  .max(20)
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(z.number().nullable())
const slvId = emptyAsNull(z.uuid().nullable())
const Parts = z.tuple([Parameter, end, end, slvId])

/**
 * Reads 'CREDIT_SCORE:10:20:<id of the SLV>', with an empty end for an open one
 * and an empty id for all SLVs; null for any other text.
 */
export const readLikeness = (text: string): Likeness | null => {
  const { data } = Parts.safeParse(text.split(':'))
  if (!data) return null
  const [parameter, from, to, exceptSlvId] = data
  return { parameter, from, to, exceptSlvId }
}

export const writeLikeness = ({
  parameter,
  from,
  to,
  exceptSlvId,
}: Likeness): string => [parameter, from, to, exceptSlvId].join(':')

/** A likeness in a query. */
export const LikenessText = z
  .string()
  .max(120)
  .refine((text) => readLikeness(text) !== null, 'Use the link of a variance')

/** 'FICO more than 10, up to 20 points short', or the parameter's label. */
export const describeBand = ({
  parameter,
  from,
  to,
}: MissBand & { parameter: Parameter }): string => {
  const { label, unit, better } = parameters[parameter]
  if (from === null && to === null) return label
  if (from === null) return `${label} meets the guideline`
  const side = better === 'HIGHER' ? 'short' : 'over'
  const ends = [
    from > 0 || to === null ? `more than ${sizeInUnit(from, unit)}` : null,
    to === null ? null : `up to ${sizeInUnit(to, unit)}`,
  ].filter((text) => text !== null)
  return `${label} ${ends.join(', ')} ${side}`
}

/** The band of a likeness; the text itself if it is none. */
export const describeLikeness = (text: string): string => {
  const likeness = readLikeness(text)
  return likeness ? describeBand(likeness) : text
}

/** The months that are counted, the next ones if there are too few cases. */
export const likeCaseMonths = [12, 24, null] as const
export const fewestLikeCases = 5

const bps = z.number().nullable()

/** How many conditions are named, and how many approvals each needs at least. */
export const likeConditions = { most: 3, fewestUses: 2 }

/** A condition's text, and how many of the approvals have it. */
const UsedCondition = z.object({
  text: z.string(),
  approvals: z.number().int(),
})

/**
 * How requests with a like variance were decided: of the same program, parameter
 * and band of the miss. `months` is null for all that were ever sent. The price
 * is of approvals in bps, its low and high enclose the middle half.
 * `conditions` are those that the approvals have most often, in the same words.
 * `listQuery` lists them all; null for people without the department.
 */
export const LikeCases = z.object({
  slvRequestId: z.uuid(),
  parameter: Parameter,
  from: z.number().nullable(),
  to: z.number().nullable(),
  months: z.number().int().nullable(),
  asked: z.number().int(),
  approved: z.number().int(),
  declined: z.number().int(),
  notNeeded: z.number().int(),
  priceMedian: bps,
  priceLow: bps,
  priceHigh: bps,
  daysMedian: z.number().nullable(),
  conditions: z.array(UsedCondition),
  listQuery: z.string().nullable(),
})
export type LikeCases = z.infer<typeof LikeCases>
