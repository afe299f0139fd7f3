import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { expect } from 'vitest'
import { test } from '../../../test/fixture.ts'
import type { Db } from '../database/db.ts'
import { makeLog } from '../log.ts'
import { createFairQueue, type Sender } from './fair-queue.ts'
import { enqueue, enqueueAll, migrateJobs, withoutJob } from './jobs.ts'
import { makeShutdown } from './shutdown.ts'
import { makeThreads } from './threads.ts'

const ids = Array.from(
  { length: 300 },
  (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
)
const toSend = (id: string) => ({ data: { documentId: id }, key: id })

type Row = { name: string; key: string; waits: number }
const jobsIn = async (db: Db) =>
  (
    await sql<Row>`
      select name, singleton_key as key, extract(epoch from start_after - created_on)::int as waits
      from pgboss.job order by name, singleton_key`.execute(db)
  ).rows

test('startup deletes retired queues with their schedules, and keeps those of a newer release', async ({
  ownerUrl,
  committed,
}) => {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    max: 1,
  })
  await boss.start()
  for (const name of ['sweep-tally', 'of-a-newer-release']) {
    await boss.createQueue(name)
    await boss.schedule(name, '* * * * *')
    await boss.send(name)
  }
  await boss.stop({ graceful: false })
  await migrateJobs(ownerUrl)
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

test('queueing delays a job as requested, and finds the keys without an unfinished job', async ({
  db,
}) => {
  const [userId = ''] = ids
  await enqueue(
    db,
    'mail-notifications',
    { userId },
    { key: userId, startAfter: 10 },
  )
  expect(await jobsIn(db)).toEqual([
    { name: 'mail-notifications', key: userId, waits: 10 },
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
    await sql`update pgboss.job set state = ${state}::pgboss.job_state where singleton_key = ${ids[n]}`.execute(
      db,
    )
  expect(
    await withoutJob(db, 'send-document', ids.slice(0, states.length + 1)),
  ).toEqual(ids.slice(3, 7))
  expect(await withoutJob(db, 'send-document', [])).toEqual([])
})

test('queueing two that queue the same keys in another order both succeed', async ({
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

const sender = { id: 'ann', companyId: 'acme' }
const overrun = (of: string) => new Error(`too much ${of}`)
/** Far more than a thread takes to start, also on a busy machine. */
const ample = 60_000

const make = (limitMs: number) =>
  makeThreads<string, string>({
    file: new URL('../../../test/odd-thread.ts', import.meta.url),
    total: 1,
    perCompany: 1,
    perPerson: 1,
    waitingPerPerson: 10,
    message: 'too many',
    limitMs,
    memoryMb: 64,
  })

test.for([
  ['run forever', 5_000, { message: 'too much time' }],
  ['fill', ample, { message: 'too much memory' }],
  ['die', ample, { code: 'unavailable' }],
] as const)(
  'a thread with the order to %s is replaced, and the next order is done',
  async ([order, limitMs, refusal]) => {
    const { run, stop } = make(limitMs)
    await expect(run(order, overrun, sender)).rejects.toMatchObject(refusal)
    expect(await run('work', overrun, sender)).toBe('done')
    await stop()
  },
)

const limits = {
  total: 3,
  perCompany: 2,
  perPerson: 1,
  waitingPerPerson: 3,
  message: 'Come back later',
}
const person = (id: string, companyId = id): Sender => ({ id, companyId })

test('a fair queue serves companies and people in rotation', async () => {
  const { enter } = createFairQueue({
    ...limits,
    total: 1,
    waitingPerPerson: 30,
  })
  const order: string[] = []
  const runTurn = async (sender: Sender) => {
    const leave = await enter(sender)
    order.push(sender.id)
    await setImmediate()
    leave()
  }
  const storm = Array.from({ length: 30 }, () => runTurn(person('ann', 'acme')))
  await Promise.all([
    ...storm,
    runTurn(person('bo', 'birch')),
    runTurn(person('al', 'acme')),
  ])
  expect(order.slice(0, 4)).toEqual(['ann', 'ann', 'bo', 'al'])
  expect(order).toHaveLength(32)
})

test('a person with many waiting requests gets one at a time, others as many as the limit allows', async () => {
  const { enter } = createFairQueue({
    ...limits,
    total: 9,
    perCompany: 9,
    perPerson: 2,
    waitingPerPerson: 30,
  })
  let running = 0
  const most = { few: 0, storm: 0 }
  const runTurn = async (kind: keyof typeof most) => {
    const leave = await enter(person(kind))
    most[kind] = Math.max(most[kind], ++running)
    await setImmediate()
    running--
    leave()
  }
  await Promise.all(Array.from({ length: 8 }, () => runTurn('few')))
  expect(most.few).toBe(2)
  const first = await Promise.all([
    enter(person('storm')),
    enter(person('storm')),
  ])
  const waiting = Array.from({ length: 14 }, () => runTurn('storm'))
  for (const leave of first) leave()
  await setImmediate()
  expect(most.storm).toBe(1)
  await Promise.all(waiting)
})

test('a fair queue drops the turn of a client that disconnects and never starts it', async () => {
  const { enter } = createFairQueue({
    ...limits,
    total: 1,
    waitingPerPerson: 1,
  })
  const leave = await enter(person('ann'))
  const gone = new AbortController()
  const cancelled = enter(person('ann'), gone.signal)
  gone.abort(new Error('gone'))
  await expect(cancelled).rejects.toThrow('gone')
  const next = enter(person('ann')) // the cancelled turn no longer counts
  leave()
  const nextLeave = await next
  await expect(
    enter(person('bo'), AbortSignal.abort(new Error('too late'))),
  ).rejects.toThrow('too late')
  nextLeave()
  await enter(person('bo'))
})

const log = makeLog('silent')

test('it is not ready at first, and releases the newest step first', async () => {
  const shutdown = makeShutdown(log)
  const done: string[] = []
  shutdown.add('database', () => done.push(`database ${shutdown.isReady}`))
  shutdown.add('server', () => done.push(`server ${shutdown.isReady}`))
  expect(shutdown.isReady).toBe(false)
  shutdown.ready()
  expect(shutdown.isReady).toBe(true)

  expect(await shutdown.end()).toBe(true)
  expect(done).toEqual(['server false', 'database false'])
})

test('a second signal joins the first', async () => {
  const shutdown = makeShutdown(log)
  let times = 0
  shutdown.add('server', () => {
    times += 1
  })
  expect(await Promise.all([shutdown.end(), shutdown.end()])).toEqual([
    true,
    true,
  ])
  expect(times).toBe(1)
})

test('a failing step does not prevent the others, and a hanging one is abandoned after the limit', async () => {
  const shutdown = makeShutdown(log)
  const done: string[] = []
  shutdown.add('database', () => done.push('database'))
  shutdown.add('server', () => {
    throw new Error('no')
  })
  expect(await shutdown.end()).toBe(false)
  expect(done).toEqual(['database'])
  const hanging = makeShutdown(log, 30)
  hanging.add('server', () => new Promise(() => {}))
  expect(await hanging.end()).toBe(false)
})
