import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { asOwner } from '../../test/fixture.ts'
import { ctxFor, makers, test } from '../../test/makers.ts'
import { startReplicatedPostgres } from '../../test/nodes/replicated-postgres.ts'
import { plainSummary } from '../../test/plain-figures.ts'
import { readPlain } from '../../test/plain-rows.ts'
import { type Db, openDb } from '../lib/database/db.ts'
import { migrate } from '../lib/database/migrate.ts'
import { summarizeSlvs } from '../reporting/figures/summarize-slvs.ts'
import { openFacts } from './open-facts.ts'

/** How far a server has written or replayed its WAL, in bytes. */
const findPosition = async (
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
  const opened = new AsyncDisposableStack()
  onTestFinished(() => opened.disposeAsync())
  const servers = await startReplicatedPostgres(home, opened, migrate)
  const openPool = ({ url }: { url: string }) => {
    const db = openDb({ url, size: 4, onError: () => undefined })
    opened.defer(() => db.destroy())
    return db
  }
  const primary = openPool(servers.primary)
  const replica = openPool(servers.replica)
  const facts = openFacts({ db: replica, primary, folder: join(home, 'facts') })
  opened.defer(() => facts.close())

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
    const written = await findPosition(primary, 'pg_current_wal_insert_lsn()')
    const replayed = () => findPosition(replica, 'pg_last_wal_replay_lsn()')
    await expect
      .poll(async () => (await replayed()) >= written, {
        timeout: 20_000,
      })
      .toBe(true)
  }

  const setAmount = (db: Db, loanAmount: number) =>
    db.updateTable('slv').set({ loanAmount }).execute()

  const a = makers(primary, now)
  const underwriter = await a.user({ role: 'UNDERWRITER' })
  await a.slv({
    status: 'REVIEW',
    underwriterId: underwriter.id,
    loanAmount: 100,
  })
  await catchUp()
  expect(await expectFigures(primary, underwriter)).toBe(100)
  await setAmount(primary, 200)
  await catchUp()
  expect(await expectFigures(primary, underwriter)).toBe(200)

  await primary.destroy()
  await servers.primary.stop()
  await asOwner(servers.replica.ownerUrl, 'select pg_promote()')
  await setAmount(replica, 300)
  expect(await expectFigures(replica, underwriter)).toBe(300)
})
