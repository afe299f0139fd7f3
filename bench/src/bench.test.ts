import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { test as base, expect } from 'vitest'
import { checkChains } from '../../server/tools/check-chains.ts'
import { measureAlone } from './alone.ts'
import { measureCrowd } from './crowd.ts'
import { figuresOf } from './figures.ts'
import { generate } from './generate.ts'
import { generateTdocs } from './generate-tdocs.ts'
import { hasPgbench } from './lib/pgbench.ts'
import { machine } from './lib/results-file.ts'
import { openStage, type Stage } from './lib/stage.ts'
import { temporaryDatabase } from './lib/temporary.ts'
import { listCases, measureList, measureListPace } from './list.ts'
import { measurePolls } from './poll.ts'
import { writePages } from './report.ts'
import { measureReports } from './reports.ts'
import { measureScreens } from './screens.ts'
import { measureTdocs } from './tdocs.ts'
import { measureWrites, writeCases } from './write.ts'

/** A small stage, and a blink of an effort: this holds that the bench runs, not what it finds. */
const effort = { rounds: 1, seconds: 0.1 }
const slvs = 500
const tdocs = 300

const test = base.extend('stage', { scope: 'file' }, async ({}, { onCleanup }): Promise<Stage> => {
  const database = await temporaryDatabase()
  const now = new Date()
  await generate({ ownerUrl: database.ownerUrl, slvs, now })
  await generateTdocs({ url: database.ownerUrl, tdocs, now })
  const stage = await openStage({ ...database, concurrency: 2, now })
  onCleanup(async () => {
    await stage.stop()
    await database.stop()
  })
  return stage
})

test('a filled database holds what was asked for, and every sent SLV has its ledger and its history', async ({
  stage,
}) => {
  const [found] = await stage.rows<Record<string, string>>(`select count(*) as all,
    count(*) filter (where date is not null and not exists (select from slv_interval i where i.slv_id = slv.id)) as unclocked,
    count(*) filter (where not exists (select from slv_history h where h.slv_id = slv.id)) as untold,
    count(*) filter (where not exists (select from slv_request r where r.slv_id = slv.id)) as asks_nothing from slv`)
  expect(found).toEqual({ all: String(slvs), unclocked: '0', untold: '0', asks_nothing: '0' })
})

test('every chain of history is as the portal would have written it', async ({ stage }) => {
  const client = new pg.Client({ connectionString: stage.ownerUrl })
  await client.connect()
  const { counts, finding } = await checkChains(client).finally(() => client.end())
  expect(finding).toBeNull()
  expect(counts.slv_history?.chains).toBe(slvs)
  expect(counts.slv_history?.lines).toBeGreaterThan(slvs * 5)
  expect(counts.tdoc_history?.chains).toBe(tdocs)
})

test('lists and writes are measured on both sides, and each has its figure', async ({ stage }) => {
  const list = await measureList(stage, effort, listCases.slice(-2))
  expect(list).toHaveLength(2)
  for (const { ours, bare, share } of list) expect(Math.min(ours, bare, share)).toBeGreaterThan(0)

  if (await hasPgbench()) {
    const write = await measureWrites(stage, { ...effort, seconds: 1 }, writeCases.slice(-1))
    expect(write).toHaveLength(1)
    for (const { ours, bare, share } of write) expect(Math.min(ours, bare, share)).toBeGreaterThan(0)
  }
  const figures = figuresOf({ list })
  expect(figures['SLV list against the bare limit']?.value).toBeCloseTo(Math.min(...list.map(({ share }) => share)), 2)
})

test('polls that find nothing new are measured on both sides, and ask the database nothing', async ({ stage }) => {
  const [poll] = await measurePolls(stage, effort)
  expect(Math.min(poll?.ours ?? 0, poll?.bare ?? 0, poll?.share ?? 0)).toBeGreaterThan(0)
  expect(poll?.statements).toBe(0)
})

test('a workbook of everything is measured, row by row and byte by byte', async ({ stage }) => {
  const { workbook } = await measureReports(stage, { prints: 1 })
  // All but the drafts of others.
  expect(workbook.rows).toBeGreaterThan(slvs * 0.9)
  expect(Math.min(workbook.seconds, workbook.bytes)).toBeGreaterThan(0)
})

test('a list is three SQL statements (ids, count, rows), and a search one more for the sellers', async ({ stage }) => {
  const costs = await measureScreens(stage)
  for (const { bytes, ms, cpuMs } of costs) {
    expect(Math.min(bytes, ms)).toBeGreaterThan(0)
    expect(cpuMs).toBeGreaterThanOrEqual(0)
    expect(Number.isFinite(cpuMs)).toBe(true)
  }
  const lists = costs.filter(({ call }) => call.startsWith('GET /proxy-loans?'))
  expect(lists.map(({ screen, statements }) => [screen, statements])).toEqual([
    ["seller's list", 3],
    ['My Own', 3],
    ['Department', 3],
    ['Department', 4],
  ])
})

test('lists at a fixed rate, a crowd that polls, calls alone and Tdocs have their figures, and the pages tell them', async ({
  stage,
}) => {
  const pace = await measureListPace(stage, { seconds: 0.2, rate: 20 }, listCases.slice(0, 1))
  expect(pace).toMatchObject([{ failed: 0, answered: 4 }])
  const crowd = await measureCrowd(stage, { users: 60, seconds: 0.5 })
  expect(crowd.polls).toMatchObject({ failed: 0, answered: 10 })
  const alone = await measureAlone(stage, 1, [...listCases.slice(0, 1)])
  const found = { pace, crowd, alone, tdocs: await measureTdocs(stage, { ...effort, times: 1, most: 1 }) }
  expect(found.tdocs.tdocs).toBe(tdocs)

  const figures = figuresOf(found)
  expect(Object.keys(figures)).toContain('poll by 60 people every 3 s')
  for (const { value, goal, met, unit } of Object.values(figures)) {
    expect(value).toBeGreaterThan(0)
    expect([typeof goal, typeof met, typeof unit]).toEqual(['number', 'boolean', 'string'])
  }
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-pages-'))
  const run = { at: new Date().toISOString(), slvs, loadBefore: 0, seconds: 1 }
  await writePages(folder, {
    ...{ machine: machine(), at: run.at, figures, missing: { scale: 'there was no time left' }, found },
    effort: { ...effort, users: 60, concurrency: 2 },
    parts: { pace: run, crowd: run, alone: run, tdocs: run },
    sizes: { [slvs]: { seconds: 1, steps: {}, alone } },
  })
  const [page, costs] = [
    await readFile(join(folder, 'performance.md'), 'utf8'),
    await readFile(join(folder, 'scale.md'), 'utf8'),
  ]
  await rm(folder, { recursive: true })
  for (const name of Object.keys(figures)) expect(page).toContain(`| ${name} |`)
  expect(page).toContain('- scale: there was no time left')
  expect(costs).toContain('one signed-in person who only polls')
})
