import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { createNode, freePort, thisRelease } from './node.ts'
import {
  hasPrevious,
  previousCommit,
  unpackPrevious,
} from './previous-release.ts'
import { startProxy } from './proxy.ts'
import { startReplicatedPostgres } from './replicated-postgres.ts'

const run = promisify(execFile)

export type Drill = Awaited<ReturnType<typeof openDrill>>

/**
 * Starts two nodes of the previous release (of this one where git doesn't have
 * it) behind a proxy, on one database with a replica.
 */
export async function openDrill() {
  await using opened = new AsyncDisposableStack()
  const home = await mkdtemp(join(tmpdir(), 'portal-nodes-'))
  opened.defer(() => rm(home, { recursive: true, force: true }))
  await chmod(home, 0o755)
  const { primary, replica } = await startReplicatedPostgres(home, opened)
  const previous = (await hasPrevious())
    ? await unpackPrevious(join(home, 'previous'))
    : thisRelease

  const ports = [await freePort(), await freePort()]
  const proxy = await startProxy(
    ports.map((port) => `http://127.0.0.1:${port}`),
  )
  opened.defer(proxy.stop)
  const settings = {
    DATABASE_URL: primary.url,
    DATABASE_OWNER_URL: primary.ownerUrl,
    DATABASE_REPLICA_URL: replica.url,
    LOAN_DOCK_URL: 'http://127.0.0.1:9',
    PUBLIC_URL: proxy.url,
    ALLOW_INSECURE: 'PUBLIC_URL,LOAN_DOCK_URL',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    FILES_URL: `file://${home}/files`,
    SHUTDOWN_DELAY_SECONDS: '2',
  }
  const nodes = ports.map((port) =>
    createNode({ folder: home, port, settings }),
  )
  for (const node of nodes) opened.defer(async () => void (await node.stop()))
  const [one, two] = nodes
  if (!one || !two) throw new Error('There are two nodes')
  await one.start(previous)
  await two.start(previous)

  const client = new pg.Client({ connectionString: primary.ownerUrl })
  await client.connect()
  opened.defer(() => client.end())
  const sql = async <R extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ) => (await client.query<R>(text, values)).rows

  /** Runs a command of server/tools with the settings of the nodes. */
  const runTool = async (name: string, ...args: string[]) => {
    const program = [`server/tools/${name}`, ...args]
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...settings }
    const ended = run(process.execPath, program, { cwd: thisRelease, env })
    return ended.then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stderr }) => ({ code, output: stderr }),
    )
  }

  /** Waits until the proxy sends requests to this many nodes. */
  const waitForNodes = async (count: number) => {
    while (proxy.readyNodes() !== count) await pause(20)
  }
  await waitForNodes(2)
  const resources = opened.move()
  return {
    one,
    two,
    proxy,
    sql,
    runTool,
    waitForNodes,
    ...(await addUnderwriter(sql)),
    /** The release that the nodes were started from. */
    release: previous === thisRelease ? 'this release' : await previousCommit(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

type Sql = (text: string, values?: unknown[]) => Promise<{ id: string }[]>

/**
 * One signed-in underwriter and their SLVs, by SQL that both releases
 * understand.
 */
async function addUnderwriter(sql: Sql) {
  const token = 'a'.repeat(43)
  const [buyer] = await sql(
    `insert into company (kind, name) values ('BUYER', 'Buyer') returning id`,
  )
  const [seller] = await sql(
    `insert into company (kind, name, corr_id) values ('SELLER', 'ACME', 'C1') returning id`,
  )
  const addPerson = async (
    name: string,
    role: string,
    company: string | undefined,
  ) => {
    const [user] = await sql(
      `
        insert into app_user (email, first_name, company_id)
        values ($1 || '@test.example', $1, $2)
        returning id`,
      [name, company],
    )
    await sql(
      `insert into user_role (user_id, role, position) values ($1, $2, 0)`,
      [user?.id, role],
    )
    return user?.id
  }
  const underwriter = await addPerson('una', 'UNDERWRITER', buyer?.id)
  const owner = await addPerson('sam', 'SELLER', seller?.id)
  await sql(
    `
      insert into user_permission (user_id, permission)
      values ($1, 'viewSlvDepartment'), ($1, 'myOwn')`,
    [underwriter],
  )
  await sql(
    `insert into session (token_hash, user_id, created_at, last_used_at, ends_at)
      values ($1, $2, now(), now(), now() + interval '12 hours')`,
    [createHash('sha256').update(token).digest(), underwriter],
  )
  const slvs = await sql(
    `
      insert into slv (
        type,
        status,
        company_id,
        seller_id,
        created_by_id,
        underwriter_id,
        buyer_loan,
        date,
        created_at,
        updated_at
      )
      select 'PRE', 'REVIEW', $1, $2, $2, $3, (8000000 + n)::text, now(), now(), now()
      from generate_series(1, 20) n
      returning id`,
    [seller?.id, owner, underwriter],
  )
  return { cookie: `session=${token}`, slvIds: slvs.map(({ id }) => id) }
}
