import { isOneOf } from '@portal/contract/lib/typed'
import type { Capacity, CapacityQuery } from '@portal/contract/reporting/capacity'
import { reportedStatuses } from '@portal/contract/reporting/policy'
import { isDecided, slvGroupStatuses, slvGroups } from '@portal/contract/slv/status'
import type { Ctx } from '../lib/ctx.ts'
import { only, type Sum, sumsBy, tally, tallyBy } from './add-up.ts'
import { chooseSlvs } from './choose-slvs.ts'
import { keepAnswers } from './keep-answers.ts'
import { type FigureKeeper, type Figures, namesOf } from './keep-figures.ts'
import { monthNumber, monthText, type ReadFilter, readCapacityFilter } from './read-filter.ts'
import { averageOf } from './round.ts'

type Told = Pick<Capacity, 'months' | 'rows' | 'totals' | 'unassigned'>
type Line = Capacity['totals']

/** Tells the table of what is counted now to whoever asks. */
export type CapacityTeller = (figures: Figures, filter: ReadFilter, ctx: Ctx, query: CapacityQuery) => Capacity

/** One of them for a process: it knows what it told before. */
export function tellCapacity(): CapacityTeller {
  const answers = keepAnswers<Told>()
  return (figures, filter, { now }, query) => {
    const told = answers(figures, JSON.stringify([filter, query.countBy]), () => capacityOf(figures, filter, query))
    return {
      ...told,
      countBy: query.countBy,
      days: filter.days,
      names: { underwriters: namesOf(figures, query.uwcUnderwriterIds) },
      asOf: (figures.asOf ?? now).toISOString(),
    }
  }
}

/** The Underwriter Capacity table, asked by `ctx`. */
export const countCapacity =
  (keeper: FigureKeeper, tell = tellCapacity()) =>
  async (ctx: Ctx, query: CapacityQuery): Promise<Capacity> => {
    const filter = readCapacityFilter(ctx, query)
    return tell(await keeper.fresh(), filter, ctx, query)
  }

/** The group of each status, by their places. */
const groupOf = reportedStatuses.map((status) =>
  slvGroups.findIndex((group) => isOneOf(slvGroupStatuses[group], status)),
)
const decided = reportedStatuses.map((status) => isDecided(status))

/** The months that the table is about: those that were chosen, else from the earliest request to the end of the time. */
function monthsOf(earliest: number | null, { days, thisMonth }: ReadFilter, { months }: CapacityQuery): number[] {
  if (months && months.length > 0) return [...new Set(months.map(monthNumber))].sort((one, other) => one - other)
  if (earliest === null) return []
  const last = days.to === null ? thisMonth : Math.min(thisMonth, monthNumber(days.to.slice(0, 7)))
  return Array.from({ length: Math.max(last, earliest) - earliest + 1 }, (_, offset) => earliest + offset)
}

function capacityOf(figures: Figures, filter: ReadFilter, query: CapacityQuery): Told {
  const { columns, names } = figures
  const { people } = columns
  const arrays = columns.arrays()
  const chosen = chooseSlvs(figures, filter.wanted)
  const codes = people.values.length
  const units = tally(arrays.underwriter, chosen, codes)
  const amounts = sumsBy(arrays.amount, arrays.underwriter, codes, chosen)
  const ended = only(chosen, arrays.status, decided)
  const turns = sumsBy(arrays.turn, arrays.underwriter, codes, ended)

  const isAssigned = people.values.map((_, code) => code !== 0)
  const assigned = tally(arrays.month, only(chosen, arrays.underwriter, isAssigned), columns.lastMonth() + 1)
  const earliest = assigned.findIndex((count) => count > 0)
  const months = monthsOf(earliest < 0 ? null : earliest, filter, query)
  const isByMonth = query.countBy === 'MONTH'
  const width = isByMonth ? 1 + Math.max(columns.lastMonth(), ...months) : reportedStatuses.length
  const counts = tallyBy(arrays.underwriter, isByMonth ? arrays.month : arrays.status, width, chosen, codes)

  /** The columns of a line: the cells of these people, added up. */
  const countBy = (of: readonly number[]): Line['countBy'] => {
    const cell = (at: number) => of.reduce((sum, code) => sum + (counts[code * width + at] ?? 0), 0)
    if (isByMonth) return months.map((month) => ({ month: monthText(month), count: cell(month) }))
    return slvGroups.map((status, place) => ({
      status,
      count: groupOf.reduce((sum, group, at) => (group === place ? sum + cell(at) : sum), 0),
    }))
  }
  const lineOf = (of: readonly number[]): Line => {
    const total = of.reduce((sum, code) => sum + (units[code] ?? 0), 0)
    const amount = added(of.map((code) => amounts[code]))
    const turn = added(of.map((code) => turns[code]))
    return {
      totalUnits: total,
      avgUnits: averageOf(BigInt(total), months.length),
      avgLoanAmount: averageOf(amount.sum, amount.count, 100),
      avgTurntime: averageOf(turn.sum, turn.count),
      countBy: countBy(of),
      over: { avgLoanAmount: amount.count, avgTurntime: turn.count },
    }
  }

  const asked = new Set(query.uwcUnderwriterIds ?? [])
  const known = people.values.flatMap((id, code) =>
    id !== null && ((units[code] ?? 0) > 0 || asked.delete(id)) ? [{ id, of: [code] }] : [],
  )
  for (const { id } of known) asked.delete(id)
  const idle = [...asked].flatMap((id) => (names.people.has(id) ? [{ id, of: [] }] : []))
  const rows = [...known, ...idle]
    .map(({ id, of }) => ({ underwriterId: id, underwriter: names.people.get(id) ?? '', ...lineOf(of) }))
    .sort((one, other) => order(one.underwriter, other.underwriter) || order(one.underwriterId, other.underwriterId))
  return {
    months: months.map(monthText),
    rows,
    totals: lineOf(known.flatMap(({ of }) => of)),
    unassigned: units[0] ?? 0,
  }
}

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const added = (sums: readonly (Sum | undefined)[]): Sum => ({
  sum: sums.reduce((total, one) => total + (one?.sum ?? 0n), 0n),
  count: sums.reduce((total, one) => total + (one?.count ?? 0), 0),
})
