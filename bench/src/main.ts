import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureAttacks } from './attacks.ts'
import { measureBackup } from './backup.ts'
import { measureCosts } from './costs.ts'
import {
  asMarkdown,
  asTable,
  type Line,
  type Row,
  toLine,
  unmeasured,
} from './goals.ts'
import { measureGuidelines } from './guidelines.ts'
import { type Lab, openLab } from './lab.ts'
import { measureLists } from './lists.ts'
import { measureMetrics } from './metrics.ts'
import { measurePages } from './pages.ts'
import { measurePolls } from './poll.ts'
import { measureExports, measureReporting } from './reporting.ts'
import { measureRolling } from './rolling.ts'
import { measureStart } from './start.ts'
import { measureStreams } from './streams.ts'
import { measureWrites } from './write.ts'

const parts: Record<string, (lab: Lab) => Promise<Row[]>> = {
  lists: measureLists,
  poll: measurePolls,
  streams: measureStreams,
  reporting: measureReporting,
  exports: measureExports,
  pages: measurePages,
  write: measureWrites,
  costs: measureCosts,
  metrics: measureMetrics,
  backup: measureBackup,
}
/** Parts with separate data: synthetic rules, or portals with demo data. */
const ownParts: Record<string, () => Promise<Row[]>> = {
  guidelines: measureGuidelines,
  start: measureStart,
  attacks: measureAttacks,
  rolling: measureRolling,
}
const all = [...Object.keys(parts), ...Object.keys(ownParts)]

const { values, positionals } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    data: { type: 'string' },
  },
  allowPositionals: true,
})
const size = Number(values.size)
const unknown = positionals.filter((name) => !all.includes(name))
if (!Number.isInteger(size) || size < 1000 || unknown.length > 0) {
  console.error(
    `npm run bench -- [--size 100000, at least 1000] [--data folder] [part…]; parts: ${all.join(', ')}`,
  )
  process.exit(2)
}
const wanted = (name: string) =>
  positionals.length === 0 || positionals.includes(name)

const began = new Date()
const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
const lines: Line[] = []

async function measure(part: string, work: () => Promise<Row[]>) {
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const from = performance.now()
  const rows = await work().catch((error: Error) => {
    console.error(error)
    return unmeasured(part, error.message)
  })
  const added = rows.map((row) => toLine(row, size, load))
  lines.push(...added)
  console.log(
    `\n${part}, ${((performance.now() - from) / 1000).toFixed(0)} s, load ${load} before\n${asTable(added)}`,
  )
}

const names = Object.keys(parts).filter(wanted)
if (names.length > 0) {
  await using lab = await openLab({ size, now: began, dataFolder: values.data })
  const abort = () =>
    void lab[Symbol.asyncDispose]().finally(() => process.exit(1))
  process.once('SIGINT', abort).once('SIGTERM', abort)
  for (const name of names)
    await measure(name, () =>
      (parts[name] as (lab: Lab) => Promise<Row[]>)(lab),
    )
}
for (const [name, work] of Object.entries(ownParts))
  if (wanted(name)) await measure(name, work)

const folder = fileURLToPath(new URL('../../.cache/bench/', import.meta.url))
const file = join(
  folder,
  `${began.toISOString().slice(0, 16).replaceAll(':', '')}-${size}`,
)
await mkdir(folder, { recursive: true })
await writeFile(
  `${file}.json`,
  `${JSON.stringify({ at: began, size, machine, lines }, null, 2)}\n`,
)
await writeFile(`${file}.md`, asMarkdown({ at: began, size, machine, lines }))
const misses = lines.filter((line) => line.result !== 'met').length
console.log(
  `\n${lines.length - misses} of ${lines.length} goals are met: ${file}.md`,
)
process.exit(misses > 0 ? 1 : 0)
