import { isOneOf, tableOf } from '@portal/contract/lib/typed'
import { notGivenLabel } from '@portal/contract/reporting/definitions'
import { reportedStatuses } from '@portal/contract/reporting/policy'
import type { Summary, SummaryQuery, TopItem, TopRest } from '@portal/contract/reporting/summary'
import { occupancies, occupancyLabels, slvTypes } from '@portal/contract/slv/model'
import { isDecided, slvGroupStatuses, slvGroups } from '@portal/contract/slv/status'
import type { Ctx } from '../lib/ctx.ts'
import { only, type Sum, sumOf, sumsBy, tally, tallyBy } from './add-up.ts'
import { type Chosen, chooseSlvs } from './choose-slvs.ts'
import type { Codes } from './hold-columns.ts'
import { keepAnswers } from './keep-answers.ts'
import { type FigureKeeper, type Figures, namesOf } from './keep-figures.ts'
import { monthText, type ReadFilter, readFilter } from './read-filter.ts'
import { averageOf, percentages } from './round.ts'

type Told = Omit<Summary, 'asOf' | 'days' | 'names'>
type Counted = { label: string; count: number }

/** Tells the summary of what is counted now to whoever asks. */
export type SummaryTeller = (figures: Figures, filter: ReadFilter, ctx: Ctx, query: SummaryQuery) => Summary

/** One of them for a process: it knows what it told before. */
export function tellSummary(): SummaryTeller {
  const answers = keepAnswers<Told>()
  return (figures, filter, { now }, query) => {
    const told = answers(figures, JSON.stringify([filter, query.topLimit]), () =>
      summaryOf(figures, filter, query.topLimit),
    )
    const named = (ids: readonly string[] | undefined) => namesOf(figures, ids)
    return {
      ...told,
      days: filter.days,
      names: { underwriters: named(query.underwriterIds), bdds: named(query.bdds) },
      asOf: (figures.asOf ?? now).toISOString(),
    }
  }
}

/** The figures of Reporting > SLVs, asked by `ctx`. Throws 403 for a list that the asker does not have. */
export const summariseSlvs =
  (keeper: FigureKeeper, tell = tellSummary()) =>
  async (ctx: Ctx, query: SummaryQuery): Promise<Summary> => {
    const filter = readFilter(ctx, query)
    return tell(await keeper.fresh(), filter, ctx, query)
  }

/** Whether each status, by its place, is decided. */
const decided = reportedStatuses.map((status) => isDecided(status))
const [pre, post] = [slvTypes.indexOf('PRE'), slvTypes.indexOf('POST')]

function summaryOf(figures: Figures, { wanted, thisMonth }: ReadFilter, limit: number): Told {
  const { columns, names } = figures
  const arrays = columns.arrays()
  const chosen = chooseSlvs(figures, wanted)
  const ended = only(chosen, arrays.status, decided)
  const turns = sumsBy(arrays.turn, arrays.type, slvTypes.length, ended)
  const turn = added(turns)

  const byStatus = tallyBy(arrays.status, arrays.type, slvTypes.length, chosen, reportedStatuses.length)
  const countOf = (status: number, type: number) => byStatus[status * slvTypes.length + type] ?? 0
  const ofType = (type: number) => reportedStatuses.reduce((sum, _, status) => sum + countOf(status, type), 0)
  const [preCount, postCount] = [ofType(pre), ofType(post)]
  const [preShare = 0, postShare = 0] = percentages([preCount, postCount])
  const total = chosen.length

  const sets = tally(arrays.reasons, chosen, columns.reasons.values.length)
  const reasons = reasonsOf(columns.reasons, sets)
  const variances = sumCounts(reasons)
  const sellers = labelled(
    { values: columns.companies.values.map((id) => (id === null ? null : (names.companies.get(id)?.name ?? ''))) },
    tally(arrays.company, chosen, columns.companies.values.length),
  )
  const programs = labelled(columns.programs, tally(arrays.program, chosen, columns.programs.values.length))
  const states = labelled(columns.states, tally(arrays.state, chosen, columns.states.values.length))
  const [topSellers, topPrograms, topStates, topReasons] = [
    topOf(sellers, total, limit),
    topOf(programs, total, limit),
    topOf(states, total, limit),
    topOf(reasons, variances, limit),
  ]

  const amount = sumOf(arrays.amount, chosen)
  const fico = sumOf(arrays.creditScore, chosen)
  const ltv = sumOf(arrays.ltv, chosen)
  const dti = sumOf(arrays.dti, chosen)
  const dscr = sumOf(arrays.dscr, chosen)
  const reserves = sumOf(arrays.reserves, chosen)
  return {
    totalRequests: total,
    avgTurnTime: averageOf(turn.sum, turn.count),
    totalSlvs: variances,
    avgSlvsByRequest: averageOf(BigInt(variances), total),
    totalVolume: Number(amount.sum) / 100,
    avgLoanAmount: averageOf(amount.sum, amount.count, 100),
    avgCreditScore: averageOf(fico.sum, fico.count),
    avgLtv: averageOf(ltv.sum, ltv.count, 100),
    avgDti: averageOf(dti.sum, dti.count, 100),
    avgDscr: averageOf(dscr.sum, dscr.count, 1000),
    avgPostCloseReserves: averageOf(reserves.sum, reserves.count, 100),
    avgPreTurnTime: averageOf(turns[pre]?.sum ?? 0n, turns[pre]?.count ?? 0),
    avgPostTurnTime: averageOf(turns[post]?.sum ?? 0n, turns[post]?.count ?? 0),
    prePostBreakdown: {
      pre: { count: preCount, percentage: preShare },
      post: { count: postCount, percentage: postShare },
    },
    statusPercentages: tableOf(reportedStatuses, (status) => {
      const place = reportedStatuses.indexOf(status)
      return countOf(place, pre) + countOf(place, post)
    }),
    requestsOverTime: overTime(chosen, arrays, Math.max(thisMonth, columns.lastMonth()), thisMonth),
    topPrograms: topPrograms.items,
    topReasons: topReasons.items,
    topSellers: topSellers.items,
    topStates: topStates.items,
    loanAmountByProgram: amountsOf(
      columns.programs,
      sumsBy(arrays.amount, arrays.program, columns.programs.values.length, chosen),
    ),
    occupancyDistribution: occupancyOf(
      columns.occupancies,
      tally(arrays.occupancy, chosen, columns.occupancies.values.length),
    ),
    statusGroups: groupsOf(countOf),
    over: {
      avgTurnTime: turn.count,
      avgPreTurnTime: turns[pre]?.count ?? 0,
      avgPostTurnTime: turns[post]?.count ?? 0,
      avgSlvsByRequest: total,
      totalVolume: amount.count,
      avgLoanAmount: amount.count,
      avgCreditScore: fico.count,
      avgLtv: ltv.count,
      avgDti: dti.count,
      avgDscr: dscr.count,
      avgPostCloseReserves: reserves.count,
    },
    top: {
      topPrograms: topPrograms.rest,
      topReasons: topReasons.rest,
      topSellers: topSellers.rest,
      topStates: topStates.rest,
    },
  }
}

const added = (sums: readonly Sum[]): Sum => ({
  sum: sums.reduce((total, { sum }) => total + sum, 0n),
  count: sums.reduce((total, { count }) => total + count, 0),
})

const sumCounts = (items: readonly { count: number }[]) => items.reduce((total, { count }) => total + count, 0)

/** Counts by code as counts by label; what has none has no line. */
const labelled = ({ values }: Pick<Codes, 'values'>, counts: Int32Array): Counted[] => {
  const byLabel = new Map<string, number>()
  for (const [code, label] of values.entries()) {
    const count = counts[code] ?? 0
    if (label !== null && count > 0) byLabel.set(label, (byLabel.get(label) ?? 0) + count)
  }
  return [...byLabel].map(([label, count]) => ({ label, count }))
}

/** How often each reason is given: the variances of an SLV are told as one text. */
const reasonsOf = ({ values }: Codes, sets: Int32Array): Counted[] => {
  const counts = new Map<string, number>()
  for (const [code, set] of values.entries())
    for (const reason of set?.split('|') ?? []) counts.set(reason, (counts.get(reason) ?? 0) + (sets[code] ?? 0))
  return [...counts].flatMap(([label, count]) => (count > 0 ? { label, count } : []))
}

/** The most first; equal ones by label, so that the order is the same each time. */
const byCount = (one: Counted, other: Counted) =>
  other.count - one.count || (one.label < other.label ? -1 : one.label > other.label ? 1 : 0)

/** The first of a breakdown, with the percentages of the whole of it; and what they leave. */
const topOf = (counted: Counted[], over: number, limit: number): { items: TopItem[]; rest: TopRest } => {
  const sorted = counted.toSorted(byCount)
  const notGiven = over - sumCounts(sorted)
  const shares = percentages([...sorted.map(({ count }) => count), notGiven])
  const lines = sorted.map(({ label, count }, place) => ({ label, value: shares[place] ?? 0, count }))
  const others = lines.slice(limit)
  const hundredths = others.reduce((sum, { value }) => sum + Math.round(value * 100), 0)
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

const overTime = (
  chosen: Chosen,
  { month, type }: ReturnType<Figures['columns']['arrays']>,
  latest: number,
  thisMonth: number,
): Summary['requestsOverTime'] => {
  if (chosen.length === 0) return []
  const counts = tallyBy(month, type, slvTypes.length, chosen, latest + 1)
  const last = Math.max(thisMonth, Math.floor(counts.findLastIndex((count) => count > 0) / slvTypes.length))
  const countOf = (at: number, ofType: number) => counts[at * slvTypes.length + ofType] ?? 0
  const first = Math.floor(counts.findIndex((count) => count > 0) / slvTypes.length)
  return Array.from({ length: last - first + 1 }, (_, offset) => ({
    date: monthText(first + offset),
    PRE: countOf(first + offset, pre),
    POST: countOf(first + offset, post),
  }))
}

const amountsOf = ({ values }: Codes, sums: readonly Sum[]): Summary['loanAmountByProgram'] =>
  values
    .flatMap((label, code) => {
      const { sum, count } = sums[code] ?? { sum: 0n, count: 0 }
      const value = averageOf(sum, count, 100)
      return label === null || value === null ? [] : { label, value, count }
    })
    .sort((one, other) => other.value - one.value || (one.label < other.label ? -1 : 1))

/** Every occupancy that there is, in its order, and what has none. */
const occupancyOf = ({ values }: Codes, counts: Int32Array): TopItem[] => {
  const known = occupancies.map((code) => ({ label: occupancyLabels[code], count: counts[values.indexOf(code)] ?? 0 }))
  const notGiven = counts[0] ?? 0
  const lines = notGiven > 0 ? [...known, { label: notGivenLabel, count: notGiven }] : known
  const shares = percentages(lines.map(({ count }) => count))
  return lines.map(({ label, count }, place) => ({ label, value: shares[place] ?? 0, count }))
}

const groupsOf = (countOf: (status: number, type: number) => number): Summary['statusGroups'] => {
  const lines = slvGroups.map((group) => {
    const places = reportedStatuses.flatMap((status, place) => (isOneOf(slvGroupStatuses[group], status) ? place : []))
    const of = (type: number) => places.reduce((sum, place) => sum + countOf(place, type), 0)
    return { group, PRE: of(pre), POST: of(post) }
  })
  const shares = percentages(lines.map(({ PRE, POST }) => PRE + POST))
  return lines.map((line, place) => ({ ...line, count: line.PRE + line.POST, percentage: shares[place] ?? 0 }))
}
