import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { withOwnerClient } from '../../src/lib/database/migrate.ts'
import { runningPostgres } from '../../src/lib/embedded-postgres/postgres.ts'
import { checkChains } from '../../tools/check-chains.ts'
import { temporaryFolder } from '../files.ts'
import { createNode, freePortRange, thisRelease } from './node.ts'
import {
  hasPrevious,
  previousCommit,
  unpackPrevious,
} from './previous-release.ts'

const run = promisify(execFile)

/** Generous, because starts take several times longer while other tests run. */
const timeout = 360_000

const previous = (await hasPrevious())
  ? `release ${(await previousCommit()).slice(0, 8)}`
  : 'this release, because git does not have the previous one,'

/** Unpacks the release that makes the data folder. */
async function openPrevious(folder: string): Promise<string> {
  if (!(await hasPrevious())) return thisRelease
  const release = await unpackPrevious(join(folder, 'previous'))
  await loadLess(join(release, 'server/src/demo'))
  return release
}

/**
 * Has the demo data load one SLV of each kind and 25 Tdocs, which take a
 * fraction of the time.
 */
async function loadLess(demo: string) {
  await replaceIn(
    join(demo, 'scenarios.ts'),
    /(?<kind>\['(?:PRE|POST)', '\w+', )\d+/g,
    '$<kind>1',
  )
  await replaceIn(
    join(demo, 'tdocs.ts'),
    /const count = 100\b/,
    'const count = 25',
  )
}

/**
 * Deletes the transmittal of the demo data, which the portal would read a minute
 * after its start: between the two comparisons, on a slow machine.
 */
async function dropArrivals(dataDir: string) {
  const intake = join(dataDir, 'intake')
  for (const name of await readdir(intake))
    await rm(join(intake, name), { recursive: true })
}

async function replaceIn(path: string, finds: RegExp, by: string) {
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(finds, by))
}

/**
 * Fields that this release computes differently from the previous one, and
 * those that change with time.
 */
const changingFields = [
  // Distances from limits are written in words.
  'variances',
  'summary',
  // Documents and withdrawals have more actions.
  'availableActions',
  // Documents are delivered to LoanDock in the background.
  'ldpState',
  'ldpSentAt',
  // These sessions are used meanwhile.
  'lastUsedAt',
  'asOf',
]

type Get = (path: string) => Promise<Response>

/** Signs a demo account in with a ticket of LoanDock. Returns its cookie. */
async function signIn(url: string, email: string): Promise<string> {
  const post = (address: string, body: string) =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  const { port } = new URL(url)
  const ticket = await post(
    `http://127.0.0.1:${Number(port) + 1}/sso/tickets`,
    JSON.stringify({ email }),
  )
  const answer = await post(`${url}/api/v1/auth/log-in`, await ticket.text())
  expect(answer.status).toBe(200)
  const [cookie = ''] = answer.headers.getSetCookie()
  return cookie.split(';', 1)[0] ?? ''
}

type Item = { id: string }

/** The answers to one person's requests, by their paths. */
async function readAll(get: Get): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  const readJson = async <T>(path: string): Promise<T | undefined> => {
    const answer = await get(path)
    const content = JSON.parse(await answer.text(), (key, value) =>
      changingFields.includes(key) ? undefined : value,
    )
    answers[path] = answer.ok ? content : answer.status
    return answer.ok ? content : undefined
  }
  const readFileAt = async (path: string) => {
    const answer = await get(path)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const hash = createHash('sha256').update(bytes).digest('hex')
    answers[path] = answer.ok ? hash : answer.status
  }

  for (const path of wholePaths) await readJson(path)
  const slvs = await readJson<{ items: Item[] }>('/proxy-loans?size=100')
  for (const { id } of slvs?.items ?? []) {
    await readJson(`/proxy-loan/${id}/detailed`)
    await readJson(`/proxy-loan-history/${id}/slv-history`)
    await readJson(`/proxy-loan/${id}/conversation-log`)
    const files = await readJson<{ documents: Item[] }>(
      `/proxy-loan/${id}/documents`,
    )
    for (const document of files?.documents ?? [])
      await readFileAt(`/proxy-loan/${id}/documents/${document.id}/download`)
  }
  const tdocs = await readJson<{ items: Item[] }>('/tdocs?size=100')
  for (const { id } of tdocs?.items ?? []) {
    await readJson(`/tdocs/${id}`)
    await readJson(`/tdocs/${id}/activity-log`)
    await readFileAt(`/tdocs/${id}/image`)
  }
  return answers
}

const wholePaths = [
  '/auth/profile',
  '/proxy-loans/statistics',
  '/proxy-loans/department-statistics',
  '/reporting/slv/summary',
  '/reporting/slv/table',
  '/users?size=100',
  '/companies',
  '/sla',
  '/sla/calendar',
  '/guidelines/versions',
  '/guidelines/programs',
  '/guidelines/factors',
]

const emails = [
  'seller@acme.example',
  'underwriter.two@buyer.example',
  'admin@buyer.example',
]

/** The answers to the requests of each demo account, by their paths. */
async function readAsEveryone(url: string, cookies: readonly string[]) {
  const read = []
  for (const cookie of cookies)
    read.push(
      await readAll((path) =>
        fetch(`${url}/api/v1${path}`, { headers: { cookie } }),
      ),
    )
  return read
}

test(`a data folder of ${previous} shows the same after an upgrade`, {
  timeout,
}, async ({ onTestFinished }) => {
  const { folder, remove } = await temporaryFolder()
  onTestFinished(remove)
  const release = await openPrevious(folder)
  const settings = {
    NODE_ENV: 'development',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
  }
  const node = createNode({ folder, port: await freePortRange(6), settings })
  onTestFinished(async () => void (await node.stop()))
  await node.start(release)
  await dropArrivals(settings.DATA_DIR)
  const cookies = []
  for (const email of emails) cookies.push(await signIn(node.url, email))
  const before = await readAsEveryone(node.url, cookies)
  await node.stop()

  await node.start()

  // This release may add fields.
  const after = await readAsEveryone(node.url, cookies)
  for (const [index, answers] of before.entries()) {
    expect(Object.keys(after[index] ?? {})).toEqual(Object.keys(answers))
    expect(after[index], emails[index]).toMatchObject(answers)
  }
  const statuses = before.flatMap(Object.values).filter(Number.isInteger)
  expect(new Set(statuses)).toEqual(new Set([403, 404]))

  const postgres = await runningPostgres(join(settings.DATA_DIR, 'postgres'))
  const { counts, finding } = await withOwnerClient(
    postgres?.ownerUrl ?? '',
    checkChains,
  )
  expect(finding).toBeNull()
  expect(counts.slv_history?.lines).toBeGreaterThan(100)

  // A node of the previous release may restart while others are upgraded.
  const { stdout } = await run(process.execPath, ['server/tools/migrate.ts'], {
    cwd: release,
    env: { PATH: process.env.PATH, ...settings },
  })
  expect(stdout).toContain('Nothing to do')
})
