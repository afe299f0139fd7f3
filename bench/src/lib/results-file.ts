import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Alone } from '../alone.ts'
import type { Figure } from '../figures.ts'
import type { Steps } from '../generate.ts'
import type { Effort, Found, PartName } from '../parts.ts'

/** When a part was measured, on how many SLVs, beside how much other load, and how long that took. */
export type PartRun = { at: string; slvs: number; loadBefore: number; seconds: number }
/** One size of the data: how long it took to make, and what calls cost that nobody disturbs. */
export type SizeRun = { seconds: number; steps: Steps; alone?: Alone }

/** bench/results.json. */
export type Results = {
  machine: ReturnType<typeof machine>
  at: string
  figures: Record<string, Figure>
  effort: Effort & { concurrency: number }
  parts: Partial<Record<PartName, PartRun>>
  /** Why a part was not measured. */
  missing: Record<string, string>
  sizes: Record<string, SizeRun>
  found: Partial<Found>
}

const round = (value: number, places: number) => Number(value.toFixed(places))
/** How much runs on the machine, processes that want a core, over the last minute. */
export const loadNow = () => round(loadavg()[0] ?? 0, 2)

/** The machine as far as it matters, and how busy it was with other things as we came. */
export const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  loadBefore: loadNow(),
})

/** As the house formats JSON: lists of numbers on one line. Four decimals are more than is measured. */
const asJson = (value: unknown) => {
  const text = JSON.stringify(value, (_, part) => (typeof part === 'number' ? round(part, 4) : part), 2)
  return `${text.replace(/\[([\d.,\s]+)\]/g, (_, numbers: string) => `[${numbers.trim().replace(/\s+/g, ' ')}]`)}\n`
}

/** What earlier runs left in this folder; undefined when there is nothing, or nothing of this form. */
export async function readResults(folder: string): Promise<Results | undefined> {
  const text = await readFile(join(folder, 'results.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const read = JSON.parse(text) as Partial<Results>
  return read.found && read.parts && read.sizes ? (read as Results) : undefined
}

export async function writeResults(folder: string, results: Results): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'results.json'), asJson(results))
}
