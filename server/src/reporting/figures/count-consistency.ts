import {
  type Parameter,
  parameterNames,
} from '@portal/contract/guideline/model'
import {
  type ComparedCase,
  type Consistency,
  type ConsistencyQuery,
  maxOpposites,
  type OppositeOutcomes,
  type RuleFigures,
} from '@portal/contract/reporting/consistency'
import { civil } from '@portal/contract/sla/calendar'
import {
  type Measured,
  varianceSummary,
} from '@portal/contract/slv-request/distance'
import {
  listBands,
  type MissBand,
  type PricedBand,
} from '@portal/contract/slv-request/like-cases'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { selectBands } from '../../price/read-price-grid.ts'
import { isInBand, missOf, readFilter } from '../../slv/list/filter.ts'
import { outcomeFigures } from '../../slv/review/count-like-cases.ts'

/** How consistently exceptions are decided, for the SLVs in the filter. */
export async function countConsistency(
  ctx: Ctx,
  query: ConsistencyQuery,
): Promise<Consistency> {
  const priced = await selectBands(ctx.db).execute()
  const { loans, rules, bands } = await readFigures(ctx, query, priced)
  const quarters = bands.filter(({ quarter }) => quarter !== null)
  const all = bands.filter(({ quarter }) => quarter === null)
  const opposed = all
    .filter(({ approved, declined }) => approved > 0 && declined > 0)
    .toSorted((one, other) => countBalance(other) - countBalance(one))
  return {
    loans,
    rules: rules.map((rule) => ({
      ...rule,
      alike: findAlike(rule, quarters, priced),
    })),
    opposites: await compareCases(ctx, opposed.slice(0, maxOpposites), priced),
    oppositeCount: opposed.length,
    asOf: ctx.now.toISOString(),
  }
}

type RuleKey = Pick<RuleFigures, 'parameter' | 'program'>
type BandRow = RuleKey & {
  /** Its number in `listBands`. */
  band: number
  /** Null for the whole period. */
  quarter: string | null
  approved: number
  declined: number
  /** The latest decided SLV of each outcome. */
  approvedId: string | null
  declinedId: string | null
}
type Figures = {
  loans: number
  rules: Omit<RuleFigures, 'alike'>[]
  bands: BandRow[]
}

const countBalance = ({ approved, declined }: BandRow) =>
  Math.min(approved, declined)

const getBand = (
  { parameter, band }: BandRow,
  priced: readonly PricedBand[],
): MissBand => {
  const found = listBands(parameter, priced)[band]
  if (!found) throw new Error(`${parameter} has no band ${band}`)
  return found
}

/** The quarter and band with the most approvals of a rule. */
function findAlike(
  { parameter, program }: RuleKey,
  quarters: readonly BandRow[],
  priced: readonly PricedBand[],
): RuleFigures['alike'] {
  const [most] = quarters
    .filter((row) => row.parameter === parameter && row.program === program)
    .toSorted((one, other) => other.approved - one.approved)
  if (!most?.quarter || most.approved === 0) return null
  const { quarter, approved } = most
  return { ...getBand(most, priced), quarter, approved }
}

/** A case for each parameter, so that its values are computed only for it. */
const byParameter = (toSql: (parameter: Parameter) => ReturnType<typeof sql>) =>
  sql.join(
    parameterNames.map(
      (name) => sql`when ${sql.lit(name)} then ${toSql(name)}`,
    ),
    sql` `,
  )

/** The number of a variance's band in `listBands`. */
const bandNumber = (priced: readonly PricedBand[]) =>
  byParameter((parameter) => {
    const cases = listBands(parameter, priced).map(
      (band, number) =>
        sql`when ${isInBand({ parameter, ...band })} then ${sql.lit(number)}`,
    )
    return sql`case ${sql.join(cases, sql` `)} end`
  })

/** Each SLV counts once for a rule. */
const ruleRows = sql`
  select
    program,
    parameter,
    loans,
    ${outcomeFigures},
    percentile_disc(0.5) within group (order by miss)
      filter (where status = 'APPROVED' and miss > 0) as miss_median
  from (
    select distinct on (id, parameter) *
    from variances
    order by id, parameter, miss desc nulls last
  ) as slvs
    join (
      select program, count(*) as loans
      from loans
      group by program
    ) as programs using (program)
  group by program, parameter, loans`

const latest = (status: 'APPROVED' | 'DECLINED') => sql`
  (
    array_agg(id order by decision_date desc nulls last, id)
      filter (where status = ${sql.lit(status)})
  )[1]`

/** Each SLV counts once for a band: of the whole period, and of a quarter. */
const bandRows = sql`
  select
    program,
    parameter,
    band,
    to_char(quarter at time zone 'America/New_York', 'YYYY-"Q"Q') as quarter,
    count(*) filter (where status = 'APPROVED') as approved,
    count(*) filter (where status = 'DECLINED') as declined,
    ${latest('APPROVED')} as "approvedId",
    ${latest('DECLINED')} as "declinedId"
  from (
    select distinct on (id, parameter, band)
      *,
      date_trunc('quarter', date, 'America/New_York') as quarter
    from variances
    where band is not null
      and status in ('APPROVED', 'DECLINED')
    order by id, parameter, band
  ) as slvs
  group by grouping sets (
    (program, parameter, band),
    (program, parameter, band, quarter)
  )`

/** One statement, so that all figures are of the same instant. */
async function readFigures(
  ctx: Ctx,
  query: ConsistencyQuery,
  priced: readonly PricedBand[],
): Promise<Figures> {
  const { where } = await readFilter(ctx, query)
  const { rows } = await sql<Figures>`
    with loans as materialized (
      select
        id, date, status, price_adjustment, decision_date,
        buyer_non_agency_program as program
      from slv
      where date is not null
        and buyer_non_agency_program is not null
        and ${where}
    ),
    variances as materialized (
      select
        loans.*,
        parameter,
        case parameter ${bandNumber(priced)} end as band,
        case parameter ${byParameter(missOf)} end as miss
      from loans
        join slv_request on slv_id = loans.id
      where parameter is not null
    ),
    rules as (${ruleRows}),
    bands as (${bandRows})
    select
      (select count(*) from loans) as loans,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'program', program,
              'parameter', parameter,
              'loans', loans,
              'asked', asked,
              'approved', approved,
              'declined', declined,
              'notNeeded', not_needed,
              'priceMedian', price_median,
              'priceLow', price_low,
              'priceHigh', price_high,
              'missMedian', miss_median
            )
            order by asked desc, program, parameter
          ),
          '[]'
        )
        from rules
      ) as rules,
      (
        select coalesce(json_agg(bands order by program, parameter, band), '[]')
        from bands
      ) as bands`.execute(ctx.db)
  const [figures] = rows
  if (!figures) throw new Error('Nothing was counted')
  return figures
}

type Case = ComparedCase & RuleKey & { band: number }

/** Adds the SLVs of each pair. */
async function compareCases(
  ctx: Ctx,
  rows: readonly BandRow[],
  priced: readonly PricedBand[],
): Promise<OppositeOutcomes[]> {
  const ids = rows.flatMap(({ approvedId, declinedId }) => [
    approvedId,
    declinedId,
  ])
  const variances = await readVariances(
    ctx,
    ids.filter((id) => id !== null),
    priced,
  )
  const find = (id: string | null, row: BandRow) =>
    variances.find(
      (variance) =>
        variance.id === id &&
        variance.parameter === row.parameter &&
        variance.band === row.band,
    )
  return rows.flatMap((row) => {
    const approvedCase = find(row.approvedId, row)
    const declinedCase = find(row.declinedId, row)
    // A variance can be changed after it was counted.
    if (!approvedCase || !declinedCase) return []
    const { parameter, program, approved, declined } = row
    const counts = { parameter, program, approved, declined }
    return { ...counts, ...getBand(row, priced), approvedCase, declinedCase }
  })
}

type VarianceRow = Omit<Case, 'summary' | 'decidedOn'> &
  Measured & { decisionDate: Date | null }

async function readVariances(
  { db }: Ctx,
  ids: readonly string[],
  priced: readonly PricedBand[],
) {
  const { rows } = await sql<VarianceRow>`
    select
      slv.id,
      buyer_loan as loan_number,
      decision_date,
      price_adjustment,
      reason,
      parameter,
      operator,
      guideline_value,
      actual_value,
      unit,
      case parameter ${bandNumber(priced)} end as band
    from slv
      join slv_request on slv_id = slv.id
    where slv.id = any(${ids}::uuid[])
    order by slv.id, position, slv_request.id`.execute(db)
  return rows.map(({ decisionDate, ...row }) => ({
    ...row,
    decidedOn: decisionDate && civil(decisionDate).day,
    summary: varianceSummary(row),
  }))
}
