import type { Ctx } from '../src/lib/ctx.ts'
import type { Db } from '../src/lib/database/db.ts'
import { savePriceGrid } from '../src/price/save-price-grid.ts'
import { dayIn } from './plain-rows.ts'

/**
 * The ends of the bands without a price grid, as a person would list them; none
 * for a yes or no.
 */
export const usualEnds: Record<string, number[]> = {
  CREDIT_SCORE: [0, 10, 20, 40],
  LTV: [0, 2, 5, 10],
  CLTV: [0, 2, 5, 10],
  HCLTV: [0, 2, 5, 10],
  DTI: [0, 2, 5, 10],
  DSCR: [0, 0.05, 0.1, 0.25],
  RESERVES_MONTHS: [0, 1, 3, 6],
  LOAN_AMOUNT_MIN: [0, 25_000, 100_000, 250_000],
  LOAN_AMOUNT_MAX: [0, 25_000, 100_000, 250_000],
  CASH_OUT_AMOUNT: [0, 25_000, 100_000, 250_000],
  TRADELINES: [0, 1, 2, 5],
  FIRST_TIME_INVESTOR: [],
  NON_WARRANTABLE: [],
  PROPERTY_TYPE: [],
  STATE: [],
}
const higherIsBetter = [
  'CREDIT_SCORE',
  'DSCR',
  'RESERVES_MONTHS',
  'LOAN_AMOUNT_MIN',
  'TRADELINES',
]

type Variance = {
  parameter: string | null
  guidelineValue: number | null
  actualValue: number | null
}

/**
 * Sets a price grid whose bands of FICO aren't the usual ones, and returns where
 * the bands end with it.
 */
export async function setGrid(ctx: Ctx) {
  const band = { parameter: 'CREDIT_SCORE' as const, program: null }
  const rows = [
    { ...band, from: 6, to: 12, bps: -12.5 },
    { ...band, from: 12, to: 30, bps: -25 },
  ]
  await savePriceGrid(ctx, { addOn: 0, rows })
  return { ...usualEnds, CREDIT_SCORE: [0, 6, 12, 30] }
}

/** The number of a variance's band; null without a measure. */
export function bandNumber(
  variance: Variance,
  ends: Record<string, number[]>,
): number | null {
  const { parameter, guidelineValue, actualValue } = variance
  if (parameter === null) return null
  const known = ends[parameter]
  if (!known) throw new Error(`Give ${parameter} its bands above`)
  if (known.length === 0) return 0
  if (guidelineValue === null || actualValue === null) return null
  const distance = Math.round((actualValue - guidelineValue) * 1000) / 1000
  const miss = higherIsBetter.includes(parameter) ? -distance : distance
  return known.filter((end) => end < miss).length
}

/** The value in the middle, or at another part of the sorted values. */
export function valueAt(part: number, values: readonly (number | null)[]) {
  const sorted = values
    .filter((value) => value !== null)
    .sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null
}

/** '2026-03-04', 12 → '2025-03-04' */
const yearsBefore = (day: string, months: number): string =>
  `${Number(day.slice(0, 4)) - months / 12}${day.slice(4)}`

/**
 * Counts the like cases of each variance of an SLV a second time: slow and
 * obvious, by plain loops. `now` isn't the last day of a February.
 */
export async function countPlainly(
  db: Db,
  slvId: string,
  { now, ends }: { now: Date; ends: Record<string, number[]> },
) {
  const slvs = await db.selectFrom('slv').selectAll().execute()
  const variances = await db.selectFrom('slvRequest').selectAll().execute()
  const conditions = await db.selectFrom('slvCondition').selectAll().execute()
  const own = slvs.find(({ id }) => id === slvId)
  if (!own) throw new Error(`There is no SLV ${slvId}`)
  if (own.buyerNonAgencyProgram === null) return []
  const others = slvs.filter(
    ({ id, date, buyerNonAgencyProgram: program }) =>
      id !== slvId && date !== null && program === own.buyerNonAgencyProgram,
  )
  return variances
    .filter((variance) => variance.slvId === slvId)
    .filter((variance) => bandNumber(variance, ends) !== null)
    .map((variance) => {
      const alike = others.filter(({ id }) =>
        variances.some(
          (other) =>
            other.slvId === id &&
            other.parameter === variance.parameter &&
            bandNumber(other, ends) === bandNumber(variance, ends),
        ),
      )
      const since = (months: number) =>
        alike.filter(
          ({ date }) => dayIn(date ?? now) >= yearsBefore(dayIn(now), months),
        )
      const [months, cases] = [12, 24]
        .map((months) => [months, since(months)] as const)
        .find(([, found]) => found.length >= 5) ?? [null, alike]
      const inStatus = (wanted: string) =>
        cases.filter(({ status }) => status === wanted)
      const prices = inStatus('APPROVED').map(
        ({ priceAdjustment }) => priceAdjustment,
      )
      const decided = ['APPROVED', 'DECLINED', 'NOT_NEEDED'].flatMap(inStatus)
      return {
        slvRequestId: variance.id,
        months,
        asked: cases.length,
        approved: inStatus('APPROVED').length,
        declined: inStatus('DECLINED').length,
        notNeeded: inStatus('NOT_NEEDED').length,
        priceMedian: valueAt(0.5, prices),
        priceLow: valueAt(0.25, prices),
        priceHigh: valueAt(0.75, prices),
        daysMedian: valueAt(
          0.5,
          decided.map(({ buyerDays }) => buyerDays),
        ),
        conditions: countConditions(inStatus('APPROVED'), conditions),
        ids: cases.map(({ id }) => id).sort(),
      }
    })
}

type Approval = { id: string; resubmitCount: number }
type Condition = { slvId: string; resubmitCount: number; text: string }

/** The three texts that most of these approvals have, and at least two. */
function countConditions(
  approvals: readonly Approval[],
  conditions: readonly Condition[],
) {
  const texts = [...new Set(conditions.map(({ text }) => text))].sort()
  return texts
    .map((text) => ({
      text,
      approvals: approvals.filter(({ id, resubmitCount }) =>
        conditions.some(
          (condition) =>
            condition.slvId === id &&
            condition.resubmitCount === resubmitCount &&
            condition.text === text,
        ),
      ).length,
    }))
    .filter(({ approvals }) => approvals >= 2)
    .sort((one, other) => other.approvals - one.approvals)
    .slice(0, 3)
}
