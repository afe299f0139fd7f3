import pg from 'pg'
import { openSession } from '../../../server/src/auth/session.ts'
import { openDb } from '../../../server/src/lib/db.ts'
import type { LoadOrder, LoadResult } from '../load.ts'
import type { PaceOrder, PaceResult } from '../pace.ts'
import type { PortalQuestion, Sent } from '../portal.ts'
import { type Child, startChild } from './child.ts'
import { openConnection, type Reply } from './http-client.ts'

/** Where it is measured: a filled database, the portal and the load in processes of their own. */
export type Stage = {
  url: string
  ownerUrl: string
  port: number
  pid: number | undefined
  /** Connections that ask at once; the pool has 20. */
  concurrency: number
  /** A session of the person with this e-mail, as its cookie. */
  signIn: (email: string) => Promise<string>
  /** Sends one request to the portal; throws unless it is answered 200. */
  send: (request: string) => Promise<Reply>
  /** The SQL that the portal sends while `work` runs. */
  listen: (work: () => Promise<unknown>) => Promise<Sent[]>
  run: (order: Omit<LoadOrder, 'port'> & { port?: number }) => Promise<LoadResult>
  /** Requests at a fixed rate, from a process of their own: two may run side by side. */
  pace: (order: Omit<PaceOrder, 'port'> & { port?: number }) => Promise<PaceResult>
  /** Bytes of memory that the portal's process holds. */
  memory: () => Promise<number>
  /** Whether it serves the built web too. */
  hasWeb: boolean
  /** Milliseconds of processor time that the portal's process has used so far. */
  cpu: () => Promise<number>
  rows: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>
  stop: () => Promise<void>
}

type Options = {
  url: string
  ownerUrl: string
  concurrency: number
  now: Date
  webFolder?: string
  /** Where reporting reads, if not from the database itself. */
  replicaUrl?: string
  nodeOptions?: string[]
}

/** Starts the portal and the load against a database that is filled. */
export async function openStage({
  url,
  ownerUrl,
  concurrency,
  now,
  webFolder,
  replicaUrl,
  nodeOptions,
}: Options): Promise<Stage> {
  const portal: Child = startChild('portal.ts', [url, webFolder ?? '', replicaUrl ?? ''], nodeOptions)
  const load = startChild('load.ts')
  const db = openDb({ url, size: 2 })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const ask = <Answer>(question: PortalQuestion) => portal.ask<Answer>(question)
  const port = await ask<number>('port')

  const send = async (request: string) => {
    const connection = await openConnection(port)
    const reply = await connection.send(request).finally(connection.close)
    if (reply.status !== 200)
      throw new Error(`${request.split('\r\n', 1)[0]} was answered ${reply.status}: ${reply.body}`)
    return reply
  }
  const rows: Stage['rows'] = async (sql, values = []) => (await client.query(sql, values)).rows
  const signIn = async (email: string) => {
    const [user] = await rows<{ id: string }>('select id from app_user where email = $1', [email])
    if (!user) throw new Error(`Nobody is ${email}`)
    const token = await openSession(db, user.id, now, 'bench')
    return token
  }
  return {
    url,
    ownerUrl,
    port,
    pid: portal.pid,
    concurrency,
    signIn,
    send,
    rows,
    listen: async (work) => {
      await ask('record')
      await work()
      return ask<Sent[]>('recorded')
    },
    cpu: async () => {
      const { user, system } = await ask<NodeJS.CpuUsage>('cpu')
      return (user + system) / 1000
    },
    memory: () => ask<number>('memory'),
    hasWeb: webFolder !== undefined,
    pace: async (order) => {
      const pacer = startChild('load.ts')
      return pacer.ask<PaceResult>({ port, ...order }).finally(pacer.stop)
    },
    run: (order) => load.ask<LoadResult>({ port, ...order }),
    stop: async () => {
      await Promise.all([load.stop(), portal.stop()])
      await client.end()
      await db.destroy()
    },
  }
}
