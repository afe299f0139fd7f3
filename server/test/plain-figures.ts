import type { CapacityQuery } from '@portal/contract/reporting/capacity'
import type { SummaryQuery } from '@portal/contract/reporting/summary'
import type { Ctx } from '../src/lib/ctx.ts'
import { dayIn, daysOf, decided, groups, isIn, type PlainRow, plainRows } from './plain-rows.ts'

/** Half up, by whole numbers: `places` decimals of the values, two of the average. */
const mean = (values: readonly (number | null)[], places: number): number | null => {
  const given = values.filter((value) => value !== null)
  if (given.length === 0) return null
  let sum = 0n
  for (const value of given) sum += BigInt(Math.round(value * 10 ** places))
  const [hundredths, count] = [sum * 100n, BigInt(given.length) * 10n ** BigInt(places)]
  const floor = hundredths / count
  return Number((hundredths - floor * count) * 2n >= count ? floor + 1n : floor) / 100
}

/** Hundredths are handed out one by one to whoever is owed most. */
const shares = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const given = counts.map((count) => Math.floor((count * 10_000) / total))
  while (given.reduce((sum, one) => sum + one, 0) < 10_000) {
    let most = 0
    const owed = (place: number) => (counts[place] ?? 0) * 10_000 - (given[place] ?? 0) * total
    for (let place = 1; place < counts.length; place++) if (owed(place) > owed(most)) most = place
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
  return counts.sort((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1))
}

const top = (labels: readonly (string | null)[], limit: number) => {
  const counts = countsOf(labels)
  const missing = labels.filter((label) => label === null).length
  const values = shares([...counts.map(({ count }) => count), missing])
  return counts.map((one, place) => ({ ...one, value: values[place] ?? 0 })).slice(0, limit)
}

/** What a top list of these leaves out. */
const rest = (labels: readonly (string | null)[], limit: number) => {
  const all = top(labels, Number.POSITIVE_INFINITY)
  const left = all.slice(limit)
  const missing = labels.filter((label) => label === null).length
  const toHundred = 10_000 - all.reduce((sum, { value }) => sum + Math.round(value * 100), 0)
  return {
    over: labels.length,
    labels: all.length,
    others: {
      value: left.reduce((sum, { value }) => sum + Math.round(value * 100), 0) / 100,
      count: left.reduce((sum, { count }) => sum + count, 0),
    },
    notGiven: { value: labels.length === 0 ? 0 : toHundred / 100, count: missing },
  }
}

const given = (values: readonly (number | null)[]): number => values.filter((value) => value !== null).length

const nextMonth = (month: string) => {
  const at = new Date(`${month}-15T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString().slice(0, 7)
}
const monthsUpTo = (first: string | undefined, last: string): string[] => {
  const months: string[] = []
  for (let month = first; month && month <= last; month = nextMonth(month)) months.push(month)
  return months
}

export function plainSummary(all: readonly PlainRow[], query: SummaryQuery, ctx: Ctx) {
  const rows = plainRows(all, query, ctx)
  const of = (type: string) => rows.filter((row) => row.type === type)
  const turn = (some: readonly PlainRow[]) =>
    mean(
      some.filter(({ status }) => decided.includes(status)).map(({ buyerDays }) => buyerDays),
      0,
    )
  const reasons = rows.flatMap((row) => row.reasons)
  const amounts = rows.map(({ loanAmount }) => loanAmount)
  const [pre = 0, post = 0] = shares([of('PRE').length, of('POST').length])
  const inGroups = Object.entries(groups).map(([group, statuses]) => {
    const inIt = rows.filter(({ status }) => statuses.includes(status))
    const count = (type: string) => inIt.filter((row) => row.type === type).length
    return { group, count: inIt.length, PRE: count('PRE'), POST: count('POST') }
  })
  const groupShares = shares(inGroups.map(({ count }) => count))
  const labels: [string | null, string][] = [
    ['P', 'Primary'],
    ['S', 'Second Home'],
    ['I', 'Investment'],
    ['U', 'Unknown'],
  ]
  if (rows.some(({ occupancy }) => occupancy === null)) labels.push([null, 'Not given'])
  const occupied = labels.map(([code]) => rows.filter(({ occupancy }) => occupancy === code).length)
  const occupiedShares = shares(occupied)
  const byProgram = countsOf(rows.map(({ buyerNonAgencyProgram: program }) => program))
    .map(({ label }) => {
      const given = rows.filter((row) => row.buyerNonAgencyProgram === label && row.loanAmount !== null)
      const value = mean(
        given.map(({ loanAmount }) => loanAmount),
        2,
      )
      return { label, value, count: given.length }
    })
    .filter(({ value }) => value !== null)
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0) || (one.label < other.label ? -1 : 1))
  const first = rows.map(({ month }) => month).sort()[0]
  return {
    totalRequests: rows.length,
    avgTurnTime: turn(rows),
    totalSlvs: reasons.length,
    avgSlvsByRequest: mean(
      rows.map((row) => row.reasons.length),
      0,
    ),
    totalVolume: Number(amounts.reduce((sum, amount) => sum + BigInt(Math.round((amount ?? 0) * 100)), 0n)) / 100,
    avgLoanAmount: mean(amounts, 2),
    avgCreditScore: mean(
      rows.map(({ creditScore }) => creditScore),
      0,
    ),
    avgLtv: mean(
      rows.map(({ ltv }) => ltv),
      2,
    ),
    avgDti: mean(
      rows.map(({ dti }) => dti),
      2,
    ),
    avgDscr: mean(
      rows.map(({ dscr }) => dscr),
      3,
    ),
    avgPostCloseReserves: mean(
      rows.map((row) => row.totalPostCloseReservesAmount),
      2,
    ),
    avgPreTurnTime: turn(of('PRE')),
    avgPostTurnTime: turn(of('POST')),
    prePostBreakdown: {
      pre: { count: of('PRE').length, percentage: pre },
      post: { count: of('POST').length, percentage: post },
    },
    statusPercentages: Object.fromEntries(
      Object.values(groups)
        .flat()
        .map((status) => [status, rows.filter((row) => row.status === status).length]),
    ),
    requestsOverTime: monthsUpTo(first, dayIn(ctx.now).slice(0, 7)).map((date) => ({
      date,
      PRE: of('PRE').filter(({ month }) => month === date).length,
      POST: of('POST').filter(({ month }) => month === date).length,
    })),
    topPrograms: top(
      rows.map((row) => row.buyerNonAgencyProgram),
      query.topLimit,
    ),
    topReasons: top(reasons, query.topLimit),
    topSellers: top(
      rows.map(({ seller }) => seller),
      query.topLimit,
    ),
    topStates: top(
      rows.map(({ state }) => state),
      query.topLimit,
    ),
    loanAmountByProgram: byProgram,
    occupancyDistribution: labels.map(([, label], place) => ({
      label,
      value: occupiedShares[place],
      count: occupied[place],
    })),
    statusGroups: inGroups.map((one, place) => ({ ...one, percentage: groupShares[place] })),
    over: {
      avgTurnTime: rows.filter(({ status }) => decided.includes(status)).length,
      avgPreTurnTime: of('PRE').filter(({ status }) => decided.includes(status)).length,
      avgPostTurnTime: of('POST').filter(({ status }) => decided.includes(status)).length,
      avgSlvsByRequest: rows.length,
      totalVolume: given(amounts),
      avgLoanAmount: given(amounts),
      avgCreditScore: given(rows.map(({ creditScore }) => creditScore)),
      avgLtv: given(rows.map(({ ltv }) => ltv)),
      avgDti: given(rows.map(({ dti }) => dti)),
      avgDscr: given(rows.map(({ dscr }) => dscr)),
      avgPostCloseReserves: given(rows.map((row) => row.totalPostCloseReservesAmount)),
    },
    top: {
      topPrograms: rest(
        rows.map((row) => row.buyerNonAgencyProgram),
        query.topLimit,
      ),
      topReasons: rest(reasons, query.topLimit),
      topSellers: rest(
        rows.map(({ seller }) => seller),
        query.topLimit,
      ),
      topStates: rest(
        rows.map(({ state }) => state),
        query.topLimit,
      ),
    },
    days: daysOf(query, ctx),
  }
}

export function plainCapacity(all: readonly PlainRow[], query: CapacityQuery, ctx: Ctx) {
  const today = dayIn(ctx.now)
  const { uwcTimeframe, uwcFrom, uwcTo, uwcUnderwriterIds: ids, months: chosen, statuses, uwcType } = query
  const { from, to } = daysOf({ timeframe: uwcTimeframe, from: uwcFrom, to: uwcTo }, ctx)
  const rows = all.filter(
    (row) =>
      (!from || row.day >= from) &&
      (!to || row.day <= to) &&
      isIn<string>(uwcType, row.type) &&
      isIn(chosen, row.month) &&
      (!statuses?.length || statuses.some((group) => groups[group]?.includes(row.status))) &&
      (!ids?.length || (row.underwriterId !== null && ids.includes(row.underwriterId))),
  )
  const assigned = rows.filter(({ underwriterId }) => underwriterId !== null)
  const lastMonth = (to && to < today ? to : today).slice(0, 7)
  const months = chosen?.length
    ? [...new Set(chosen)].sort()
    : monthsUpTo(assigned.map(({ month }) => month).sort()[0], lastMonth)
  const line = (units: readonly PlainRow[]) => ({
    totalUnits: units.length,
    avgUnits: months.length === 0 ? null : perMonth(units.length, months.length),
    avgLoanAmount: mean(
      units.map(({ loanAmount }) => loanAmount),
      2,
    ),
    over: {
      avgLoanAmount: given(units.map(({ loanAmount }) => loanAmount)),
      avgTurntime: units.filter(({ status }) => decided.includes(status)).length,
    },
    avgTurntime: mean(
      units.filter(({ status }) => decided.includes(status)).map(({ buyerDays }) => buyerDays),
      0,
    ),
    countBy:
      query.countBy === 'MONTH'
        ? months.map((month) => ({ month, count: units.filter((row) => row.month === month).length }))
        : Object.entries(groups).map(([status, members]) => ({
            status,
            count: units.filter((row) => members.includes(row.status)).length,
          })),
  })
  const whose = [...new Set([...assigned.map(({ underwriterId }) => underwriterId ?? '')])]
  return {
    months,
    rows: whose
      .map((id) => {
        const units = assigned.filter(({ underwriterId }) => underwriterId === id)
        return { underwriterId: id, underwriter: units[0]?.underwriter ?? '', ...line(units) }
      })
      .sort((one, other) =>
        `${one.underwriter}\n${one.underwriterId}` < `${other.underwriter}\n${other.underwriterId}` ? -1 : 1,
      ),
    totals: line(assigned),
    unassigned: rows.length - assigned.length,
  }
}

const perMonth = (units: number, months: number) => Math.floor((units * 200 + months) / (2 * months)) / 100
