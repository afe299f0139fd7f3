import { z } from 'zod'
import { addDecimals } from '../lib/exact.ts'
import {
  distance,
  type Measured,
  meetsGuideline,
} from '../slv-request/distance.ts'
import { findAnswer, type GivenAnswers } from '../slv-request/policy.ts'
import type { PriceGrid } from './model.ts'

/**
 * What the grid suggests: bps for each variance that it has a band for, and in
 * all. `total` is null if a variance that isn't denied has no band, because the
 * rest would be no price for the loan. `addOn` is for each variance after the
 * first.
 */
export const SuggestedPrice = z.object({
  total: z
    .number()
    .nullable()
    .describe(
      'Basis points in all; null if a variance that isn’t denied has no price',
    ),
  addOn: z.number().describe('Basis points for each variance after the first'),
  items: z
    .array(
      z.object({
        slvRequestId: z.uuid(),
        bps: z.number().describe('Basis points'),
      }),
    )
    .describe('The variances that have a price'),
})
export type SuggestedPrice = z.infer<typeof SuggestedPrice>

type Priced = {
  slvRequests: readonly (Measured & { id: string })[]
  slvDecisionRequests?: GivenAnswers
}

/**
 * The price that the grid suggests for the variances of an SLV. The grid has
 * the bands of the SLV's program and those for every program. Null if it has a
 * band for none of the variances.
 */
export function suggestPrice(
  slv: Priced,
  grid: PriceGrid,
): SuggestedPrice | null {
  const items = slv.slvRequests.flatMap((request) => {
    const bps = findBps(request, grid)
    return bps === null ? [] : [{ slvRequestId: request.id, bps }]
  })
  if (items.length === 0) return null
  const parts = { addOn: grid.addOn, items }
  return { total: sumPrice(slv, parts), ...parts }
}

/** A program's own band comes before one for every program. */
function findBps(request: Measured, { rows }: PriceGrid): number | null {
  if (meetsGuideline(request)) return null
  const size = Math.abs(distance(request) ?? 0)
  const bands = rows.filter(
    ({ parameter, from, to }) =>
      parameter === request.parameter && from < size && size <= to,
  )
  const own = bands.find(({ program }) => program !== null)
  return (own ?? bands[0])?.bps ?? null
}

type Answered = {
  slvRequests: readonly { id: string }[]
  slvDecisionRequests?: GivenAnswers
}

/**
 * The sum for the variances that aren't denied or not needed, with an add-on
 * for each after the first. Null if one of them has no price, or none is left.
 */
export function sumPrice(
  { slvRequests, slvDecisionRequests }: Answered,
  { addOn, items }: Pick<SuggestedPrice, 'addOn' | 'items'>,
): number | null {
  const counted = slvRequests.filter(({ id }) => {
    const answer = findAnswer(slvDecisionRequests, id)
    return !answer || answer.decision === 'APPROVED'
  })
  const prices = counted.flatMap(({ id }) => findAnswer(items, id)?.bps ?? [])
  if (prices.length === 0 || prices.length < counted.length) return null
  const addOns = addOn * (prices.length - 1)
  return prices.reduce(addDecimals, addOns)
}

/** Whether a price needs a reason: it isn't the suggested one. */
export const differsFromSuggestion = (
  price: number | null | undefined,
  suggested: number | null,
): boolean => suggested !== null && (price ?? null) !== suggested

/** '−37.5 bps' */
export const bpsText = (bps: number): string =>
  `${bps < 0 ? '−' : ''}${Math.abs(bps)} bps`

/** The answer to a decision that was prepared with another suggestion. */
export const changedSuggestionText = (
  seen: number | null,
  current: number,
): string => {
  const was = seen === null ? '' : `, no longer ${bpsText(seen)}`
  return `The price grid changed: the suggested price is now ${bpsText(current)}${was}. Nothing is lost. Check the price, then decide again.`
}
