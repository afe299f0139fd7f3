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
  const { loans, rules, bands } = await readFigures(ctx, query)
  const quarters = bands.filter(({ quarter }) => quarter !== null)
  const all = bands.filter(({ quarter }) => quarter === null)
  const opposed = all
    .filter(({ approved, declined }) => approved > 0 && declined > 0)
    .toSorted((one, other) => countBalance(other) - countBalance(one))
  return {
    loans,
    rules: rules.map((rule) => ({ ...rule, alike: findAlike(rule, quarters) })),
    opposites: await compareCases(ctx, opposed.slice(0, maxOpposites)),
    oppositeCount: opposed.length,
    asOf: ctx.now.toISOString(),
  }
}

type RuleKey = Pick<RuleFigures, 'parameter' | 'program'>

/** How often misses of one band were approved and declined. */
type BandFigures = RuleKey &
  MissBand & {
    /** Null for the whole period. */
    quarter: string | null
    approved: number
    declined: number
    /** A variance of the latest SLV with each outcome. */
    approvedRequestId: string | null
    declinedRequestId: string | null
  }

type Figures = {
  loans: number
  rules: Omit<RuleFigures, 'alike'>[]
  bands: BandFigures[]
}

const countBalance = ({ approved, declined }: BandFigures) =>
  Math.min(approved, declined)

/** The quarter and band with the most approvals of a rule. */
function findAlike(
  { parameter, program }: RuleKey,
  quarters: readonly BandFigures[],
): RuleFigures['alike'] {
  const [most] = quarters
    .filter((row) => row.parameter === parameter && row.program === program)
    .toSorted((one, other) => other.approved - one.approved)
  if (!most?.quarter || most.approved === 0) return null
  const { from, to, quarter, approved } = most
  return { from, to, quarter, approved }
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

const latestRequest = (status: 'APPROVED' | 'DECLINED') => sql`
  (
    array_agg(request_id order by decision_date desc nulls last, id)
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
    ${latestRequest('APPROVED')} as "approvedRequestId",
    ${latestRequest('DECLINED')} as "declinedRequestId"
  from (
    select distinct on (id, parameter, band)
      *,
      date_trunc('quarter', date, 'America/New_York') as quarter
    from variances
    where band is not null
      and status in ('APPROVED', 'DECLINED')
    order by id, parameter, band, position, request_id
  ) as slvs
  group by grouping sets (
    (program, parameter, band),
    (program, parameter, band, quarter)
  )`

/** The rows of `ruleRows`, named as in the contract. */
const rulesAsJson = sql`
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
  from rules`

/** One statement, so that all figures are of the same instant. */
async function readFigures(
  ctx: Ctx,
  query: ConsistencyQuery,
): Promise<Figures> {
  const { where } = await readFilter(ctx, query)
  const priced = await selectBands(ctx.db).execute()
  const { rows } = await sql<StoredFigures>`
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
        slv_request.id as request_id,
        position,
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
      (${rulesAsJson}) as rules,
      (
        select coalesce(json_agg(bands order by program, parameter, band), '[]')
        from bands
      ) as bands`.execute(ctx.db)
  const [figures] = rows
  if (!figures) throw new Error('Nothing was counted')
  return { ...figures, bands: readBands(figures.bands, priced) }
}

/** The bands with their numbers in `listBands`. */
type StoredFigures = Omit<Figures, 'bands'> & {
  bands: (Omit<BandFigures, keyof MissBand> & { band: number })[]
}

const readBands = (
  rows: StoredFigures['bands'],
  priced: readonly PricedBand[],
): BandFigures[] =>
  rows.map(({ band, ...row }) => ({
    ...row,
    ...getBand(row.parameter, band, priced),
  }))

function getBand(
  parameter: Parameter,
  number: number,
  priced: readonly PricedBand[],
): MissBand {
  const band = listBands(parameter, priced)[number]
  if (!band) throw new Error(`${parameter} has no band ${number}`)
  return band
}

/** Adds the SLVs of each pair. */
async function compareCases(
  ctx: Ctx,
  rows: readonly BandFigures[],
): Promise<OppositeOutcomes[]> {
  const cases = await readCases(
    ctx,
    rows.flatMap((row) => [row.approvedRequestId, row.declinedRequestId]),
  )
  return rows.flatMap((row) => {
    const { approvedRequestId, declinedRequestId, quarter, ...figures } = row
    const approvedCase = cases.get(approvedRequestId)
    const declinedCase = cases.get(declinedRequestId)
    // A variance can be deleted after it was counted.
    if (!approvedCase || !declinedCase) return []
    return { ...figures, approvedCase, declinedCase }
  })
}

type CaseRow = Omit<ComparedCase, 'summary' | 'decidedOn'> &
  Measured & { requestId: string; decisionDate: Date | null }

/** The decided SLVs of variances, by the variance's id. */
async function readCases({ db }: Ctx, requestIds: readonly (string | null)[]) {
  const { rows } = await sql<CaseRow>`
    select
      slv_request.id as request_id,
      slv.id,
      buyer_loan as loan_number,
      decision_date,
      price_adjustment,
      reason,
      parameter,
      operator,
      guideline_value,
      actual_value,
      unit
    from slv
      join slv_request on slv_id = slv.id
    where slv_request.id = any(${requestIds}::uuid[])`.execute(db)
  return new Map<string | null, ComparedCase>(
    rows.map((row) => [row.requestId, toCase(row)]),
  )
}

const toCase = (row: CaseRow): ComparedCase => ({
  id: row.id,
  loanNumber: row.loanNumber,
  decidedOn: row.decisionDate && civil(row.decisionDate).day,
  priceAdjustment: row.priceAdjustment,
  summary: varianceSummary(row),
})
