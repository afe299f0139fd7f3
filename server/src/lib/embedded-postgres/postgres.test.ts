import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from './postgres.ts'

/**
 * A folder that only its owner may enter, like those of mktemp -d: the
 * database's user may not.
 */
const privateFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'))
  onTestFinished(async () => {
    const elsewhere = await readFile(
      join(folder, 'where-the-data-are.txt'),
      'utf8',
    ).catch(() => null)
    for (const path of [folder, elsewhere?.trim()])
      if (path) await rm(path, { recursive: true, force: true })
  })
  return folder
}

/** A folder that the database's user may enter. */
const openFolder = async () => {
  const folder = await privateFolder()
  await chmod(folder, 0o755)
  return folder
}

const start = async (folder: string, isThrowaway = true) => {
  const postgres = await startPostgres({ folder, isThrowaway })
  onTestFinished(postgres.stop)
  return postgres
}

const query = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const serverPid = async (folder: string) =>
  Number.parseInt(
    await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8'),
    10,
  )

test('data survives a stop and a start, in a private folder and with a private umask too', async () => {
  const usual = process.umask(0o077)
  onTestFinished(() => void process.umask(usual))
  const folder = await privateFolder()
  const first = await start(folder)
  await query(first.ownerUrl, `create table note as select 'kept' as text`)
  await first.stop()

  const second = await start(folder)
  expect(await query(second.ownerUrl, 'select text from note')).toEqual([
    { text: 'kept' },
  ])
})

test('of two portals on one folder, together or one after the other, one is refused', async () => {
  const folder = await openFolder()
  const outcomes = await Promise.allSettled([start(folder), start(folder)])
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual([
    'fulfilled',
    'rejected',
  ])
  await expect(start(folder)).rejects.toThrow(
    /Another portal is already running on .*set a different DATA_DIR/,
  )
  for (const outcome of outcomes)
    if (outcome.status === 'fulfilled')
      expect(await query(outcome.value.url, 'select 1 as one')).toEqual([
        { one: 1 },
      ])
})

test('a killed server comes back with everything committed, even if its socket was deleted', async () => {
  const folder = await openFolder()
  const { ownerUrl: url } = await start(folder, false)
  await query(url, `create table note as select 'kept' as text`)
  await rm(decodeURIComponent(new URL(url).host), { recursive: true })
  process.kill(await serverPid(folder), 'SIGKILL')
  await vi.waitFor(
    async () =>
      expect(await query(url, 'select text from note')).toEqual([
        { text: 'kept' },
      ]),
    {
      timeout: 20_000,
      interval: 50,
    },
  )
})

test('a stale process id in postmaster.pid does not prevent a start', async () => {
  const folder = await openFolder()
  const first = await start(folder)
  const pidFile = join(folder, 'data', 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8')
  await first.stop()
  await writeFile(pidFile, text.replace(/^\d+/, String(process.pid)))

  const second = await start(folder)
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('when the portal is killed, its server stops and the next portal starts', async () => {
  const folder = await openFolder()
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
    await startPostgres({ folder: ${JSON.stringify(folder)}, isThrowaway: true })
    process.stdout.write('up')
    setInterval(() => {}, 1000)`
  const portal = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void portal.kill('SIGKILL'))
  await once(portal.stdout, 'data')
  const killed = await serverPid(folder)
  portal.kill('SIGKILL')

  const next = await start(folder)
  // The killed portal's server may still have answered the next portal: it
  // stops, and is started again.
  await expect
    .poll(() => serverPid(folder).catch(() => killed))
    .not.toBe(killed)
  await expect
    .poll(() => query(next.url, 'select 1 as one').catch(() => null))
    .toEqual([{ one: 1 }])
})
