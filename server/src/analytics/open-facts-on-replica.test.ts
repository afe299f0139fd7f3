import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { asOwner } from '../../test/fixture.ts'
import { ctxFor, makers, test } from '../../test/makers.ts'
import { plainSummary } from '../../test/plain-figures.ts'
import { readPlain } from '../../test/plain-rows.ts'
import { type Db, openDb } from '../lib/database/db.ts'
import { migrate } from '../lib/database/migrate.ts'
import { startPostgres } from '../lib/embedded-postgres/postgres.ts'
import { summarizeSlvs } from '../reporting/figures/summarize-slvs.ts'
import { openFacts } from './open-facts.ts'

const run = promisify(execFile)

const start = async (folder: string) => {
  const postgres = await startPostgres({ folder, isThrowaway: true })
  const db = openDb({ url: postgres.url, size: 4, onError: () => undefined })
  return { ...postgres, db, stop: () => db.destroy().then(postgres.stop) }
}

const positionOf = async (
  db: Db,
  call: 'pg_current_wal_insert_lsn()' | 'pg_last_wal_replay_lsn()',
) => {
  const { rows } = await sql<{
    bytes: string
  }>`select (${sql.raw(call)} - '0/0'::pg_lsn)::text as bytes`.execute(db)
  return BigInt(rows[0]?.bytes ?? 0)
}

test('figures follow a streaming replica, and go on after the primary is lost and the replica promoted', {
  timeout: 60_000,
}, async ({ now, onTestFinished }) => {
  const home = await mkdtemp(join(tmpdir(), 'portal-replica-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  await chmod(home, 0o755)
  const [first, second] = [join(home, 'first'), join(home, 'second')]

  const empty = await start(first)
  await migrate(empty.ownerUrl)
  await empty.stop()
  await run('cp', ['-a', first, second])
  const primary = await start(first)
  onTestFinished(primary.stop)
  const { hostname, username, password } = new URL(primary.ownerUrl)
  const connection = `host=${decodeURIComponent(hostname)} user=${username} password=${password}`
  await writeFile(join(second, 'data', 'standby.signal'), '')
  await appendFile(
    join(second, 'data', 'postgresql.auto.conf'),
    `primary_conninfo = '${connection}'\n`,
  )
  const replica = await start(second)
  onTestFinished(replica.stop)

  const facts = openFacts({
    db: replica.db,
    primary: primary.db,
    folder: join(home, 'facts'),
  })
  onTestFinished(() => facts.close())
  const query = SummaryQuery.parse({ topLimit: '10' })
  /**
   * The figures from the replica, which must equal those of plain loops over
   * the rows of `db`.
   */
  const expectFigures = async (
    db: Db,
    underwriter: Parameters<typeof ctxFor>[1],
  ) => {
    const ctx = await ctxFor(db, underwriter, now)
    const plain = plainSummary(await readPlain(db), query, ctx)
    expect(await summarizeSlvs(facts)(ctx, query)).toMatchObject(plain)
    return plain.totalVolume
  }
  const catchUp = async () => {
    const written = await positionOf(primary.db, 'pg_current_wal_insert_lsn()')
    const replayed = () => positionOf(replica.db, 'pg_last_wal_replay_lsn()')
    await expect
      .poll(async () => (await replayed()) >= written, {
        timeout: 20_000,
      })
      .toBe(true)
  }

  const setAmount = (db: Db, loanAmount: number) =>
    db.updateTable('slv').set({ loanAmount }).execute()

  const a = makers(primary.db, now)
  const underwriter = await a.user({ role: 'UNDERWRITER' })
  await a.slv({
    status: 'REVIEW',
    underwriterId: underwriter.id,
    loanAmount: 100,
  })
  await catchUp()
  expect(await expectFigures(primary.db, underwriter)).toBe(100)
  await setAmount(primary.db, 200)
  await catchUp()
  expect(await expectFigures(primary.db, underwriter)).toBe(200)

  await primary.stop()
  await asOwner(replica.ownerUrl, 'select pg_promote()')
  await setAmount(replica.db, 300)
  expect(await expectFigures(replica.db, underwriter)).toBe(300)
})
