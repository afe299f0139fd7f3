import { getKeys, toRecord } from '@portal/contract/lib/typed'
import type { CapacityQuery } from '@portal/contract/reporting/capacity'
import type { SummaryQuery } from '@portal/contract/reporting/summary'
import type { Ctx } from '../src/lib/ctx.ts'
import {
  dayIn,
  daysOf,
  decided,
  groups,
  isIn,
  type PlainRow,
  plainRows,
} from './plain-rows.ts'

/**
 * Rounds half up with integers: the values have `places` decimals, the average
 * two.
 */
const mean = (
  values: readonly (number | null)[],
  places: number,
): number | null => {
  const given = values
    .filter((value) => value !== null)
    .map((value) => BigInt(Math.round(value * 10 ** places)))
  if (given.length === 0) return null
  const count = BigInt(given.length) * 10n ** BigInt(places)
  const hundredths = given.reduce((sum, value) => sum + value, 0n) * 100n
  return Number((2n * hundredths + count) / (2n * count)) / 100
}

/** Hands out hundredths one by one to the share that lacks most. */
const shares = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const given = counts.map((count) => Math.floor((count * 10_000) / total))
  while (given.reduce((sum, one) => sum + one, 0) < 10_000) {
    let most = 0
    const owed = (place: number) =>
      (counts[place] ?? 0) * 10_000 - (given[place] ?? 0) * total
    for (let place = 1; place < counts.length; place++)
      if (owed(place) > owed(most)) most = place
    given[most] = (given[most] ?? 0) + 1
  }
  return given.map((one) => one / 100)
}

const countsOf = (labels: readonly (string | null)[]) => {
  const counts: { label: string; count: number }[] = []
  for (const label of labels) {
    if (label === null) continue
    const known = counts.find((one) => one.label === label)
    if (known) known.count++
    else counts.push({ label, count: 1 })
  }
  return counts.sort(
    (one, other) =>
      other.count - one.count || (one.label < other.label ? -1 : 1),
  )
}

const top = (labels: readonly (string | null)[], limit: number) => {
  const counts = countsOf(labels)
  const missing = labels.filter((label) => label === null).length
  const values = shares([...counts.map(({ count }) => count), missing])
  return counts
    .map((one, place) => ({ ...one, value: values[place] ?? 0 }))
    .slice(0, limit)
}

/** What a top list leaves out. */
const rest = (labels: readonly (string | null)[], limit: number) => {
  const all = top(labels, Number.POSITIVE_INFINITY)
  const left = all.slice(limit)
  const missing = labels.filter((label) => label === null).length
  const toHundred =
    10_000 - all.reduce((sum, { value }) => sum + Math.round(value * 100), 0)
  return {
    over: labels.length,
    labels: all.length,
    others: {
      value:
        left.reduce((sum, { value }) => sum + Math.round(value * 100), 0) / 100,
      count: left.reduce((sum, { count }) => sum + count, 0),
    },
    notGiven: {
      value: labels.length === 0 ? 0 : toHundred / 100,
      count: missing,
    },
  }
}

const given = (values: readonly (number | null)[]): number =>
  values.filter((value) => value !== null).length

const nextMonth = (month: string) => {
  const at = new Date(`${month}-15T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString().slice(0, 7)
}
const monthsUpTo = (first: string | undefined, last: string): string[] => {
  const months: string[] = []
  for (let month = first; month && month <= last; month = nextMonth(month))
    months.push(month)
  return months
}

const isDecided = ({ status }: PlainRow) => decided.includes(status)
const turnTime = (rows: readonly PlainRow[]) => {
  const days = rows.filter(isDecided).map(({ buyerDays }) => buyerDays)
  return mean(days, 0)
}

/** Loan values by their average's name, with their decimals. */
const loanValues = {
  avgLoanAmount: ['loanAmount', 2],
  avgCreditScore: ['creditScore', 0],
  avgLtv: ['ltv', 2],
  avgDti: ['dti', 2],
  avgDscr: ['dscr', 3],
  avgPostCloseReserves: ['totalPostCloseReservesAmount', 2],
} as const
const occupancies = [
  ['P', 'Primary'],
  ['S', 'Second Home'],
  ['I', 'Investment'],
  ['U', 'Unknown'],
] as const

export function plainSummary(
  all: readonly PlainRow[],
  query: SummaryQuery,
  ctx: Ctx,
) {
  const rows = plainRows(all, query, ctx)
  const ofType = {
    PRE: rows.filter(({ type }) => type === 'PRE'),
    POST: rows.filter(({ type }) => type === 'POST'),
  }
  const reasons = rows.flatMap((row) => row.reasons)
  const reasonCounts = rows.map((row) => row.reasons.length)
  const amounts = rows.map(({ loanAmount }) => loanAmount)
  const [pre = 0, post = 0] = shares([ofType.PRE.length, ofType.POST.length])
  const inGroups = Object.entries(groups).map(([group, statuses]) => {
    const count = (some: readonly PlainRow[]) =>
      some.filter(({ status }) => statuses.includes(status)).length
    return {
      group,
      count: count(rows),
      PRE: count(ofType.PRE),
      POST: count(ofType.POST),
    }
  })
  const groupShares = shares(inGroups.map(({ count }) => count))
  const labels: (readonly [string | null, string])[] = [...occupancies]
  if (rows.some(({ occupancy }) => occupancy === null))
    labels.push([null, 'Not provided'])
  const occupied = labels.map(
    ([code]) => rows.filter(({ occupancy }) => occupancy === code).length,
  )
  const occupiedShares = shares(occupied)
  const programs = rows.map(({ buyerNonAgencyProgram: program }) => program)
  const byProgram = countsOf(programs)
    .map(({ label }) => {
      const given = amounts.filter(
        (amount, place) => programs[place] === label && amount !== null,
      )
      return { label, value: mean(given, 2), count: given.length }
    })
    .filter(({ value }) => value !== null)
    .sort(
      (one, other) =>
        (other.value ?? 0) - (one.value ?? 0) ||
        (one.label < other.label ? -1 : 1),
    )
  const first = rows.map(({ month }) => month).sort()[0]
  const topLabels = {
    topPrograms: programs,
    topReasons: reasons,
    topSellers: rows.map(({ seller }) => seller),
    topStates: rows.map(({ state }) => state),
  }
  const keys = ['topPrograms', 'topReasons', 'topSellers', 'topStates'] as const
  const valuesOf = (name: keyof typeof loanValues) =>
    rows.map((row) => row[loanValues[name][0]])
  return {
    totalRequests: rows.length,
    avgTurnTime: turnTime(rows),
    avgPreTurnTime: turnTime(ofType.PRE),
    avgPostTurnTime: turnTime(ofType.POST),
    totalSlvs: reasons.length,
    avgSlvsByRequest: mean(reasonCounts, 0),
    totalVolume:
      Number(
        amounts.reduce(
          (sum, amount) => sum + BigInt(Math.round((amount ?? 0) * 100)),
          0n,
        ),
      ) / 100,
    ...toRecord(getKeys(loanValues), (name) =>
      mean(valuesOf(name), loanValues[name][1]),
    ),
    prePostBreakdown: {
      pre: { count: ofType.PRE.length, percentage: pre },
      post: { count: ofType.POST.length, percentage: post },
    },
    statusPercentages: Object.fromEntries(
      Object.values(groups)
        .flat()
        .map((status) => [
          status,
          rows.filter((row) => row.status === status).length,
        ]),
    ),
    requestsOverTime: monthsUpTo(first, dayIn(ctx.now).slice(0, 7)).map(
      (date) => ({
        date,
        PRE: ofType.PRE.filter(({ month }) => month === date).length,
        POST: ofType.POST.filter(({ month }) => month === date).length,
      }),
    ),
    ...toRecord(keys, (key) => top(topLabels[key], query.topLimit)),
    top: toRecord(keys, (key) => rest(topLabels[key], query.topLimit)),
    loanAmountByProgram: byProgram,
    occupancyDistribution: labels.map(([, label], place) => ({
      label,
      value: occupiedShares[place],
      count: occupied[place],
    })),
    statusGroups: inGroups.map((one, place) => ({
      ...one,
      percentage: groupShares[place],
    })),
    over: {
      avgTurnTime: rows.filter(isDecided).length,
      avgPreTurnTime: ofType.PRE.filter(isDecided).length,
      avgPostTurnTime: ofType.POST.filter(isDecided).length,
      avgSlvsByRequest: rows.length,
      totalVolume: given(amounts),
      ...toRecord(getKeys(loanValues), (name) => given(valuesOf(name))),
    },
    days: daysOf(query, ctx),
  }
}

export function plainCapacity(
  all: readonly PlainRow[],
  query: CapacityQuery,
  ctx: Ctx,
) {
  const today = dayIn(ctx.now)
  const {
    uwcTimeframe,
    uwcFrom,
    uwcTo,
    uwcUnderwriterIds: ids,
    months: chosen,
    statuses,
    uwcType,
  } = query
  const { from, to } = daysOf(
    { timeframe: uwcTimeframe, from: uwcFrom, to: uwcTo },
    ctx,
  )
  const rows = all.filter(
    (row) =>
      (!from || row.day >= from) &&
      (!to || row.day <= to) &&
      isIn<string>(uwcType, row.type) &&
      isIn(chosen, row.month) &&
      (!statuses?.length ||
        statuses.some((group) => groups[group]?.includes(row.status))) &&
      (!ids?.length ||
        (row.underwriterId !== null && ids.includes(row.underwriterId))),
  )
  const assigned = rows.filter(({ underwriterId }) => underwriterId !== null)
  const lastMonth = (to && to < today ? to : today).slice(0, 7)
  const months = chosen?.length
    ? [...new Set(chosen)].sort()
    : monthsUpTo(assigned.map(({ month }) => month).sort()[0], lastMonth)
  const line = (units: readonly PlainRow[]) => {
    const amounts = units.map(({ loanAmount }) => loanAmount)
    const count = (isCounted: (row: PlainRow) => boolean) =>
      units.filter(isCounted).length
    return {
      totalUnits: units.length,
      avgUnits:
        months.length === 0 ? null : perMonth(units.length, months.length),
      avgLoanAmount: mean(amounts, 2),
      over: { avgLoanAmount: given(amounts), avgTurntime: count(isDecided) },
      avgTurntime: turnTime(units),
      countBy:
        query.countBy === 'MONTH'
          ? months.map((month) => ({
              month,
              count: count((row) => row.month === month),
            }))
          : Object.entries(groups).map(([status, members]) => ({
              status,
              count: count((row) => members.includes(row.status)),
            })),
    }
  }
  const underwriterIds = [
    ...new Set(assigned.map(({ underwriterId }) => underwriterId ?? '')),
  ]
  return {
    months,
    rows: underwriterIds
      .map((id) => {
        const units = assigned.filter(
          ({ underwriterId }) => underwriterId === id,
        )
        return {
          underwriterId: id,
          underwriter: units[0]?.underwriter ?? '',
          ...line(units),
        }
      })
      .sort((one, other) =>
        `${one.underwriter}\n${one.underwriterId}` <
        `${other.underwriter}\n${other.underwriterId}`
          ? -1
          : 1,
      ),
    totals: line(assigned),
    unassigned: rows.length - assigned.length,
  }
}

const perMonth = (units: number, months: number) =>
  Math.floor((units * 200 + months) / (2 * months)) / 100
