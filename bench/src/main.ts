import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mostWorkbookRows } from '@portal/contract/reporting/model'
import { figuresOf } from './figures.ts'
import { generate, type Steps } from './generate.ts'
import { generateTdocs } from './generate-tdocs.ts'
import { loadNow, machine, type Results, readResults, writeResults } from './lib/results-file.ts'
import { openStage, type Stage } from './lib/stage.ts'
import { type Temporary, temporaryDatabase } from './lib/temporary.ts'
import { type Found, type PartName, parts } from './parts.ts'
import { writePages } from './report.ts'
import { measureScale } from './scale.ts'
import { measureTdocs } from './tdocs.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string' },
    slvs: { type: 'string' },
    sizes: { type: 'string' },
    tdocs: { type: 'string', default: '200000' },
    users: { type: 'string', default: '10000' },
    concurrency: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '14' },
    only: { type: 'string' },
    data: { type: 'string' },
    out: { type: 'string' },
    report: { type: 'boolean', default: false },
  },
})
const here = fileURLToPath(new URL('..', import.meta.url))
const out = values.out ?? here
const pages = values.out ?? join(here, '..', 'docs')
const sizes = (values.sizes ?? values.size ?? values.slvs ?? '100000')
  .split(',')
  .map(Number)
  .toSorted((a, b) => a - b)
const largest = sizes.at(-1) ?? 0
/** Tdocs and two processes need no million SLVs beside them, and a workbook takes no more than so many. */
const smaller = sizes.filter((slvs) => slvs <= 100_000)
const homes = {
  tdocs: smaller[0] ?? 2000,
  scale: smaller.at(-1) ?? 100_000,
  reports: Math.min(largest, mostWorkbookRows),
}
const wanted = new Set(
  values.only?.split(',') ?? [...Object.keys(parts), 'tdocs', 'scale'].filter((name) => name !== 'upload'),
)
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds), users: Number(values.users) }
const concurrency = Number(values.concurrency)
const deadline = performance.now() + Number(values.minutes) * 60_000
const now = new Date()
// A database that is gone closes connections that nobody waits for: what waited says so by itself.
process.on('uncaughtException', (error) => say(`Beside it: ${error.message}`))
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Says how far we are, on standard error: standard output holds the figures. */
const say = (text: string) =>
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}\n`)
const began = performance.now()
const told = (error: unknown) => (error instanceof Error ? error.message : String(error))

const before = await readResults(out)
const results: Results = {
  ...{ parts: {}, sizes: {}, found: {}, missing: {} },
  ...before,
  ...{ machine: values.report && before ? before.machine : machine(), effort: { ...effort, concurrency } },
  ...{ at: values.report && before ? before.at : now.toISOString(), figures: {} },
}

/** Writes what there is so far: a part that fails later takes nothing of it along. */
async function save() {
  // Both of the same size: a later run of one part at a smaller size makes no million.
  const slvs = results.parts.alone?.slvs ?? largest
  const made = results.sizes[slvs]
  results.figures = figuresOf(results.found, made && { slvs, seconds: made.seconds })
  await writeResults(out, results)
  await writePages(pages, results).catch((error) => say(`The pages were not written: ${told(error)}`))
}

/** One part within its time; what goes wrong is noted, and false. */
async function measured<Name extends PartName>(
  name: Name,
  slvs: number,
  seconds: number,
  work: (keep: (sofar: Found[Name]) => void) => Promise<Found[Name]>,
): Promise<boolean> {
  const label = slvs === largest || name in homes ? name : `${name} of ${slvs}`
  const left = (deadline - performance.now()) / 1000
  if (left < seconds / 2) {
    results.missing[label] = 'there was no time left'
    say(`${label}: no time left`)
    return true
  }
  const [from, loadBefore] = [performance.now(), loadNow()]
  const take = (found: Found[Name]) => {
    if (name === 'alone')
      results.sizes[slvs] = { seconds: 0, steps: {}, ...results.sizes[slvs], alone: found as Found['alone'] }
    if (slvs === largest || name !== 'alone') {
      results.found[name] = found
      results.parts[name] = {
        at: new Date().toISOString(),
        slvs,
        loadBefore,
        seconds: Math.round((performance.now() - from) / 100) / 10,
      }
    }
  }
  const stopped = new AbortController()
  try {
    const late = new Promise<never>((_, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`It took longer than ${Math.round(Math.min(seconds, left))} s`)),
        Math.min(seconds, left) * 1000,
      )
      stopped.signal.addEventListener('abort', () => clearTimeout(timer))
    })
    take(await Promise.race([work((sofar) => take(sofar)), late]))
    delete results.missing[label]
    say(`${label}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
    return true
  } catch (error) {
    results.missing[label] = told(error)
    say(`${label} failed: ${told(error)}`)
    return false
  } finally {
    stopped.abort()
    await save()
  }
}

const open = (database: Temporary): Promise<Stage> =>
  openStage({ ...database, concurrency, now, ...(existsSync(webFolder) && { webFolder }) })

/** A database of this size: filled now, or the one that an earlier run left in its folder. */
async function filled(slvs: number, folder?: string): Promise<Temporary> {
  const database = await temporaryDatabase(folder)
  const note = folder && join(folder, 'filled.json')
  const earlier = note && (await readFile(note, 'utf8').catch(() => undefined))
  try {
    if (earlier) {
      const made = JSON.parse(earlier) as { slvs: number; seconds: number; steps: Steps }
      if (made.slvs !== slvs) throw new Error(`${folder} holds ${made.slvs} SLVs`)
      results.sizes[slvs] = { ...results.sizes[slvs], seconds: made.seconds, steps: made.steps }
      say(`${slvs} SLVs are there`)
      return database
    }
    const from = performance.now()
    const steps = await generate({ ownerUrl: database.ownerUrl, slvs, now })
    const seconds = Math.round((performance.now() - from) / 100) / 10
    if (note) await writeFile(note, JSON.stringify({ slvs, seconds, steps }))
    if (slvs >= 10_000 || sizes.includes(slvs)) results.sizes[slvs] = { ...results.sizes[slvs], seconds, steps }
    say(`${slvs} SLVs in ${seconds} s`)
    await save()
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Everything that is wanted of one size, one part after the other; after one that failed the portal starts anew. */
async function runSize(slvs: number) {
  const isAt = (name: keyof typeof parts) =>
    slvs === (name === 'reports' ? homes.reports : largest) || (name === 'alone' && sizes.includes(slvs))
  const names = (Object.keys(parts) as (keyof typeof parts)[]).filter((name) => wanted.has(name) && isAt(name))
  const hosts = (name: keyof typeof homes) => wanted.has(name) && homes[name] === slvs
  if (names.length === 0 && !hosts('tdocs') && !hosts('scale')) return
  const database = await filled(slvs, slvs === largest ? values.data : undefined)
  const held: { stage?: Stage | undefined } = {}
  const close = async () => {
    await held.stage?.stop().catch(() => undefined)
    held.stage = undefined
  }
  const one = async <Name extends keyof typeof parts>(name: Name) => {
    const opened = held.stage ?? (await open(database))
    held.stage = opened
    const isGood = await measured(name, slvs, parts[name].seconds, (keep) => parts[name].run(opened, effort, keep))
    if (!isGood) await close()
  }
  try {
    for (const name of names) await one(name)
    await close()
    if (hosts('tdocs'))
      await measured('tdocs', slvs, 240, async () => {
        await generateTdocs({ url: database.ownerUrl, tdocs: Number(values.tdocs), now })
        say(`${values.tdocs} Tdocs`)
        held.stage = await open(database)
        return measureTdocs(held.stage, { rounds: effort.rounds, seconds: effort.seconds, times: 6 })
      })
    await close()
    if (hosts('scale'))
      await measured('scale', slvs, 120, () =>
        measureScale({ database, now, seconds: effort.seconds * 2, concurrency }),
      )
  } finally {
    await close()
    await database.stop()
  }
}

if (values.report) await save()
else {
  // The largest first: its figures are the goals.
  const all = new Set([...sizes.toReversed(), homes.reports, homes.scale, homes.tdocs])
  for (const slvs of all)
    await runSize(slvs).catch(async (error) => {
      results.missing[`${slvs} SLVs`] = told(error)
      say(`${slvs} SLVs failed: ${told(error)}`)
      await save()
    })
}
console.table(results.figures)
if (Object.keys(results.missing).length > 0) console.table(results.missing)
process.exit(0)
