import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { expect, onTestFinished, vi } from 'vitest'
import { addFailedJob, stateOfJob } from '../../../test/failed-job.ts'
import { test } from '../../../test/fixture.ts'
import { jobs } from '../../job-catalog.ts'
import type { Db } from '../database/db.ts'
import { createLog } from '../log.ts'
import {
  enqueue,
  enqueueAll,
  migrateJobs,
  startJobs,
  withoutJob,
} from './jobs.ts'

const ids = Array.from(
  { length: 300 },
  (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
)
const toSend = (id: string) => ({ data: { documentId: id }, key: id })

/** pg-boss as the owner of its tables, without its timers. */
const openQueues = (ownerUrl: string) =>
  new PgBoss({
    connectionString: ownerUrl,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    max: 1,
  })

type Row = { name: string; key: string; waits: number }
const jobsIn = async (db: Db) =>
  (
    await sql<Row>`
      select name, singleton_key as key, extract(epoch from start_after - created_on)::int as waits
      from pgboss.job order by name, singleton_key`.execute(db)
  ).rows

test('the queues have the schema of the previous release, whose nodes start on no other', async ({
  committed,
}) => {
  // pg-boss 12.30, of commit 043cc79f. With a newer one, nodes of that release
  // couldn't restart during the upgrade or after a rollback
  // (docs/dependencies.md).
  const { rows } = await sql`select version from pgboss.version`.execute(
    committed,
  )
  expect(rows).toEqual([{ version: 40 }])
})

test('startup deletes retired queues with their schedules, and keeps those of a newer release', async ({
  ownerUrl,
  committed,
}) => {
  const boss = openQueues(ownerUrl)
  await boss.start()
  for (const name of ['sweep-tally', 'of-a-newer-release']) {
    await boss.createQueue(name)
    await boss.schedule(name, '* * * * *')
    await boss.send(name)
  }
  await boss.stop({ graceful: false })
  await migrateJobs(ownerUrl, jobs)
  const { rows } =
    await sql`select name from pgboss.queue where name in ('sweep-tally', 'of-a-newer-release')
    union all select name from pgboss.schedule union all select name from pgboss.job`.execute(
      committed,
    )
  expect(rows).toEqual(
    Array.from({ length: 3 }, () => ({ name: 'of-a-newer-release' })),
  )
})

test('queueing queues many jobs in the caller’s transaction, each key once', async ({
  committed,
}) => {
  const broken = committed.transaction().execute(async (tx) => {
    await enqueueAll(tx, 'send-document', ids.map(toSend))
    expect(await jobsIn(tx)).toHaveLength(300)
    expect(await jobsIn(committed)).toEqual([])
    throw new Error('given up')
  })
  await expect(broken).rejects.toThrow('given up')
  expect(await jobsIn(committed)).toEqual([])

  await enqueueAll(committed, 'send-document', ids.slice(0, 2).map(toSend))
  await enqueueAll(committed, 'send-document', ids.slice(1, 3).map(toSend))
  await enqueueAll(committed, 'send-document', [])
  expect((await jobsIn(committed)).map(({ key }) => key)).toEqual(
    ids.slice(0, 3),
  )
})

test('a job that the previous release queued under its former name runs, and only the new name is scheduled', async ({
  url,
  ownerUrl,
  committed,
}) => {
  const formerName = 'tell-overdue-documents'
  const boss = openQueues(ownerUrl)
  await boss.start()
  await boss.createQueue(formerName)
  await boss.schedule(formerName, '5 * * * *')
  await boss.send(formerName, {})
  await boss.stop({ graceful: false })

  const handle = vi.fn(async () => undefined)
  const running = await startJobs(
    url,
    jobs,
    { 'notify-overdue-documents': handle },
    createLog('silent'),
  )
  onTestFinished(running.stop)
  await vi.waitUntil(() => handle.mock.calls.length > 0, { timeout: 15_000 })
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.schedule where name like '%-overdue-documents'`.execute(
    committed,
  )
  expect(rows).toEqual([{ name: 'notify-overdue-documents' }])
})

test('a later success settles the failed jobs of its key, and no others', async ({
  url,
  committed: db,
}) => {
  const failed = [
    await addFailedJob(db, 'sweep-files', 'one', {}),
    await addFailedJob(db, 'sweep-files', 'two', {}),
    await addFailedJob(db, 'sweep-notifications', 'one', {}),
  ]
  await enqueue(db, 'sweep-files', {}, { key: 'one' })
  const running = await startJobs(
    url,
    jobs,
    { 'sweep-files': async () => undefined },
    createLog('silent'),
  )
  onTestFinished(running.stop)
  const states = () => Promise.all(failed.map((id) => stateOfJob(db, id)))
  await expect.poll(states).toEqual([undefined, 'failed', 'failed'])
})

test('queueing delays a job as requested, and finds the keys without an unfinished job', async ({
  db,
}) => {
  const [userId = ''] = ids
  await enqueue(
    db,
    'claim-notifications',
    { userId },
    { key: userId, startAfter: 10 },
  )
  expect(await jobsIn(db)).toEqual([
    { name: 'claim-notifications', key: userId, waits: 10 },
  ])
  const states = [
    'created',
    'retry',
    'active',
    'completed',
    'failed',
    'cancelled',
  ]
  await enqueueAll(db, 'send-document', ids.slice(0, states.length).map(toSend))
  for (const [n, state] of states.entries())
    await sql`
      update pgboss.job
      set state = ${state}::pgboss.job_state
      where singleton_key = ${ids[n]}`.execute(db)
  expect(
    await withoutJob(db, 'send-document', ids.slice(0, states.length + 1)),
  ).toEqual(ids.slice(3, 7))
  expect(await withoutJob(db, 'send-document', [])).toEqual([])
})

test('two transactions that queue the same keys in opposite orders both succeed', async ({
  committed,
}) => {
  const both = [ids, ids.toReversed()].map((some) =>
    committed
      .transaction()
      .execute((tx) => enqueueAll(tx, 'send-document', some.map(toSend))),
  )
  await Promise.all(both)
  expect(await jobsIn(committed)).toHaveLength(300)
})
