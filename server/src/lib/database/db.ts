import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '@portal/contract/user/model'
import type { Kysely, PostgresPool } from 'kysely'
import pg from 'pg'
import { companyPool } from './company-pool.ts'
import type { DB } from './db-types.ts'
import { createKysely, getTypeParser } from './dialect.ts'
import { PortalConnection } from './pg-client.ts'
import { appRole, asRole, type Role, tenantRole } from './roles.ts'

/** The database, or a transaction on it. */
export type Db = Kysely<DB>

type DbOptions = {
  url: string
  size?: number
  onError?: (error: Error) => void
}

/**
 * Opens the database in the application's role, and for `getDbFor` a second pool in
 * the tenants' role; `destroy()` closes both.
 */
export function openDb(options: DbOptions): Db {
  const app = openPool(appRole, options)
  const tenant = openPool(tenantRole, options)
  const kyselyPool: PostgresPool = {
    connect: async () => new PortalConnection(await app.connect()),
    end: async () => {
      await Promise.all([app.end(), tenant.end()])
    },
    options: {},
  }
  const db = createKysely(kyselyPool)
  registerCompanyDbs(db, (companyId) =>
    createKysely(companyPool(tenant, companyId)),
  )
  pools.set(db, { app, tenant })
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

function openPool(
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
    types: { getTypeParser },
  })
  // The pool listens to idle connections only; one that dies between two
  // queries of a transaction would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

type AfterCommit = (db: Db) => void

/** What each transaction of `inTransaction` does once it has committed. */
const commitActions = new WeakMap<Db, AfterCommit[]>()

/**
 * Runs `work` on the database once this transaction of `inTransaction` has
 * committed, or now without one. Not in a transaction that was begun elsewhere.
 */
export function afterCommit(db: Db, work: AfterCommit): void {
  if (db.isTransaction) commitActions.get(db)?.push(work)
  else work(db)
}

const maxAttempts = 4

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
      return await runTransaction(db, work)
    } catch (error) {
      if (attempt === maxAttempts || !isDeadlock(error)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}

async function runTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const actions: AfterCommit[] = []
  const result = await db.transaction().execute((tx) => {
    commitActions.set(tx, actions)
    return work(tx)
  })
  for (const action of actions) action(db)
  return result
}

/** PostgreSQL's deadlock_detected and serialization_failure. */
const deadlockCodes = new Set<unknown>(['40P01', '40001'])

const isDeadlock = (error: unknown) =>
  error instanceof Error && 'code' in error && deadlockCodes.has(error.code)

type OpenCompanyDb = (companyId: string) => Db
const companyDbs = new WeakMap<Db, OpenCompanyDb>()

const maxCached = 5000

/** Opens each company's part of the database at its first use. */
export function registerCompanyDbs(db: Db, open: OpenCompanyDb): void {
  const cache = new Map<string, Db>()
  companyDbs.set(db, (companyId) => {
    const cached = cache.get(companyId)
    if (cached) return cached
    if (cache.size === maxCached) cache.clear()
    const companyDb = open(companyId)
    cache.set(companyId, companyDb)
    return companyDb
  })
}

const staff: readonly Actor['role'][] = ['UNDERWRITER', 'BDD', 'UBDD']

/**
 * The database for an actor's request: all of it for the buyer's people, else
 * their own company's rows, by row-level security.
 */
export function getDbFor(
  db: Db,
  { role, companyId }: Pick<Actor, 'role' | 'companyId'>,
): Db {
  // A caller's transaction stays on its connection. The portal's own
  // transactions begin later, on the company's part.
  if (staff.includes(role) || db.isTransaction) return db
  const open = companyDbs.get(db)
  if (!open)
    throw new Error('This database was not opened by openDb: it has no parts')
  return open(companyId)
}
