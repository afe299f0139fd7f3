/** A limit for up to 100,000 SLVs and one for more, or one for any size. */
type Limit = number | readonly [upTo100k: number, more: number]
type Goal = { name: string; unit: string } & (
  | { atMost: Limit }
  | { atLeast: Limit }
)

/** All goals, by part and name. */
const goals = {
  'lists.common': {
    name: 'Tabs, common filters and sorts, search',
    unit: 'ms, p95, slowest list',
    atMost: [100, 150],
  },
  'lists.other': {
    name: 'Other filters, sorts and pages',
    unit: 'ms, p95, slowest list',
    atMost: [100, 2000],
  },
  'lists.likeCases': {
    name: 'Like cases of an SLV, 50 SLVs',
    unit: 'ms, p95',
    atMost: [150, 600],
  },
  'lists.throughput': {
    name: 'Department by date, with its count',
    unit: '× bare Fastify',
    atLeast: 0.25,
  },
  'write.statusChange': {
    name: 'Status change, all SLVs in review, 16 connections',
    unit: '× bare Fastify',
    atLeast: 0.2,
  },
  'write.autosave': {
    name: "Seller's autosave, all drafts, 16 connections",
    unit: '× bare Fastify',
    atLeast: 0.3,
  },
  'costs.change': {
    name: 'CPU time of a status change, Node and PostgreSQL',
    unit: 'ms',
    atMost: 3.8,
  },
  'costs.wal': { name: 'WAL of a status change', unit: 'kB', atMost: 4.5 },
  'costs.decisionStatements': {
    name: 'Statements of a decision',
    unit: 'statements',
    atMost: 12,
  },
  'costs.saveStatements': {
    name: 'Statements of an autosave',
    unit: 'statements',
    atMost: 6,
  },
  'costs.listStatements': {
    name: 'Statements of a list',
    unit: 'statements',
    atMost: 3,
  },
  'poll.unchanged': {
    name: 'Poll that finds nothing new (304)',
    unit: '× bare Fastify',
    atLeast: 0.55,
  },
  'streams.processor': {
    name: '5,000 open streams, 10 changes a second',
    unit: '% of a core',
    atMost: 25,
  },
  'streams.memory': {
    name: 'Memory that 5,000 open streams add',
    unit: 'MB',
    atMost: 300,
  },
  'streams.delay': {
    name: 'Time from a change until an open page receives it',
    unit: 'ms, p95',
    atMost: 1000,
  },
  'reporting.first': {
    name: 'First summary of a process that just became ready',
    unit: 'ms',
    atMost: [3000, 6000],
  },
  'reporting.changed': {
    name: 'Summary after a change',
    unit: 'ms, median, slowest filter',
    atMost: [100, 400],
  },
  'reporting.unchanged': {
    name: 'Summary, nothing changed',
    unit: 'ms, median, slowest filter',
    atMost: 10,
  },
  'reporting.health': {
    name: 'Health check while summaries are computed',
    unit: 'ms, p99',
    atMost: 50,
  },
  'reporting.memory': {
    name: 'Resident memory that reporting adds',
    unit: 'MB',
    atMost: 300,
  },
  'guidelines.evaluate': {
    name: 'A loan evaluated under 5,000 guideline rules',
    unit: 'ms, median',
    atMost: 1,
  },
  'guidelines.panel': {
    name: 'All of the Eligibility panel, 15 programs of 60 rules',
    unit: 'ms, median',
    atMost: 50,
  },
  'exports.excel': { name: 'Excel', unit: 'rows per second', atLeast: 20_000 },
  'exports.memory': {
    name: 'Memory of one more workbook',
    unit: 'MB',
    atMost: 100,
  },
  'exports.slvPdf': { name: 'PDF of an SLV', unit: 'ms, median', atMost: 300 },
  'exports.reportingPdf': {
    name: 'PDF of reporting',
    unit: 'ms, median',
    atMost: 2000,
  },
  'pages.scriptList': {
    name: 'JavaScript of a first visit: SLV list',
    unit: 'kB, gzipped',
    atMost: 280,
  },
  'pages.scriptSlv': {
    name: 'JavaScript of a first visit: SLV',
    unit: 'kB, gzipped',
    atMost: 340,
  },
  'pages.scriptForm': {
    name: 'JavaScript of a first visit: request form',
    unit: 'kB, gzipped',
    atMost: 370,
  },
  'pages.lcp': {
    name: 'LCP at 4× CPU slowdown',
    unit: 'ms, median, slowest screen',
    atMost: 1800,
  },
  'pages.inp': {
    name: 'INP at 4× CPU slowdown',
    unit: 'ms, slowest screen',
    atMost: 200,
  },
  'start.ready': {
    name: 'Start of an installed portal until it is ready',
    unit: 's, median',
    atMost: 3,
  },
  'backup.duration': {
    name: 'Encrypted backup under load',
    unit: 's',
    atMost: [120, 600],
  },
  'backup.restore': {
    name: 'Restore to a chosen second',
    unit: 's',
    atMost: [120, 600],
  },
  'backup.lost': {
    name: 'Writes, tables and files that a restore loses',
    unit: 'items',
    atMost: 0,
  },
  'metrics.poll': {
    name: 'Metrics on: CPU time of a poll (304)',
    unit: '× off',
    atMost: 1.03,
  },
  'metrics.list': {
    name: 'Metrics on: CPU time of a list',
    unit: '× off',
    atMost: 1.03,
  },
  'metrics.tracedPoll': {
    name: 'Traces on, 1 in 100: CPU time of a poll (304)',
    unit: '× off',
    atMost: 1.03,
  },
  'metrics.tracedList': {
    name: 'Traces on, 1 in 100: CPU time of a list',
    unit: '× off',
    atMost: 1.03,
  },
  'attacks.health': {
    name: 'Health check during an attack',
    unit: 'ms, p99, worst attack',
    atMost: 50,
  },
  'attacks.upload': {
    name: "Another seller's upload during an attack",
    unit: '× idle, worst attack',
    atMost: 3,
  },
  'attacks.refused': {
    name: "Another seller's requests refused during an attack",
    unit: 'requests',
    atMost: 0,
  },
  'rolling.rate': {
    name: 'Load of upgrade, restart and kill: 100 requests/s',
    unit: 'per second, lowest',
    atLeast: 95,
  },
  'rolling.upgrade': {
    name: 'Upgrade of two nodes under load: failed',
    unit: 'requests',
    atMost: 0,
  },
  'rolling.restart': {
    name: 'Rolling restart under load: failed',
    unit: 'requests',
    atMost: 0,
  },
  'rolling.kill': {
    name: 'One node killed: failed requests that began later',
    unit: 'requests',
    atMost: 0,
  },
  'rolling.writes': {
    name: 'Acknowledged writes that were lost',
    unit: 'writes',
    atMost: 0,
  },
  'rolling.pages': {
    name: 'Pages loaded while two builds of the web run: blank of 200',
    unit: 'pages',
    atMost: 0,
  },
} satisfies Record<string, Goal>

type GoalId = keyof typeof goals
export type Row = {
  goal: GoalId
  value: number
  details?: Record<string, number>
}

/**
 * One goal in one run; with the reason instead of a value when it couldn't be
 * measured.
 */
export type Line = ReturnType<typeof toLine>
type Measurement = Omit<Row, 'value'> & { value?: number; reason?: string }

export function toLine(
  measured: Measurement,
  size: number,
  loadBefore: string,
) {
  const goal: Goal = goals[measured.goal]
  const { name, unit } = goal
  const limit = describeLimit(goal, size)
  const result = judge(goal, measured.value, size)
  return { ...measured, name, unit, limit, result, loadBefore }
}

function judge(goal: Goal, value: number | undefined, size: number) {
  if (value === undefined) return 'not measured'
  const isMet =
    'atMost' in goal
      ? value <= limitFor(goal.atMost, size)
      : value >= limitFor(goal.atLeast, size)
  return isMet ? 'met' : 'missed'
}

const describeLimit = (goal: Goal, size: number) =>
  'atMost' in goal
    ? `≤ ${formatNumber(limitFor(goal.atMost, size))}`
    : `≥ ${formatNumber(limitFor(goal.atLeast, size))}`

/** `size` is the number of SLVs. */
function limitFor(limit: Limit, size: number): number {
  if (typeof limit === 'number') return limit
  const [upTo100k, more] = limit
  return size > 100_000 ? more : upTo100k
}

/** A row whose value is the worst of several figures. */
export const worst = (goal: GoalId, details: Record<string, number>): Row => ({
  goal,
  value: Math.max(...Object.values(details)),
  details,
})

export const unmeasured = (part: string, reason: string): Measurement[] =>
  (Object.keys(goals) as GoalId[])
    .filter((goal) => goal.startsWith(`${part}.`))
    .map((goal) => ({ goal, reason }))

const formatNumber = (value?: number) =>
  value?.toLocaleString('en', { maximumSignificantDigits: 4 }) ?? '–'

const toRow = (...cells: string[]) => `| ${cells.join(' | ')} |`

const toGoalRow = ({ name, value, limit, unit, result, loadBefore }: Line) => {
  const markedResult = result === 'met' ? result : `**${result}**`
  const measured = formatNumber(value)
  return toRow(name, measured, limit, unit, markedResult, loadBefore)
}

export const asTable = (lines: Line[]): string =>
  [
    toRow('goal', 'measured', 'limit', 'unit', '', 'load before'),
    toRow('---', '---:', '---:', '---', '---', '---:'),
    ...lines.map(toGoalRow),
  ].join('\n')

type Results = { at: Date; size: number; machine: string; lines: Line[] }

/** A section about a goal; nothing without details or a reason. */
function describeDetails({ name, details = {}, reason }: Line): string[] {
  const texts = Object.entries(details).map(
    ([detail, value]) => `- ${detail}: ${formatNumber(value)}`,
  )
  if (reason) texts.unshift(`Not measured: ${reason}`)
  return texts.length === 0 ? [] : [`\n### ${name}\n`, ...texts]
}

export function asMarkdown({ at, size, machine, lines }: Results): string {
  const time = at.toISOString().slice(0, 16)
  return [
    `${time} UTC, ${formatNumber(size)} SLVs and twice as many Tdocs, ${machine}.\n`,
    asTable(lines),
    ...lines.flatMap(describeDetails),
    '',
  ].join('\n')
}
