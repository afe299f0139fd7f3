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
  const release = await prepareRelease(home)
  const firstPort = await freePort()
  const secondPort = await freePort()
  const proxy = await startProxy([
    `http://127.0.0.1:${firstPort}`,
    `http://127.0.0.1:${secondPort}`,
  ])
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
  const one = createNode({ folder: home, port: firstPort, settings })
  const two = createNode({ folder: home, port: secondPort, settings })
  for (const node of [one, two]) {
    opened.defer(async () => void (await node.stop()))
    await node.start(release.folder)
  }

  const client = new pg.Client({ connectionString: primary.ownerUrl })
  await client.connect()
  opened.defer(() => client.end())
  const sql = async <R extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ) => (await client.query<R>(text, values)).rows

  /** Waits until the proxy sends requests to this many nodes. */
  const waitForNodes = async (count: number) => {
    while (proxy.readyNodes() !== count) await pause(20)
  }
  await waitForNodes(2)
  const { cookie, slvIds } = await addUnderwriter(sql)
  const resources = opened.move()
  return {
    one,
    two,
    proxy,
    sql,
    waitForNodes,
    cookie,
    slvIds,
    /** Runs a command of server/tools with the settings of the nodes. */
    runTool: (name: string, ...args: string[]) => runTool(settings, name, args),
    /** The release that the nodes were started from. */
    release: release.name,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** The folder and name of the release that the nodes start from. */
async function prepareRelease(home: string) {
  if (!(await hasPrevious()))
    return { folder: thisRelease, name: 'this release' }
  return {
    folder: await unpackPrevious(join(home, 'previous')),
    name: await previousCommit(),
  }
}

function runTool(
  settings: Record<string, string>,
  name: string,
  args: readonly string[],
) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...settings }
  const program = [`server/tools/${name}`, ...args]
  return run(process.execPath, program, { cwd: thisRelease, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }) => ({ code, output: stderr }),
  )
}

type Sql = (text: string, values?: unknown[]) => Promise<{ id: string }[]>

/**
 * One signed-in underwriter and their SLVs, by SQL that both releases
 * understand.
 */
async function addUnderwriter(sql: Sql) {
  const [buyer] = await sql(
    `insert into company (kind, name) values ('BUYER', 'Buyer') returning id`,
  )
  const [seller] = await sql(
    `insert into company (kind, name, corr_id) values ('SELLER', 'ACME', 'C1') returning id`,
  )
  const underwriterId = await addPerson(sql, 'una', 'UNDERWRITER', buyer?.id)
  const ownerId = await addPerson(sql, 'sam', 'SELLER', seller?.id)
  await sql(
    `
      insert into user_permission (user_id, permission)
      values ($1, 'viewSlvDepartment'), ($1, 'myOwn')`,
    [underwriterId],
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
    [seller?.id, ownerId, underwriterId],
  )
  return {
    cookie: await signIn(sql, underwriterId),
    slvIds: slvs.map(({ id }) => id),
  }
}

async function addPerson(
  sql: Sql,
  name: string,
  role: string,
  companyId: string | undefined,
) {
  const [user] = await sql(
    `
      insert into app_user (email, first_name, company_id)
      values ($1 || '@test.example', $1, $2)
      returning id`,
    [name, companyId],
  )
  await sql(
    `insert into user_role (user_id, role, position) values ($1, $2, 0)`,
    [user?.id, role],
  )
  return user?.id
}

/** Returns the cookie of a new session. */
async function signIn(sql: Sql, userId: string | undefined) {
  const token = 'a'.repeat(43)
  await sql(
    `insert into session (token_hash, user_id, created_at, last_used_at, ends_at)
      values ($1, $2, now(), now(), now() + interval '12 hours')`,
    [createHash('sha256').update(token).digest(), userId],
  )
  return `session=${token}`
}
