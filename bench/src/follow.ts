import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDb } from '../../server/src/lib/db.ts'
import { keepFigures } from '../../server/src/reporting/keep-figures.ts'
import type { Replica } from './lib/replica.ts'
import type { Temporary } from './lib/temporary.ts'

/** What the figures say while a standby falls behind, is cut off, and takes over with the last commit lost. */
export type FollowResult = {
  /** Whether a copy that replays nothing, and one that hears of nothing, say how old they are; and one that is level says now. */
  saysLevel: boolean
  saysBehind: boolean
  saysCutOff: boolean
  /** Milliseconds from the primary's end until the standby took a write. */
  promotedMs: number
  /** Milliseconds of the first figures of a node that had counted what is lost, and whether they are what is there now. */
  anewMs: number
  isTruth: boolean
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** An address that leads to one database and, once it is turned, to another: as DATABASE_URL behind a name does. */
async function openGate(url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-gate-'))
  await chmod(folder, 0o755)
  const socketOf = (address: string) => join(decodeURIComponent(new URL(address).hostname), '.s.PGSQL.5432')
  let target = socketOf(url)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const other = connect(target)
    for (const one of [socket, other]) {
      open.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        socket.destroy()
        other.destroy()
        open.delete(one)
      })
    }
    socket.pipe(other).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  return {
    url: url.replace(new URL(url).hostname, encodeURIComponent(folder)),
    turnTo: (address: string) => {
      target = socketOf(address)
      for (const socket of open) socket.destroy()
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The trial; the primary has ended and the replica is the primary afterwards. */
export async function followFigures(database: Temporary, replica: Replica): Promise<FollowResult> {
  const gate = await openGate(database.url)
  const quiet = { onError: () => undefined, size: 2 }
  const [primary, copy] = [openDb({ url: gate.url, ...quiet }), openDb({ url: replica.url, ...quiet })]
  const [owner, standby] = [database.ownerUrl, replica.ownerUrl].map((url) => new pg.Client({ connectionString: url }))
  if (!owner || !standby) throw new Error('There are two addresses')
  owner.on('error', () => undefined)
  const nodes = { reading: keepFigures(copy, primary), writing: keepFigures(primary) }
  const asOf = async () => (await nodes.reading.fresh()).asOf
  const cents = async () => {
    const { columns } = await nodes.writing.fresh()
    const { amount, status } = columns.arrays()
    let sum = 0
    for (let place = 0; place < columns.size(); place++)
      if (status[place] !== 255) sum += Math.max(0, amount[place] ?? 0)
    return sum
  }
  const change = `update slv set loan_amount = loan_amount + 1 where id = (select id from slv where status = 'APPROVED' order by id limit 1)`
  const until = async (isSo: () => Promise<boolean>) => {
    for (const end = performance.now() + 10_000; performance.now() < end; await pause(20)) if (await isSo()) return true
    return false
  }
  try {
    await Promise.all([owner.connect(), standby.connect()])
    await owner.query(change)
    const saysLevel = await until(async () => (await asOf()) === null)
    await standby.query('select pg_wal_replay_pause()')
    await owner.query(change)
    const saysBehind = (await asOf()) !== null
    await standby.query('select pg_wal_replay_resume()')
    await until(async () => (await asOf()) === null)
    // Cut off: it has replayed all that it heard of, and hears of nothing more.
    await standby.query(`alter system set primary_conninfo = ''`)
    await standby.query('select pg_reload_conf()')
    await until(async () => (await standby.query('select from pg_stat_wal_receiver')).rowCount === 0)
    await cents()
    await owner.query(change)
    const lost = await cents()
    const saysCutOff = (await asOf()) !== null
    await owner.end()
    await database.end()
    const promotedMs = await timed(async () => {
      await standby.query('select pg_promote()')
      await standby.query('create table if not exists bench_beat (n integer primary key)')
    })
    gate.turnTo(replica.url)
    // As many transactions as bring the new primary past what that node had read of the old one.
    for (let n = 0; n < 40; n++) await standby.query('select pg_current_xact_id()')
    let now = Number.NaN
    const anewMs = await timed(() =>
      until(async () => {
        now = await cents().catch(() => Number.NaN)
        return !Number.isNaN(now)
      }),
    )
    const { rows } = await standby.query<{ cents: string }>(
      `select sum(loan_amount * 100)::bigint as cents from slv where status <> 'DRAFT'`,
    )
    return {
      ...{ saysLevel, saysBehind, saysCutOff, promotedMs, anewMs },
      isTruth: now === Number(rows[0]?.cents) && now === lost - 100,
    }
  } finally {
    await Promise.all([primary.destroy(), copy.destroy(), standby.end().catch(() => undefined)])
    await gate.close()
  }
}
