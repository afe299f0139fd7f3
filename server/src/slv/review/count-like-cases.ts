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
import { listLiterals } from '../../lib/database/literals.ts'
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
  const items = compared.map((variance, number) => {
    const periods = rows.filter((row) => row.varianceNumber === number)
    const { varianceNumber, since, ...figures } = choosePeriod(periods)
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
  varianceNumber: number
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
 * All in one statement, so that the program's SLVs are read once. Its variances
 * and periods have numbers, from 0 and from 1.
 */
async function countCases(
  { db, now }: Ctx,
  { id, program, compared }: Counted,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with cases as materialized (
      select distinct
        variance_number,
        slv.id, date, status, price_adjustment, buyer_days, resubmit_count
      from slv
        join slv_request on slv_id = slv.id
        cross join lateral ${bandsAsTable(compared)}
      where buyer_non_agency_program = ${program}
        and date is not null
        and slv.id <> ${id}
        and is_like
    ),
    periods as materialized (
      select
        period_number,
        months,
        since,
        since::timestamp at time zone 'America/New_York' as starts_at
      from ${periodsAsTable(now)}
    ),
    cases_of_periods as materialized (
      select period_number, cases.*
      from cases
        join periods on starts_at is null or date >= starts_at
    ),
    ${mostUsedConditions},
    figures as materialized (
      select
        variance_number,
        period_number,
        ${outcomeFigures},
        percentile_disc(0.5) within group (order by buyer_days)
          filter (where ${isDecided}) as days_median
      from generate_series(0, ${compared.length - 1}::integer) as variance_number
        cross join periods
        left join cases_of_periods using (variance_number, period_number)
      group by variance_number, period_number
    )
    select
      variance_number,
      since::text,
      months,
      asked, approved, declined, not_needed,
      price_median, price_low, price_high,
      days_median,
      coalesce(conditions, '[]') as conditions
    from figures
      join periods using (period_number)
      left join most_used_conditions using (variance_number, period_number)
    order by variance_number, period_number`.execute(db)
  return rows
}

/** Whether a row of `slv_request` is like each variance. */
function bandsAsTable(compared: readonly Compared[]) {
  const bands = compared.map(
    (variance, number) => sql`(${sql.lit(number)}, ${isInBand(variance)})`,
  )
  return sql`(values ${sql.join(bands)}) as bands (variance_number, is_like)`
}

/** The periods with the first New York day that each counts. */
function periodsAsTable(now: Date) {
  const today = civil(now).day
  const firstDays = likeCaseMonths.map(
    (months) => months && subtractMonths(today, months),
  )
  return sql`unnest(${likeCaseMonths}::integer[], ${firstDays}::date[])
    with ordinality as days (months, since, period_number)`
}

/**
 * The table `most_used_conditions`, from `cases_of_periods`: the conditions that
 * its approvals have most often.
 */
const mostUsedConditions = sql`
    approvals_with_condition as (
      select distinct variance_number, period_number, cases.id, text
      from cases_of_periods as cases
        join slv_condition as c on c.slv_id = cases.id
          and c.resubmit_count = cases.resubmit_count
      where cases.status = 'APPROVED'
    ),
    used_conditions as (
      select
        variance_number,
        period_number,
        text,
        count(*) as approvals,
        row_number() over (
          partition by variance_number, period_number
          order by count(*) desc, text
        ) as place
      from approvals_with_condition
      group by variance_number, period_number, text
      having count(*) >= ${sql.lit(likeConditions.fewestUses)}
    ),
    most_used_conditions as materialized (
      select
        variance_number,
        period_number,
        json_agg(
          json_build_object('text', text, 'approvals', approvals)
          order by place
        ) as conditions
      from used_conditions
      where place <= ${sql.lit(likeConditions.most)}
      group by variance_number, period_number
    )`

const counted = (decision: Decision) =>
  sql`count(date) filter (where status = ${sql.lit(decision)})`

const isDecided = sql`status in (${listLiterals(decisions)})`

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
