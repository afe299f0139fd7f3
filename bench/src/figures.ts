import type { Asked } from './asking.ts'
import type { Found } from './parts.ts'

/** One goal, and what was reached. */
export type Figure = { value: number; unit: string; goal: number; met: boolean }

const round = (value: number, places: number) => Number(value.toFixed(places))
const middle = (sorted: readonly number[]) => sorted[sorted.length >> 1] ?? Number.NaN

/** As much as this is good, or more. */
const atLeast = (value: number, unit: string, goal: number, places = 2): Figure => ({
  ...{ value: round(value, places), unit, goal },
  met: value >= goal,
})
/** As much as this is good, or less. */
const atMost = (value: number, unit: string, goal: number, places = 1): Figure => ({
  ...{ value: round(value, places), unit, goal },
  met: value <= goal,
})

const share = (cases: readonly { share: number }[]) =>
  atLeast(Math.min(...cases.map((one) => one.share)), 'share of the bare limit, lowest case', 0.6)
const dearest = (asked: readonly Asked[], goal: number) =>
  atMost(Math.max(...asked.map((one) => one.middle)), 'ms, middle of the dearest case', goal)

export type Generated = { slvs: number; seconds: number }

/** The goals of the whole product, as far as their parts were measured. */
export function figuresOf(found: Partial<Found>, generated?: Generated): Record<string, Figure> {
  const figures: Record<string, Figure> = {}
  const { alone, pace, list, write, crowd, reports, weights, paint, start, tdocs } = found
  if (generated && generated.slvs >= 1_000_000)
    figures['generation of 1,000,000 SLVs'] = atMost(generated.seconds, 's', 360, 0)
  if (list) figures['SLV list against the bare limit'] = share(list)
  if (pace)
    figures['SLV list at 100 requests/s'] = atMost(
      Math.max(...pace.map(({ p99, failed }) => (failed > 0 ? Math.max(p99, 5000) : p99))),
      'ms, 99 % of the dearest case',
      50,
    )
  if (alone) {
    figures['text search'] = dearest(alone.search, 100)
    figures['statistics cards'] = dearest(alone.cards, 50)
    figures['reporting summary, uncached'] = dearest(alone.reporting.changed, 300)
    figures['reporting summary, nothing changed'] = dearest(alone.reporting.unchanged, 5)
    figures['underwriter capacity'] = dearest(alone.reporting.capacity, 200)
  }
  const change = write?.filter(({ name }) => name === 'status change') ?? []
  if (change.length > 0) figures['status change against pgbench'] = share(change)
  if (crowd) {
    const users = crowd.users.toLocaleString('en-US')
    figures[`poll by ${users} people every 3 s`] = atMost(
      crowd.polls.failed > 0 ? Math.max(5000, crowd.polls.p99) : crowd.polls.p99,
      'ms, 99 %',
      100,
    )
    figures['50 other requests/s beside it'] = atMost(
      crowd.beside.failed > 0 ? Math.max(5000, crowd.beside.p99) : crowd.beside.p99,
      'ms, 99 %',
      300,
    )
  }
  if (reports) {
    const { workbook, again, print, figures: prints } = reports
    figures['Excel of 100,000 rows'] = atLeast(workbook.rows / workbook.seconds, 'rows a second', 30_000, 0)
    figures['Excel: memory of one more workbook'] = atMost(again, 'MB', 100, 0)
    if (print) figures['SLV PDF'] = atMost(middle(print.waited), 'ms, middle', 300, 0)
    if (prints) figures['reporting PDF'] = atMost(middle(prints), 'ms, middle', 2000, 0)
  }
  if (start) figures['start of an installed portal'] = atMost(middle(start.again), 's to ready, middle', 3, 2)
  const weightGoals: Record<string, number> = { 'sign-in': 120, 'SLV list': 250, reporting: 350 }
  for (const [screen, { needed, javascript }] of Object.entries(weights ?? {}))
    figures[`first visit: ${screen}`] = atMost(
      needed ?? javascript / 1000,
      'kB of JavaScript, gzipped',
      weightGoals[screen] ?? 350,
    )
  for (const { screen, lcp, inp } of paint ?? []) {
    figures[`LCP: ${screen}`] = atMost(middle(lcp) / 1000, 's at 4× CPU slow-down', 1.5, 2)
    figures[`INP: ${screen}`] = atMost(inp, 'ms at 4× CPU slow-down, slowest', 200, 0)
  }
  if (tdocs) {
    figures['Tdoc list against the bare limit'] = share(tdocs.list)
    figures['Tdoc list, any tab, filter, sort, search, page'] = dearest(tdocs.asked, 50)
  }
  return figures
}
