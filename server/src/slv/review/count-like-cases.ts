import type { Parameter } from '@portal/contract/guideline/model'
import { civil } from '@portal/contract/sla/calendar'
import { type Decision, decisions } from '@portal/contract/slv/status'
import { tableModeRules } from '@portal/contract/slv/table-mode'
import { subtractMonths } from '@portal/contract/slv/timeframe'
import { measured } from '@portal/contract/slv-request/distance'
import {
  fewestLikeCases,
  findBand,
  type LikeCases,
  likeCaseMonths,
  likeConditions,
  type MissBand,
  type PricedBand,
  writeLikeness,
} from '@portal/contract/slv-request/like-cases'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { selectBands } from '../../price/read-price-grid.ts'
import { isInBand } from '../list/filter.ts'
import { findSlv } from '../lock.ts'
import { selectRequests } from '../read-requests.ts'

/**
 * How requests with like variances were decided. Nothing for variances without
 * a measure, and for loans without a program.
 */
export async function getLikeCases(
  ctx: Ctx,
  id: string,
): Promise<{ items: LikeCases[] }> {
  const { buyerNonAgencyProgram: program } = await findSlv(ctx, id)
  if (program === null) return { items: [] }
  const requests = await selectRequests(ctx.db, id).execute()
  const priced = await selectBands(ctx.db).execute()
  const compared = requests
    .map(measured)
    .flatMap((request) => toCompared(request, priced))
  if (compared.length === 0) return { items: [] }
  const rows = await countCases(ctx, { id, program, compared })
  const items = compared.map((variance, position) => {
    const periods = rows.filter((row) => row.position === position)
    const { since, position: _, ...figures } = choosePeriod(periods)
    const likeness = writeLikeness({ ...variance, exceptSlvId: id })
    const listQuery = writeListQuery(ctx, { program, likeness, since })
    return { ...variance, ...figures, listQuery }
  })
  return { items }
}

type Compared = MissBand & { slvRequestId: string; parameter: Parameter }

/** A variance with its band; nothing without a measure. */
const toCompared = (
  request: Pick<SlvRequest, 'id' | 'parameter' | 'distance'>,
  priced: readonly PricedBand[],
): Compared[] => {
  const { id: slvRequestId, parameter } = request
  const band = findBand(request, priced)
  return parameter && band ? [{ slvRequestId, parameter, ...band }] : []
}

type Row = Omit<LikeCases, keyof Compared | 'listQuery'> & {
  /** Of the variance, from 0. */
  position: number
  /** The first New York day that is counted; null for all. */
  since: string | null
}

/** The shortest period with enough cases, else the longest. */
const choosePeriod = (periods: readonly Row[]): Row => {
  const longest = periods.at(-1)
  if (!longest) throw new Error('No period was counted')
  return periods.find(({ asked }) => asked >= fewestLikeCases) ?? longest
}

type Counted = { id: string; program: string; compared: readonly Compared[] }

/**
 * Counts the like cases of each variance in each period, the shortest first.
 * All in one statement, so that the program's SLVs are read once.
 */
async function countCases(
  { db, now }: Ctx,
  { id, program, compared }: Counted,
): Promise<Row[]> {
  const today = civil(now).day
  const periods = likeCaseMonths.map((months) => ({
    months,
    since: months && subtractMonths(today, months),
  }))
  const bands = compared.map(
    (variance, position) => sql`(${sql.lit(position)}, ${isInBand(variance)})`,
  )
  const { rows } = await sql<Row>`
    with cases as materialized (
      select distinct
        position_of_variance,
        slv.id, date, status, price_adjustment, buyer_days, resubmit_count
      from slv
        join slv_request on slv_id = slv.id
        cross join lateral (
          values ${sql.join(bands)}
        ) as bands (position_of_variance, is_like)
      where buyer_non_agency_program = ${program}
        and date is not null
        and slv.id <> ${id}
        and is_like
    ),
    periods as materialized (
      select
        months,
        since,
        since::timestamp at time zone 'America/New_York' as starts_at
      from unnest(
        ${periods.map(({ months }) => months)}::integer[],
        ${periods.map(({ since }) => since)}::date[]
      ) as days (months, since)
    ),
    conditions as materialized (${conditionCounts})
    select
      position,
      months,
      since::text,
      ${outcomeFigures},
      percentile_disc(0.5) within group (order by buyer_days)
        filter (where ${isDecided}) as days_median,
      ${mostUsedConditions} as conditions
    from generate_series(0, ${compared.length - 1}::integer) as position
      cross join periods
      left join cases on position_of_variance = position and ${isInPeriod}
    group by position, months, since
    order by position, months nulls last`.execute(db)
  return rows
}

/** Whether a row of `cases` was sent in a row of `periods`. */
const isInPeriod = sql`(starts_at is null or date >= starts_at)`

/** How many approvals have a condition, by variance and period. */
const conditionCounts = sql`
  select
    position_of_variance,
    months,
    text,
    count(*) as approvals
  from (
    select distinct position_of_variance, cases.id, date, text
    from cases
      join slv_condition as c on c.slv_id = cases.id
        and c.resubmit_count = cases.resubmit_count
    where cases.status = 'APPROVED'
  ) as used
    join periods on ${isInPeriod}
  group by position_of_variance, months, text
  having count(*) >= ${sql.lit(likeConditions.fewestUses)}`

/** The first of `conditions` for a position and months. */
const mostUsedConditions = sql`(
  select
    coalesce(
      json_agg(
        json_build_object('text', text, 'approvals', approvals)
        order by approvals desc, text
      ),
      '[]'
    )
  from (
    select text, approvals
    from conditions
    where position_of_variance = position
      and conditions.months is not distinct from periods.months
    order by approvals desc, text
    limit ${sql.lit(likeConditions.most)}
  ) as most
)`

const counted = (decision: Decision) =>
  sql`count(date) filter (where status = ${sql.lit(decision)})`

const isDecided = sql`status in (${sql.join(decisions.map((status) => sql.lit(status)))})`

/** A price of the approvals: a value that one of them has. */
const priceAt = (fraction: number) =>
  sql`percentile_disc(${sql.lit(fraction)}) within group (order by price_adjustment)
    filter (where status = 'APPROVED')`

/**
 * How the SLVs in a query were decided, and at which price: the columns of
 * `LikeCases`. It has at most one row of each SLV, with the columns date,
 * status and price_adjustment.
 */
export const outcomeFigures = sql`
  count(date) as asked,
  ${counted('APPROVED')} as approved,
  ${counted('DECLINED')} as declined,
  ${counted('NOT_NEEDED')} as not_needed,
  ${priceAt(0.5)} as price_median,
  ${priceAt(0.25)} as price_low,
  ${priceAt(0.75)} as price_high`

type Listed = { program: string; likeness: string; since: string | null }

/** The list of exactly these cases, for people who have the department. */
function writeListQuery(
  { actor }: Ctx,
  { program, likeness, since }: Listed,
): string | null {
  // A comma separates programs in a query.
  if (!tableModeRules.ALL.access(actor) || program.includes(',')) return null
  const query = new URLSearchParams({
    tableMode: 'ALL',
    productCodes: program,
    like: likeness,
  })
  if (since) query.set('from', since)
  else query.set('timeframe', 'BEGINNING_OF_TIME')
  return query.toString()
}
