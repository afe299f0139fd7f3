import type {
  Capacity,
  CapacityQuery,
} from '@portal/contract/reporting/capacity'
import { slvGroupStatuses, slvGroups } from '@portal/contract/slv/status'
import type { Facts, Snapshot } from '../../analytics/open-facts.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { findPeople } from './find-names.ts'
import {
  type FactFilter,
  monthsBetween,
  readCapacityFilter,
} from './read-filter.ts'

type Line = Capacity['totals']
/** The units of an underwriter with a status, or of a month. */
type Cell = { id: string | null; name: string; count: number }
type Units = {
  id: string | null
  total: number
  amount: number | null
  withAmount: number
  turnTime: number | null
  decided: number
}

export const countCapacity =
  (facts: Facts) => async (ctx: Ctx, query: CapacityQuery) => {
    const filter = readCapacityFilter(ctx, query)
    return facts.read((snapshot) => readCapacity(snapshot, filter, ctx, query))
  }

export const readCapacity = async (
  { query: ask, cached, asOf }: Snapshot,
  filter: FactFilter,
  { now }: Pick<Ctx, 'now'>,
  query: CapacityQuery,
): Promise<Capacity> => ({
  ...(await cached(JSON.stringify(['capacity', filter, query]), () =>
    queryCapacity(ask, filter, query),
  )),
  countBy: query.countBy,
  days: filter.days,
  asOf: (asOf ?? now).toISOString(),
})

/**
 * The chosen months, or all from the earliest assigned request to the end of
 * the timeframe.
 */
function listMonths(
  earliest: string | null,
  { days, thisMonth }: FactFilter,
  { months }: CapacityQuery,
): string[] {
  if (months && months.length > 0) return [...new Set(months)].sort()
  if (earliest === null) return []
  const end =
    [days.to?.slice(0, 7) ?? thisMonth, thisMonth].sort()[0] ?? thisMonth
  return monthsBetween(earliest, end > earliest ? end : earliest)
}

/** Rounds half up to two decimals. */
const perMonth = (units: number, months: number) =>
  months === 0 ? null : Math.floor((units * 200 + months) / (2 * months)) / 100
const fromHundredths = (value: number | null = null) => value && value / 100
const compare = (one: string, other: string) => {
  if (one === other) return 0
  return one < other ? -1 : 1
}

async function queryCapacity(
  ask: Snapshot['query'],
  filter: FactFilter,
  query: CapacityQuery,
) {
  const { overall, units, cells } = await countUnits(ask, filter, query)
  const months = listMonths(overall.earliest, filter, query)
  const cellsById = Map.groupBy(cells, ({ id }) => id)
  const unitsById = new Map(units.map((one) => [one.id, one]))
  const lineOf = (id: string | null) =>
    toLine(unitsById.get(id), cellsById.get(id) ?? [], months, query)

  const active = units.flatMap(({ id }) => id ?? [])
  const chosen = await findPeople(ask, query.uwcUnderwriterIds)
  const people = [...(await findPeople(ask, active)), ...chosen]
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const rows = [...new Set([...active, ...chosen.map(({ id }) => id)])]
    .map((id) => ({
      underwriterId: id,
      underwriter: names.get(id) ?? '',
      ...lineOf(id),
    }))
    .sort(
      (one, other) =>
        compare(one.underwriter, other.underwriter) ||
        compare(one.underwriterId, other.underwriterId),
    )
  return {
    months,
    rows,
    totals: lineOf(null),
    unassigned: overall.unassigned,
    names: { underwriters: chosen },
  }
}

/**
 * The units and counts of each underwriter, and of all together: rows without
 * an id.
 */
async function countUnits(
  ask: Snapshot['query'],
  { where, params }: FactFilter,
  { countBy }: CapacityQuery,
) {
  const assigned = `from facts where ${where} and underwriter_id is not null`
  const [overall = { earliest: null, unassigned: 0 }] = await ask<{
    earliest: string | null
    unassigned: number
  }>(
    `
      select
        min(month) filter (underwriter_id is not null) as earliest,
        count(*) - count(underwriter_id) as unassigned
      from facts
      where ${where}`,
    params,
  )
  const units = await ask<Units>(
    `
      select
        underwriter_id as id,
        count(*) as total,
        average(loan_amount) as amount,
        count(loan_amount) as withAmount,
        average(turn_time) as turnTime,
        count(turn_time) as decided ${assigned}
      group by grouping sets ((underwriter_id), ())`,
    params,
  )
  const cells = await ask<Cell>(
    `
      select
        underwriter_id as id,
        ${countBy === 'MONTH' ? 'month' : 'status'} as name,
        count(*) as count ${assigned}
      group by grouping sets ((underwriter_id, name), (name))`,
    params,
  )
  return { overall, units, cells }
}

const toLine = (
  units: Units | undefined,
  cells: readonly Cell[],
  months: readonly string[],
  query: CapacityQuery,
): Line => ({
  totalUnits: units?.total ?? 0,
  avgUnits: perMonth(units?.total ?? 0, months.length),
  avgLoanAmount: fromHundredths(units?.amount),
  avgTurntime: fromHundredths(units?.turnTime),
  countBy: toCounts(cells, months, query),
  over: {
    avgLoanAmount: units?.withAmount ?? 0,
    avgTurntime: units?.decided ?? 0,
  },
})

function toCounts(
  cells: readonly Cell[],
  months: readonly string[],
  { countBy }: CapacityQuery,
): Line['countBy'] {
  const counts = new Map(cells.map(({ name, count }) => [name, count]))
  if (countBy === 'MONTH')
    return months.map((month) => ({ month, count: counts.get(month) ?? 0 }))
  return slvGroups.map((status) => ({
    status,
    count: slvGroupStatuses[status].reduce(
      (sum, one) => sum + (counts.get(one) ?? 0),
      0,
    ),
  }))
}
