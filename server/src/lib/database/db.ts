import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '@portal/contract/user/model'
import {
  Kysely,
  type PostgresCursorConstructor,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import pg from 'pg'
import { CopyCursor } from './copy-cursor.ts'
import type { DB } from './db-types.ts'
import { PortalConnection, sendQuery } from './pg-client.ts'
import { appRole, asRole, type Role, tenantRole } from './roles.ts'

/** The database, or a transaction on it. */
export type Db = Kysely<DB>

type DbOptions = {
  url: string
  size?: number
  onError?: (error: Error) => void
}

const { builtins } = pg.types
const dateArray = 1182
const numericArray = 1231
const int8Array = 1016

const toNumber = (text: string): number => Number(text)
const unchanged = (text: string): string => text
const textArray = 1009
const texts: (text: string) => string[] = pg.types.getTypeParser(
  textArray as never,
)

/** count(*) and our amounts fit a double. A date stays 'yyyy-MM-dd'. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toNumber],
  [builtins.NUMERIC, toNumber],
  [builtins.DATE, unchanged],
  [int8Array, (text) => texts(text).map(toNumber)],
  [numericArray, (text) => texts(text).map(toNumber)],
  [dateArray, texts],
])

export const toSnakeCase = (name: string): string =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/**
 * Writes camelCase names in snake case. Kysely's CamelCasePlugin copies the
 * whole query for that, a third of its build time.
 */
class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(toSnakeCase(name))
  }
}

class PortalDialect extends PostgresDialect {
  override createQueryCompiler = () => new SnakeCaseCompiler()
}

/**
 * Opens the database in the application's role, and for `dbOf` a second pool in
 * the tenants' role; `destroy()` closes both.
 */
export function openDb(options: DbOptions): Db {
  const pool = poolAs(appRole, options)
  const tenants = poolAs(tenantRole, options)
  const both: PostgresPool = {
    connect: async () => new PortalConnection(await pool.connect()),
    end: async () => void (await Promise.all([pool.end(), tenants.end()])),
    options: {},
  }
  const db = kyselyOn(both)
  registerCompanyDbs(db, (companyId) =>
    kyselyOn(poolOfCompany(tenants, companyId)),
  )
  pools.set(db, { app: pool, tenant: tenants })
  return db
}

const pools = new WeakMap<Db, Record<'app' | 'tenant', pg.Pool>>()

/**
 * How many connections of each pool are in use and idle, and how many queries
 * wait for one.
 */
export const listPools = (db: Db) =>
  Object.entries(pools.get(db) ?? {}).map(
    ([pool, { totalCount, idleCount, waitingCount }]) => ({
      pool,
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    }),
  )

const kyselyOn = (pool: PostgresPool): Db =>
  new Kysely<DB>({
    dialect: new PortalDialect({
      pool,
      cursor: CopyCursor as unknown as PostgresCursorConstructor,
    }),
  })

function poolAs(
  role: Role,
  { url, size = 20, onError = () => {} }: DbOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: asRole(url, role),
    max: size,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Prepared statements pile up on a connection, so it is replaced from time
    // to time.
    maxLifetimeSeconds: 1800,
    application_name: 'portal',
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // The pool listens to idle connections only; one that dies between two
  // queries of a transaction would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

type AfterCommit = (db: Db) => void
const waiting = new WeakMap<Db, AfterCommit[]>()

/**
 * Runs `work` on the database once this transaction of `inTransaction` has
 * committed, or now without one. Not in a transaction that was begun elsewhere.
 */
export function afterCommit(db: Db, work: AfterCommit): void {
  if (db.isTransaction) waiting.get(db)?.push(work)
  else work(db)
}

const retried = new Set(['40P01', '40001'])
const attempts = 4

/**
 * Runs the work in the caller's transaction or a new one, which is retried up
 * to three times after a deadlock. So the work must do nothing outside the
 * database.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      const later: AfterCommit[] = []
      const result = await db.transaction().execute((tx) => {
        waiting.set(tx, later)
        return work(tx)
      })
      for (const run of later) run(db)
      return result
    } catch (error) {
      const code =
        error instanceof Error && 'code' in error ? String(error.code) : ''
      if (attempt === attempts || !retried.has(code)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}

type Opener = (companyId: string) => Db
const openers = new WeakMap<Db, Opener>()

const maxKept = 5000

export function registerCompanyDbs(db: Db, open: Opener): void {
  const kept = new Map<string, Db>()
  openers.set(db, (companyId) => {
    const known = kept.get(companyId)
    if (known) return known
    if (kept.size === maxKept) kept.clear()
    const part = open(companyId)
    kept.set(companyId, part)
    return part
  })
}

const staff: readonly Actor['role'][] = ['UNDERWRITER', 'BDD', 'UBDD']

/**
 * The database for an actor's request: all of it for the buyer's people, else
 * their own company's rows, by row-level security.
 */
export function dbOf(
  db: Db,
  { role, companyId }: Pick<Actor, 'role' | 'companyId'>,
): Db {
  // A transaction stays on its connection; the portal's own begins after this,
  // on the part.
  if (staff.includes(role) || db.isTransaction) return db
  const open = openers.get(db)
  if (!open)
    throw new Error('This database was not opened by openDb: it has no parts')
  return open(companyId)
}

const companies = new WeakMap<pg.PoolClient, string>()

/** A pool whose connections are set to one company. */
function poolOfCompany(pool: pg.Pool, companyId: string): PostgresPool {
  return {
    connect: async () =>
      new PortalConnection(await connectFor(pool, companyId)),
    end: async () => undefined,
    options: {},
  }
}

const abortedTransaction = '25P02'

/**
 * A connection with an open transaction is discarded. After an error its state
 * is known only once it answers again, so it is checked after the company is
 * set too.
 */
async function connectFor(
  pool: pg.Pool,
  companyId: string,
): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const isFree = () => client.getTransactionStatus() === 'I'
    if (isFree() && companies.get(client) === companyId) return client
    if (isFree() && (await isSetTo(client, companyId)) && isFree())
      return client
    client.release(true)
  }
}

async function isSetTo(
  client: pg.PoolClient,
  companyId: string,
): Promise<boolean> {
  companies.delete(client)
  try {
    await sendQuery(client, "select set_config('portal.company', $1, false)", [
      companyId,
    ])
    companies.set(client, companyId)
    return true
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      error.code === abortedTransaction
    )
      return false
    client.release(true)
    throw error
  }
}

/**
 * Why row-level security would not protect the tables, as when the login is an
 * owner or a superuser. Null if it does.
 */
export async function findRowSecurityGap(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    login: string
    isSuper: boolean
    owns: boolean
  }>`
    select session_user::text as login,
      (select rolsuper from pg_roles where rolname = session_user) as is_super,
      exists (select from pg_class
        where relnamespace = 'public'::regnamespace and pg_has_role(session_user, relowner, 'member')) as owns`.execute(
    db,
  )
  const [found] = rows
  if (!found || !(found.isSuper || found.owns)) return null
  return `${found.login} ${found.isSuper ? 'is a superuser' : 'owns the tables'}`
}
