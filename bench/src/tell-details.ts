import type { Asked } from './asking.ts'
import { shown, table } from './lib/markdown.ts'
import type { Results } from './lib/results-file.ts'
import type { Contest } from './lib/rounds.ts'
import type { PaceResult } from './pace.ts'
import type { Found } from './parts.ts'

type Contested = Contest & { name: string; p50: number; p99: number }

const contestTable = (results: readonly Contested[]) =>
  table(
    ['case', 'portal /s', 'bare /s', 'share', 'lowest–highest', 'ms, middle', 'ms, 99 %'],
    results.map(({ name, ours, bare, share, shares, p50, p99 }) => [
      ...[name, shown(ours, 0), shown(bare, 0), `**${share.toFixed(2)}**`],
      ...[`${Math.min(...shares).toFixed(2)}–${Math.max(...shares).toFixed(2)}`, shown(p50), shown(p99)],
    ]),
  )

const paceRow = (name: string, { rate, answered, failed, p50, p99, most }: PaceResult) => [
  ...[name, shown(rate, 0), shown(answered, 0), shown(failed, 0), shown(p50), `**${shown(p99)}**`, shown(most)],
]
const paceHead = ['case', 'requests /s', 'answered', 'failed', 'ms, middle', 'ms, 99 %', 'ms, most']

const askedRows = (asked: readonly Asked[]) =>
  asked.map(({ name, middle, most }) => [name, `**${shown(middle)}**`, shown(most)])
const askedHead = ['case', 'ms, middle', 'ms, most']

const middle = (sorted: readonly number[]) => sorted[sorted.length >> 1] ?? Number.NaN

const tellAlone = ({ list, search, cards, reporting }: Found['alone']) => [
  'Asked one at a time, by one connection, with nothing else running.',
  table(askedHead, [
    ...askedRows(cards).map(([name = '', ...rest]) => [`cards: ${name}`, ...rest]),
    ...askedRows(search).map(([name = '', ...rest]) => [`search: ${name}`, ...rest]),
    ...askedRows(list).map(([name = '', ...rest]) => [`list: ${name}`, ...rest]),
    ...askedRows(reporting.changed).map(([name = '', ...rest]) => [`summary after a change: ${name}`, ...rest]),
    ...askedRows(reporting.unchanged).map(([name = '', ...rest]) => [`summary, nothing changed: ${name}`, ...rest]),
    ...askedRows(reporting.capacity).map(([name = '', ...rest]) => [`capacity after a change: ${name}`, ...rest]),
  ]),
  `A process reads all SLVs once for reporting: ${shown(reporting.firstMs / 1000)} s until its first answer, ${shown(reporting.memoryMb, 0)} MB more memory afterwards.`,
]

const tellReports = ({ workbook, again, print, figures }: Found['reports']) => [
  table(
    ['what', 'figure'],
    [
      [
        `Excel of ${shown(workbook.rows, 0)} SLVs (${shown(workbook.bytes / 1e6)} MB)`,
        `**${shown(workbook.rows / workbook.seconds, 0)} rows/s**, ${shown(workbook.seconds)} s`,
      ],
      ['memory for the first; for one more', `${shown(workbook.memoryMb, 0)} MB; ${shown(again, 0)} MB`],
      ...(print
        ? [
            [
              'SLV PDF, a page waits for it',
              `**${shown(middle(print.waited), 0)} ms** in the middle, ${shown(print.waited.at(-1) ?? 0, 0)} at most`,
            ],
            ['SLV PDF, one right after another', `${shown(middle(print.together), 0)} ms in the middle`],
          ]
        : []),
      ...(figures
        ? [
            [
              'Reporting-Slv.pdf',
              `**${shown(middle(figures), 0)} ms** in the middle, ${shown(figures.at(-1) ?? 0, 0)} at most`,
            ],
          ]
        : []),
    ],
  ),
]

const tellTdocs = ({ tdocs, list, asked }: Found['tdocs']) => [
  `${shown(tdocs, 0)} Tdocs, pages of 100. Against a bare server that runs the same statements and answers the rows of the last:`,
  contestTable(list),
  'One at a time, the dearest twelve:',
  table(
    ['case', 'ms, middle', 'ms, most', 'SQL statements'],
    asked
      .toSorted((one, other) => other.middle - one.middle)
      .slice(0, 12)
      .map(({ name, middle: ms, most, statements }) => [name, `**${shown(ms)}**`, shown(most), statements]),
  ),
  `All ${asked.length} cases: ${shown(middle(asked.map((one) => one.middle).toSorted((a, b) => a - b)))} ms in the middle of their middles.`,
]

const tellers: { [Name in keyof Found]?: { title: string; tell: (found: Found[Name]) => string[] } } = {
  list: { title: 'SLV list against the bare limit', tell: (found) => [contestTable(found)] },
  pace: {
    title: 'SLV list at 100 requests a second',
    tell: (found) => [
      table(
        paceHead,
        found.map((one) => paceRow(one.name, one)),
      ),
    ],
  },
  alone: { title: 'One call at a time', tell: tellAlone },
  write: { title: 'Writes against pgbench', tell: (found) => [contestTable(found)] },
  crowd: {
    title: 'Polls of everybody at once',
    tell: ({ users, polls, beside, cpuShare }) => [
      `${shown(users, 0)} people, each with a session and a connection of their own, at one server process, which had ${shown(cpuShare * 100, 0)} % of a core.`,
      table(paceHead, [paceRow('polls', polls), paceRow('lists, cards, one SLV beside them', beside)]),
    ],
  },
  poll: { title: 'Polls against the bare limit', tell: (found) => [contestTable(found)] },
  reports: { title: 'Workbooks and PDFs', tell: tellReports },
  tdocs: { title: 'Tdocs', tell: tellTdocs },
  screens: {
    title: 'What each call costs',
    tell: (found) => [
      table(
        ['screen', 'call', 'SQL statements', 'bytes', 'gzipped', 'ms', 'ms of processor'],
        found.map((cost) => [
          ...[cost.screen, `\`${cost.call}\``, cost.statements, shown(cost.bytes, 0), shown(cost.gzipped, 0)],
          ...[shown(cost.ms), shown(cost.cpuMs)],
        ]),
      ),
    ],
  },
  weights: {
    title: 'First visits, in kB gzipped',
    tell: (found) => [
      table(
        [
          'screen',
          'JavaScript that it needs',
          'all JavaScript, what is fetched ahead too',
          'CSS',
          'font',
          'answers of the API',
          'files',
        ],
        Object.entries(found).map(([screen, { needed, javascript, css, font, answers, files }]) => [
          screen,
          shown(needed ?? Number.NaN, 1),
          ...[javascript, css, font, answers].map((bytes) => shown(bytes / 1000, 1)),
          files,
        ]),
      ),
    ],
  },
  paint: {
    title: 'In a Chromium at a quarter of the processor',
    tell: (found) => [
      table(
        ['screen', 'LCP, ms, middle', 'INP, ms, slowest', 'interactions'],
        found.map(({ screen, lcp, inp, interactions }) => [screen, shown(middle(lcp), 0), shown(inp, 0), interactions]),
      ),
    ],
  },
  start: {
    title: 'Start',
    tell: ({ first, again }) => [
      `From the server's program (what \`npm start\` runs once all is installed and built) to ready: **${shown(middle(again))} s** in the middle of ${again.length}, ${shown(again.at(-1) ?? 0)} at most; the very first time, with a new database and demo data, ${shown(first)} s.`,
    ],
  },
  upload: {
    title: 'An upload of 50 MB',
    tell: ({ ours, bare, copies, times, memoryMb }) => [
      `The portal ${shown(middle(ours.toSorted((a, b) => a - b)))} s, the bare server ${shown(middle(bare.toSorted((a, b) => a - b)))} s (${shown(times)} times), a copy on the disk ${shown(middle(copies.toSorted((a, b) => a - b)))} s; ${shown(memoryMb, 0)} MB more memory at most.`,
    ],
  },
}

/** Everything that was measured, part by part, each with when and on what. */
export function tellDetails({ found, parts, missing }: Results): string {
  const told = (Object.keys(tellers) as (keyof Found)[]).flatMap((name) => {
    const run = parts[name]
    const content = tellOne(found, name)
    if (!content || !run) return []
    const when = `${run.at.slice(0, 16).replace('T', ' ')} UTC, ${shown(run.slvs, 0)} SLVs, load ${shown(run.loadBefore)} before it began.`
    return [`### ${tellers[name]?.title}`, when, ...content]
  })
  const lost = Object.entries(missing).map(([name, why]) => `- ${name}: ${why.split('\n')[0]}`)
  return [...told, ...(lost.length > 0 ? ['### Not measured', lost.join('\n')] : [])].join('\n\n')
}

function tellOne<Name extends keyof Found>(found: Partial<Found>, name: Name): string[] | undefined {
  const one = found[name]
  return one && tellers[name]?.tell(one)
}
