import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generate } from './generate.ts'
import { hasPgbench } from './lib/pgbench.ts'
import { openStage } from './lib/stage.ts'
import { temporaryDatabase } from './lib/temporary.ts'
import { measureList } from './list.ts'
import { measurePolls } from './poll.ts'
import { figuresOf, machine, type Results, writeReport } from './report.ts'
import { measureReports } from './reports.ts'
import { measureScreens } from './screens.ts'
import { measureUpload } from './upload.ts'
import { measureWeights } from './weights.ts'
import { measureWrites } from './write.ts'

const { values } = parseArgs({
  options: {
    slvs: { type: 'string', default: '100000' },
    concurrency: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
  },
})
const everything = 'list,write,poll,reports,screens,weights,upload'
const parts = new Set((values.only ?? everything).split(','))
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const on = machine()
const now = new Date()
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Says how far we are, on standard error: standard output holds the figures. */
const say = (text: string) => process.stderr.write(`${text}\n`)

const database = await temporaryDatabase()
try {
  const began = performance.now()
  await generate({ ownerUrl: database.ownerUrl, slvs: Number(values.slvs), now })
  const generatedIn = Math.round((performance.now() - began) / 100) / 10
  say(`${values.slvs} SLVs in ${generatedIn} s`)

  const stage = await openStage({
    url: database.url,
    ownerUrl: database.ownerUrl,
    concurrency: Number(values.concurrency),
    now,
    ...(existsSync(webFolder) && { webFolder }),
  })
  const results: Results = { slvs: Number(values.slvs), concurrency: stage.concurrency, ...effort, generatedIn }
  try {
    if (parts.has('screens')) results.screens = await measureScreens(stage)
    if (parts.has('weights')) results.weights = await measureWeights(stage)
    if (parts.has('reports')) results.reports = await measureReports(stage, { prints: 15 })
    if (parts.has('list')) results.list = await measureList(stage, effort)
    if (parts.has('upload')) console.table(await measureUpload(stage, { rounds: effort.rounds * 2 }))
    if (parts.has('poll')) results.poll = await measurePolls(stage, effort)
    if (parts.has('write')) {
      if (await hasPgbench()) results.write = await measureWrites(stage, effort)
      else say('There is no pgbench here: writes are not measured')
    }
  } finally {
    await stage.stop()
  }
  // Some of the figures alone would take the place of all.
  if (values.only === undefined) await writeReport(results, on)
  console.table(figuresOf(results))
} finally {
  await database.stop()
}
