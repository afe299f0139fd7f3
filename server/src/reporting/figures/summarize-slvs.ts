import { getKeys, isOneOf, toRecord } from '@portal/contract/lib/typed'
import { notGivenLabel } from '@portal/contract/reporting/definitions'
import { reportedStatuses } from '@portal/contract/reporting/policy'
import type {
  Summary,
  SummaryQuery,
  TopItem,
  TopRest,
} from '@portal/contract/reporting/summary'
import type { getFigures } from '@portal/contract/reporting/summary-api'
import {
  occupancies,
  occupancyLabels,
  type SlvType,
} from '@portal/contract/slv/model'
import {
  type SlvStatus,
  slvGroupStatuses,
  slvGroups,
} from '@portal/contract/slv/status'
import type { z } from 'zod'
import type { Facts, Snapshot } from '../../analytics/open-facts.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { readCapacity } from './count-capacity.ts'
import { findPeople } from './find-names.ts'
import {
  type FactFilter,
  monthsBetween,
  readCapacityFilter,
  readFilter,
} from './read-filter.ts'

/** What each average covers: every fact with a value. */
const averages = {
  avgTurnTime: 'turn_time',
  avgPreTurnTime: `case when type = 'PRE' then turn_time end`,
  avgPostTurnTime: `case when type = 'POST' then turn_time end`,
  avgSlvsByRequest: 'variances',
  avgLoanAmount: 'loan_amount',
  avgCreditScore: 'credit_score',
  avgLtv: 'ltv',
  avgDti: 'dti',
  avgDscr: 'dscr',
  avgPostCloseReserves: 'total_post_close_reserves_amount',
} as const
type Average = keyof typeof averages

const totals = {
  totalRequests: 'count(*)',
  totalSlvs: 'coalesce(sum(variances), 0)',
  // In cents, which are exact integers.
  totalVolume: 'coalesce(sum(loan_amount) * 100, 0)::hugeint',
  ...toRecord(getKeys(averages), (name) => `average(${averages[name]})`),
}
const allTotals = [
  ...getKeys(totals).map((name) => `${totals[name]} as ${name}`),
  ...getKeys(averages).map(
    (name) => `count(${averages[name]}) as over_${name}`,
  ),
].join()

type Totals = Record<
  'totalRequests' | 'totalSlvs' | 'totalVolume' | `over_${Average}`,
  number
> &
  Record<Average, number | null>
type LabelCount = { label: string; count: number }
type OccupancyCount = { label: string | null; count: number }
type StatusCount = { status: SlvStatus; type: SlvType; count: number }

/** The statements that count each breakdown by label. */
const tops = {
  topPrograms: (where: string) => `
    select buyer_non_agency_program as label, count(*) as count
    from facts
    where ${where}
    group by label`,
  topStates: (where: string) => `
    select state as label, count(*) as count
    from facts
    where ${where}
    group by label`,
  // Companies with the same name are one seller. Grouping by id first is
  // faster.
  topSellers: (where: string) => `
    select coalesce(name, '') as label, sum(requests) as count
    from (
      select company_id, count(*) as requests
      from facts
      where ${where}
      group by company_id
    )
      left join companies on id = company_id
    group by label`,
  topReasons: (where: string) => `
    select label, sum(requests) as count
    from (
      select unnest(string_split(reasons, '|')) as label, requests
      from (
        select reasons, count(*) as requests
        from facts
        where ${where}
        group by reasons
      )
    )
    group by label`,
}

/**
 * The figures of Reporting > SLVs. Throws 403 for a list that the actor doesn't
 * have.
 */
export const summarizeSlvs =
  (facts: Facts) => async (ctx: Ctx, query: SummaryQuery) => {
    const filter = readFilter(ctx, query)
    return facts.read((snapshot) => readSummary(snapshot, filter, ctx, query))
  }

const readSummary = async (
  { query: ask, cached, asOf }: Snapshot,
  filter: FactFilter,
  { now }: Pick<Ctx, 'now'>,
  query: SummaryQuery,
): Promise<Summary> => ({
  ...(await cached(JSON.stringify(['summary', filter, query]), async () => ({
    ...(await countSummary(ask, filter, query.topLimit)),
    names: {
      underwriters: await findPeople(ask, query.underwriterIds),
      bdds: await findPeople(ask, query.bdds),
    },
  }))),
  days: filter.days,
  asOf: (asOf ?? now).toISOString(),
})

type ReadRows = <Row extends object>(statement: string) => Promise<Row[]>

async function countSummary(
  ask: Snapshot['query'],
  { where, params, thisMonth }: FactFilter,
  limit: number,
) {
  const readRows: ReadRows = (statement) => ask(statement, params)
  const [sums] = await readRows<Totals>(
    `select ${allTotals} from facts where ${where}`,
  )
  if (!sums) throw new Error('An aggregate is one row')
  const byStatus = await readRows<StatusCount>(`
    select status, type, count(*) as count
    from facts
    where ${where}
    group by all`)
  const byMonth = await countByMonth(readRows, where)
  return {
    ...toTotals(sums),
    prePostBreakdown: splitByType(byStatus),
    statusPercentages: toRecord(reportedStatuses, (status) =>
      sumCounts(byStatus.filter((row) => row.status === status)),
    ),
    statusGroups: toGroups(byStatus),
    requestsOverTime: withEmptyMonths(byMonth, thisMonth),
    ...(await countTops(readRows, where, sums, limit)),
    loanAmountByProgram: await averageAmounts(readRows, where),
    occupancyDistribution: await countOccupancies(readRows, where),
  }
}

/** The first items of each breakdown, and what is beyond them. */
async function countTops(
  readRows: ReadRows,
  where: string,
  sums: Totals,
  limit: number,
) {
  const countTop = async (name: keyof typeof tops, over: number) => {
    const sorted = await readRows<LabelCount>(`
      select *
      from (${tops[name](where)})
      where label is not null
      order by count desc, label`)
    return toTop(sorted, over, limit)
  }
  const programs = await countTop('topPrograms', sums.totalRequests)
  const reasons = await countTop('topReasons', sums.totalSlvs)
  const sellers = await countTop('topSellers', sums.totalRequests)
  const states = await countTop('topStates', sums.totalRequests)
  return {
    topPrograms: programs.items,
    topReasons: reasons.items,
    topSellers: sellers.items,
    topStates: states.items,
    top: {
      topPrograms: programs.rest,
      topReasons: reasons.rest,
      topSellers: sellers.rest,
      topStates: states.rest,
    },
  }
}

const countByMonth = (readRows: ReadRows, where: string) =>
  readRows<Summary['requestsOverTime'][number]>(`
    select
      month as date,
      count(*) filter (type = 'PRE') as PRE,
      count(*) filter (type = 'POST') as POST
    from facts
    where ${where}
    group by month
    order by month`)

/** The facts have cents. */
async function averageAmounts(
  readRows: ReadRows,
  where: string,
): Promise<Summary['loanAmountByProgram']> {
  const rows = await readRows<Summary['loanAmountByProgram'][number]>(`
    select
      buyer_non_agency_program as label,
      average(loan_amount) as value,
      count(loan_amount) as count
    from facts
    where ${where}
      and buyer_non_agency_program is not null
    group by label
    having count(loan_amount) > 0
    order by value desc, label`)
  return rows.map((row) => ({ ...row, value: row.value / 100 }))
}

async function countOccupancies(
  readRows: ReadRows,
  where: string,
): Promise<TopItem[]> {
  const rows = await readRows<OccupancyCount>(`
    select occupancy as label, count(*) as count
    from facts
    where ${where}
    group by label`)
  return toOccupancies(rows)
}

/** Counts, and sums and averages converted from hundredths. */
const toTotals = (sums: Totals) => ({
  totalRequests: sums.totalRequests,
  totalSlvs: sums.totalSlvs,
  totalVolume: sums.totalVolume / 100,
  ...toRecord(getKeys(averages), (name) => sums[name] && sums[name] / 100),
  over: {
    ...toRecord(getKeys(averages), (name) => sums[`over_${name}`]),
    totalVolume: sums.over_avgLoanAmount,
  },
})

function splitByType(
  byStatus: readonly StatusCount[],
): Summary['prePostBreakdown'] {
  const count = (type: SlvType) =>
    sumCounts(byStatus.filter((row) => row.type === type))
  const [pre, post] = [count('PRE'), count('POST')]
  const [preShare = 0, postShare = 0] = percentages([pre, post])
  return {
    pre: { count: pre, percentage: preShare },
    post: { count: post, percentage: postShare },
  }
}

const sumCounts = (items: readonly { count: number }[]) =>
  items.reduce((total, { count }) => total + count, 0)

/** The first items of a breakdown with their percentages, and the rest. */
const toTop = (
  sorted: LabelCount[],
  over: number,
  limit: number,
): { items: TopItem[]; rest: TopRest } => {
  const notGiven = over - sumCounts(sorted)
  const shares = percentages([...sorted.map(({ count }) => count), notGiven])
  const lines = sorted.map(({ label, count }, index) => ({
    label,
    value: shares[index] ?? 0,
    count,
  }))
  const others = lines.slice(limit)
  const hundredths = others.reduce(
    (sum, { value }) => sum + Math.round(value * 100),
    0,
  )
  return {
    items: lines.slice(0, limit),
    rest: {
      over,
      labels: lines.length,
      others: { value: hundredths / 100, count: sumCounts(others) },
      notGiven: { value: shares.at(-1) ?? 0, count: notGiven },
    },
  }
}

/**
 * Adds the months without requests, from the first to this one, or to a later
 * one that has requests.
 */
const withEmptyMonths = (
  counted: Summary['requestsOverTime'],
  thisMonth: string,
): Summary['requestsOverTime'] => {
  const [first, last] = [counted[0]?.date, counted.at(-1)?.date]
  if (first === undefined || last === undefined) return []
  const known = new Map(counted.map((row) => [row.date, row]))
  const months = monthsBetween(first, last > thisMonth ? last : thisMonth)
  return months.map((date) => known.get(date) ?? { date, PRE: 0, POST: 0 })
}

/** Every occupancy in its order, and the requests without one. */
const toOccupancies = (counted: readonly OccupancyCount[]): TopItem[] => {
  const count = (code: string | null) =>
    counted.find(({ label }) => label === code)?.count ?? 0
  const known = occupancies.map((code) => ({
    label: occupancyLabels[code],
    count: count(code),
  }))
  const lines =
    count(null) > 0
      ? [...known, { label: notGivenLabel, count: count(null) }]
      : known
  const shares = percentages(lines.map((line) => line.count))
  return lines.map((line, index) => ({ ...line, value: shares[index] ?? 0 }))
}

const toGroups = (counted: readonly StatusCount[]): Summary['statusGroups'] => {
  const lines = slvGroups.map((group) => {
    const inGroup = counted.filter(({ status }) =>
      isOneOf(slvGroupStatuses[group], status),
    )
    const count = (type: SlvType) =>
      sumCounts(inGroup.filter((row) => row.type === type))
    return {
      group,
      PRE: count('PRE'),
      POST: count('POST'),
      count: sumCounts(inGroup),
    }
  })
  const shares = percentages(lines.map(({ count }) => count))
  return lines.map((line, index) => ({
    ...line,
    percentage: shares[index] ?? 0,
  }))
}

/**
 * Percentages with two decimals that add up to 100, by the largest remainder
 * method.
 */
function percentages(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const parts = counts.map((count) => Math.floor((count * 10_000) / total))
  const left = 10_000 - parts.reduce((sum, part) => sum + part, 0)
  const remainder = (index: number) => ((counts[index] ?? 0) * 10_000) % total
  const order = counts
    .map((_, index) => index)
    .sort((one, other) => remainder(other) - remainder(one) || one - other)
  for (const index of order.slice(0, left))
    parts[index] = (parts[index] ?? 0) + 1
  return parts.map((part) => part / 100)
}

/**
 * Summary and capacity of one snapshot. Throws 403 for a list that the actor
 * doesn't have.
 */
export const readBoth =
  (facts: Facts) =>
  async (
    ctx: Ctx,
    query: z.output<typeof getFigures.query>,
  ): Promise<z.output<typeof getFigures.response>> => {
    const [filter, capacityFilter] = [
      readFilter(ctx, query),
      readCapacityFilter(ctx, query),
    ]
    return facts.read(async (snapshot) => ({
      summary: await readSummary(snapshot, filter, ctx, query),
      capacity: await readCapacity(snapshot, capacityFilter, ctx, query),
      askedBy: ctx.actor.name,
    }))
  }
