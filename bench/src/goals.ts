/** A limit for up to 100,000 SLVs and one for more, or one for any size. */
type Limit = number | readonly [upTo100k: number, more: number]
type Goal = { name: string; unit: string } & ({ atMost: Limit } | { atLeast: Limit })

/** Everything that must hold, by part and name. */
export const goals = {
  'lists.common': {
    name: 'Tabs, default sorts, status, seller, underwriter, program, search of 3 letters; 25 requests/s',
    ...{ unit: 'ms, p95, slowest list', atMost: [50, 150] },
  },
  'lists.other': {
    name: 'Any other filter, sort, page; 25 requests/s',
    ...{ unit: 'ms, p95, slowest list', atMost: [50, 2000] },
  },
  'lists.slowest': { name: 'Any answer of a list', unit: 'ms, slowest', atMost: 2000 },
  'lists.throughput': {
    name: 'Department by date with its count, 16 connections',
    ...{ unit: '× lean limit', atLeast: [0.25, 0.2] },
  },
  'lists.indexes': { name: 'Indexes of slv', unit: '× table', atMost: 0.8 },
  'write.statusChange': { name: 'Status change, 16 connections', unit: '× lean limit', atLeast: [0.3, 0.25] },
  'write.wal': { name: 'WAL of a status change', unit: 'kB', atMost: 8 },
  'write.autosave': { name: "Seller's autosave, 16 connections", unit: 'per second', atLeast: [1005, 840] },
  'poll.unchanged': { name: 'Poll that finds nothing new (304)', unit: '× bare Fastify', atLeast: 0.6 },
  'poll.crowd': { name: 'Polls of 10,000 people every 3 s', unit: 'ms, p99', atMost: 100 },
  'poll.click': { name: 'A click beside 200 active people', unit: 'ms, p95', atMost: [100, 200] },
  'reporting.first': { name: 'First summary of a process that just became ready', unit: 'ms', atMost: 3000 },
  'reporting.changed': {
    name: 'Summary after a change',
    ...{ unit: 'ms, median, slowest filter', atMost: [100, 400] },
  },
  'reporting.unchanged': { name: 'Summary, nothing changed', unit: 'ms, median, slowest filter', atMost: 10 },
  'reporting.health': { name: 'Health check while summaries are computed', unit: 'ms, p99', atMost: 50 },
  'reporting.memory': { name: 'Resident memory that reporting adds', unit: 'MB', atMost: 300 },
  'exports.excel': { name: 'Excel', unit: 'rows per second', atLeast: 30_000 },
  'exports.memory': { name: 'Memory of one more workbook', unit: 'MB', atMost: 100 },
  'exports.slvPdf': { name: 'PDF of an SLV', unit: 'ms, median', atMost: 300 },
  'exports.reportingPdf': { name: 'PDF of reporting', unit: 'ms, median', atMost: 2000 },
  'pages.scriptSignIn': { name: 'JavaScript of a first visit: sign-in', unit: 'kB, gzipped', atMost: 120 },
  'pages.scriptList': { name: 'JavaScript of a first visit: SLV list', unit: 'kB, gzipped', atMost: 270 },
  'pages.scriptReporting': { name: 'JavaScript of a first visit: reporting', unit: 'kB, gzipped', atMost: 350 },
  'pages.lcp': { name: 'LCP at a quarter of the processor', unit: 'ms, median, slowest screen', atMost: 1500 },
  'pages.inp': { name: 'INP at a quarter of the processor', unit: 'ms, slowest screen', atMost: 200 },
  'start.ready': { name: 'Start of an installed portal until it is ready', unit: 's, median', atMost: 3 },
  'attacks.health': { name: 'Health check during an attack', unit: 'ms, p99, worst attack', atMost: 50 },
  'attacks.upload': { name: "Another seller's upload during an attack", unit: '× idle, worst attack', atMost: 2 },
  'attacks.refused': { name: "Another seller's requests refused during an attack", unit: 'requests', atMost: 0 },
} satisfies Record<string, Goal>

export type GoalId = keyof typeof goals
/** What one part measured for one goal, with the figures it was taken from. */
export type Row = { goal: GoalId; value: number; details?: Record<string, number> }
export type Verdict = { limit: string; isMet: boolean }

/** Whether a value meets its goal at this size. */
export function verdictOf(id: GoalId, size: number, value: number): Verdict {
  const goal: Goal = goals[id]
  const at = (limit: Limit) => (typeof limit === 'number' ? limit : limit[size > 100_000 ? 1 : 0])
  if ('atMost' in goal) return { limit: `≤ ${at(goal.atMost).toLocaleString('en')}`, isMet: value <= at(goal.atMost) }
  return { limit: `≥ ${at(goal.atLeast).toLocaleString('en')}`, isMet: value >= at(goal.atLeast) }
}

/** A row whose value is the worst of several figures. */
export const worst = (goal: GoalId, details: Record<string, number>): Row => ({
  goal,
  value: Math.max(...Object.values(details)),
  details,
})
