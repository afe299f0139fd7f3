import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type FollowResult, followFigures } from './follow.ts'
import { startChild } from './lib/child.ts'
import { openConnection, requestText } from './lib/http-client.ts'
import { openReplica, type Replica } from './lib/replica.ts'
import { openStage, type Stage } from './lib/stage.ts'
import type { Temporary } from './lib/temporary.ts'
import type { PaceResult } from './pace.ts'

/** Calls a second through the balancer, by how many processes. */
export type Throughput = { processes: number; list: number; profile: number }
export type ScaleResult = {
  throughput: Throughput[]
  /** Seconds that the database rested for the copy, and its size in MB. */
  copy: { seconds: number; megabytes: number }
  /** Milliseconds until the replica shows what was committed: middle and most, at rest and while lists and saves run. */
  lag: { rest: { middle: number; most: number }; busy: { middle: number; most: number } }
  /** The summary read from the replica: first and following answers in ms, and until a change shows in it. */
  reporting: { firstMs: number; nextMs: number; changeMs: number }
  /** 100 requests a second while one of two processes is killed. */
  killed: PaceResult
  /** What is answered while the replica is away, and once it is back. */
  replicaAway: { summary: string; list: string; back: string; backMs: number }
  /** Milliseconds from the primary's end until the promoted replica takes a write. */
  promotedMs: number
  /** The figures beside a standby that falls behind, is cut off and takes over; results of before have none. */
  follow?: Omit<FollowResult, 'promotedMs'>
}

const underwriter = 'underwriter.1@buyer.example'
const listPath = '/api/v1/proxy-loans?tableMode=MY_OWN&sortBy=date&sortType=desc'
const summaryPath = '/api/v1/reporting/slv/summary'

type Order = { database: Temporary; now: Date; seconds: number; concurrency: number }

/** Two processes behind a balancer, and a streaming replica: started, measured, and ended one by one. */
export async function measureScale({ database, now, seconds, concurrency }: Order): Promise<ScaleResult> {
  const replica = await openReplica(database)
  const stages: Stage[] = []
  const open = async () => {
    const stage = await openStage({ ...database, concurrency, now, replicaUrl: replica.url })
    stages.push(stage)
    return stage
  }
  try {
    const [one, two] = [await open(), await open()]
    const throughput = [
      await throughBalancer(one, [one.port], seconds),
      await throughBalancer(one, [one.port, two.port], seconds),
    ]
    const reporting = await reportingFrom(one)
    const rest = await lagOf(database, replica)
    const cookie = await one.signIn(underwriter)
    const text = requestText({ method: 'GET', path: listPath, cookie })
    const work = one.run({ plans: Array.from({ length: 4 }, () => [text]), seconds: 3, cycle: 1 })
    const writes = keepWriting(one, 3000)
    const busy = await lagOf(database, replica)
    await Promise.all([work, writes])
    const replicaAway = await withoutReplica(one, replica)
    const killed = await killOne(one, two, text)
    for (const stage of stages.splice(0)) await stage.stop()
    const { promotedMs, ...follow } = await followFigures(database, replica)
    return {
      throughput,
      copy: { seconds: replica.copiedIn, megabytes: replica.bytes / 2 ** 20 },
      lag: { rest, busy },
      reporting,
      killed,
      replicaAway,
      promotedMs,
      follow,
    }
  } finally {
    for (const stage of stages) await stage.stop().catch(() => undefined)
    await replica.remove()
  }
}

async function throughBalancer(stage: Stage, ports: number[], seconds: number): Promise<Throughput> {
  const balancer = startChild('balancer.ts', ports.map(String))
  try {
    const port = await balancer.ask<number>('port')
    const cookie = await stage.signIn(underwriter)
    const pace = async (path: string) => {
      const text = requestText({ method: 'GET', path, cookie })
      const plans = Array.from({ length: stage.concurrency }, () => [text])
      await stage.run({ port, plans, seconds: seconds / 2, cycle: 1 })
      return (await stage.run({ port, plans, seconds, cycle: 1 })).perSecond
    }
    return { processes: ports.length, list: await pace(listPath), profile: await pace('/api/v1/auth/profile') }
  } finally {
    await balancer.stop()
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function reportingFrom(stage: Stage): Promise<ScaleResult['reporting']> {
  const text = requestText({ method: 'GET', path: summaryPath, cookie: await stage.signIn(underwriter) })
  const volume = async (): Promise<number> => JSON.parse(String((await stage.send(text)).body)).totalVolume
  const firstMs = await timed(volume)
  const nextMs = await timed(volume)
  const before = await volume()
  await stage.rows(
    `update slv set loan_amount = loan_amount + 1 where id = (select id from slv where status = 'APPROVED' limit 1)`,
  )
  const changeMs = await timed(async () => {
    for (const until = performance.now() + 10_000; performance.now() < until; await pause(5))
      if ((await volume()) !== before) return
    throw new Error('A change did not show in the summary within 10 s')
  })
  return { firstMs, nextMs, changeMs }
}

/** Commits a number on the one and asks the other until it is there. */
async function lagOf(database: Temporary, replica: Replica) {
  const [primary, standby] = [database.ownerUrl, replica.ownerUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  )
  if (!primary || !standby) throw new Error('There are two addresses')
  await Promise.all([primary.connect(), standby.connect()])
  try {
    await primary.query('create table if not exists bench_beat (n integer primary key)')
    await primary.query('truncate bench_beat')
    const all: number[] = []
    for (let beat = 1; beat <= 40; beat++) {
      await primary.query('insert into bench_beat values ($1)', [beat])
      all.push(
        await timed(async () => {
          for (const until = performance.now() + 10_000; performance.now() < until; await pause(1)) {
            const { rowCount } = await standby
              .query('select from bench_beat where n = $1', [beat])
              .catch(() => ({ rowCount: 0 }))
            if (rowCount === 1) return
          }
          throw new Error('The replica does not follow')
        }),
      )
      await pause(20)
    }
    all.sort((one, other) => one - other)
    return { middle: all[all.length >> 1] ?? Number.NaN, most: all.at(-1) ?? Number.NaN }
  } finally {
    await Promise.all([primary.end(), standby.end()])
  }
}

async function keepWriting(stage: Stage, forMs: number) {
  const until = performance.now() + forMs
  for (let time = 0; performance.now() < until; time++)
    await stage.rows(
      `update slv set updated_at = now() where id in (select id from slv where status = 'APPROVED' order by id offset $1 limit 20)`,
      [(time % 50) * 20],
    )
}

/** Status of a call, or what went wrong with it. */
async function answerTo(stage: Stage, path: string): Promise<string> {
  const cookie = await stage.signIn(underwriter)
  const connection = await openConnection(stage.port)
  const late = pause(20_000, 'no answer within 20 s')
  return Promise.race([
    connection.send(requestText({ method: 'GET', path, cookie })).then(({ status }) => String(status)),
    late,
  ]).finally(connection.close)
}

async function withoutReplica(stage: Stage, replica: Replica): Promise<ScaleResult['replicaAway']> {
  await replica.stop()
  const [summary, list] = [await answerTo(stage, summaryPath), await answerTo(stage, listPath)]
  await replica.start()
  let back = ''
  const backMs = await timed(async () => {
    for (const until = performance.now() + 15_000; back !== '200' && performance.now() < until; await pause(100))
      back = await answerTo(stage, summaryPath)
  })
  return { summary, list, back, backMs }
}

async function killOne(one: Stage, two: Stage, text: string): Promise<PaceResult> {
  const balancer = startChild('balancer.ts', [String(one.port), String(two.port)])
  try {
    const port = await balancer.ask<number>('port')
    const pace = one.pace({ port, plans: Array.from({ length: 20 }, () => [text]), rate: 100, seconds: 6 })
    await pause(3000)
    if (two.pid !== undefined) process.kill(two.pid, 'SIGKILL')
    return await pace
  } finally {
    await balancer.stop()
  }
}
