import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import type { ListResult } from './list.ts'
import type { PollResult } from './poll.ts'
import type { ReportsResult } from './reports.ts'
import type { CallCost } from './screens.ts'
import type { Weights } from './weights.ts'
import type { WriteResult } from './write.ts'

export type Results = {
  slvs: number
  concurrency: number
  rounds: number
  seconds: number
  generatedIn: number
  list?: ListResult[]
  write?: WriteResult[]
  poll?: PollResult[]
  screens?: CallCost[]
  reports?: ReportsResult
  weights?: Weights
}

type Figure = { value: number; unit: string; goal: number; met: boolean }

const shareGoal = 0.6
const javascriptGoal = 250
const workbookGoal = 30_000
const printGoal = 300
const middle = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0
const round = (value: number, places = 2) => Number(value.toFixed(places))

/** The machine as far as it matters, and how busy it was with other things as we came. */
export const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  loadBefore: round(loadavg()[0] ?? 0),
})

const shareFigure = (share: number): Figure => ({
  value: round(share),
  unit: 'share of the bare limit',
  goal: shareGoal,
  met: share >= shareGoal,
})

/** Each goal with what was reached; of several cases the lowest stands for all. */
export function figuresOf({ list = [], write = [], poll = [], reports, weights }: Results): Record<string, Figure> {
  const figures: Record<string, Figure> = {}
  const add = (area: string, cases: { name: string; share: number }[]) => {
    if (cases.length > 0) figures[area] = shareFigure(Math.min(...cases.map(({ share }) => share)))
    for (const { name, share } of cases) figures[`${area}: ${name}`] = shareFigure(share)
  }
  add('list', list)
  add('write', write)
  add('poll', poll)
  if (reports) {
    const pace = reports.workbook.rows / reports.workbook.seconds
    figures.workbook = {
      value: round(pace, 0),
      unit: 'rows a second',
      goal: workbookGoal,
      met: pace >= workbookGoal,
    }
  }
  if (reports?.print) {
    const ms = middle(reports.print.waited)
    figures['report as PDF'] = { value: round(ms, 0), unit: 'ms, middle, warm', goal: printGoal, met: ms <= printGoal }
  }
  if (weights) {
    const kilobytes = weights.javascript / 1000
    figures['first visit: JavaScript'] = {
      value: round(kilobytes, 1),
      unit: 'kB gzipped',
      goal: javascriptGoal,
      met: kilobytes <= javascriptGoal,
    }
  }
  return figures
}

const table = (head: string[], rows: (string | number)[][]) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

const contestRows = (results: (ListResult | WriteResult | PollResult)[]) =>
  results.map(({ name, ours, bare, share, shares, p50, p99 }) => [
    name,
    round(ours, 0),
    round(bare, 0),
    `**${share.toFixed(2)}**`,
    `${Math.min(...shares).toFixed(2)}–${Math.max(...shares).toFixed(2)}`,
    round(p50, 1),
    round(p99, 1),
  ])

const reportRows = ({ workbook, print }: ReportsResult): (string | number)[][] => [
  [
    `Excel of ${workbook.rows.toLocaleString('en-US')} SLVs (${round(workbook.bytes / 1e6, 1)} MB)`,
    `**${round(workbook.rows / workbook.seconds, 0).toLocaleString('en-US')} rows/s**, ${round(workbook.seconds, 1)} s, ${round(workbook.memoryMb, 0)} MB more memory at most`,
  ],
  ...(print
    ? [
        [
          `SLV PDF (${round(print.bytes / 1000, 0)} kB), a page waits for it`,
          `**${round(middle(print.waited), 0)} ms** in the middle, ${round(print.waited.at(-1) ?? 0, 0)} at most`,
        ],
        ['SLV PDF, one right after another', `${round(middle(print.together), 0)} ms in the middle`],
      ]
    : []),
]

/** The figures as a page reads them. */
function tell(results: Results, at: string, on: ReturnType<typeof machine>): string {
  const { slvs, concurrency, rounds, seconds, list, write, poll, reports, screens, weights } = results
  const parts = [
    `Measured ${at.slice(0, 16).replace('T', ' ')} UTC on ${on.cores} × ${on.cpu}, ${on.memoryGb} GB, Node ${on.node}, load ${on.loadBefore} before we began; ${slvs.toLocaleString('en-US')} SLVs, ${concurrency} connections, ${rounds} rounds of ${seconds} s for each side.`,
  ]
  const contestHead = ['case', 'portal /s', 'bare /s', 'share', 'lowest–highest', 'ms, middle', 'ms, 99 %']
  if (list) parts.push('### List', table(contestHead, contestRows(list)))
  if (write) parts.push('### Writes', table(contestHead, contestRows(write)))
  if (poll) parts.push('### Polls', table(contestHead, contestRows(poll)))
  if (reports) parts.push('### Reports', table(['what', 'figure'], reportRows(reports)))
  if (screens)
    parts.push(
      '### What each call costs',
      table(
        ['screen', 'call', 'SQL statements', 'bytes', 'gzipped', 'ms', 'ms of processor'],
        screens.map((cost) => [
          cost.screen,
          `\`${cost.call}\``,
          cost.statements,
          cost.bytes.toLocaleString('en-US'),
          cost.gzipped.toLocaleString('en-US'),
          cost.ms,
          cost.cpuMs,
        ]),
      ),
    )
  if (weights) {
    const kilobytes = (bytes: number) => round(bytes / 1000, 1)
    parts.push(
      '### First visit to the list',
      table(
        ['what', 'kB gzipped'],
        [
          ['JavaScript', kilobytes(weights.javascript)],
          ['CSS', kilobytes(weights.css)],
          ['font', kilobytes(weights.font)],
          ['answers of the API', kilobytes(weights.answers)],
        ],
      ),
    )
  }
  return parts.join('\n\n')
}

/** As the house formats JSON: lists of numbers on one line. Four decimals are more than is measured. */
const asJson = (value: unknown) => {
  const text = JSON.stringify(value, (_, part) => (typeof part === 'number' ? round(part, 4) : part), 2)
  return `${text.replace(/\[\s+([\d.,\s]+?)\s+\]/g, (_, numbers: string) => `[${numbers.replace(/\s+/g, ' ')}]`)}\n`
}

const begin = '<!-- measured: written by npm run bench -->'
const end = '<!-- /measured -->'

/** Writes bench/results.json, and the figures into docs/performance.md between their marks. */
export async function writeReport(results: Results, on: ReturnType<typeof machine>): Promise<void> {
  const at = new Date().toISOString()
  const json = { machine: on, at, figures: figuresOf(results), ...results }
  await writeFile(new URL('../results.json', import.meta.url), asJson(json))

  const page = new URL('../../docs/performance.md', import.meta.url)
  const text = await readFile(page, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error('docs/performance.md has lost the marks between which the figures stand')
  await writeFile(page, `${text.slice(0, from)}${begin}\n\n${tell(results, at, on)}\n\n${text.slice(to)}`)
}
