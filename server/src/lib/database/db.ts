import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '@portal/contract/user/model'
import {
  Kysely,
  type PostgresCursorConstructor,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { CopyCursor } from './copy-cursor.ts'
import type { DB } from './db-types.ts'
import { PortalConnection } from './pg-client.ts'
import { appRole, asRole, type Role, tenantRole } from './roles.ts'
import { poolOfCompany } from './tenants.ts'

/** The database, or a transaction on it: whoever gets one need not know which. */
export type Db = Kysely<DB>

export type DbOptions = {
  url: string
  /** Connections at most, in each of the two roles. */
  size?: number
  /** A connection died; its query fails by itself. */
  onError?: (error: Error) => void
}

const { builtins } = pg.types
const dateArray = 1182
const numericArray = 1231
const int8Array = 1016

const toNumber = (text: string): number => Number(text)
const asItStands = (text: string): string => text
const textArray = 1009
const texts: (text: string) => string[] = pg.types.getTypeParser(textArray as never)

/** count(*) and our amounts fit a double; a date is a civil day and no instant, so it stays 'yyyy-MM-dd'. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toNumber],
  [builtins.NUMERIC, toNumber],
  [builtins.DATE, asItStands],
  [int8Array, (text) => texts(text).map(toNumber)],
  [numericArray, (text) => texts(text).map(toNumber)],
  [dateArray, texts],
])

/** loanAmount → loan_amount */
export const toSnakeCase = (name: string): string =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** Writes camelCase names in snake case. Kysely's CamelCasePlugin copies the whole query for that, a third of its build time. */
class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(toSnakeCase(name))
  }
}

class PortalDialect extends PostgresDialect {
  override createQueryCompiler = () => new SnakeCaseCompiler()
}

/** Opens the database in the application's role, and for `dbOf` a second pool in the tenants' role; `destroy()` closes both. */
export function openDb(options: DbOptions): Db {
  const pool = poolAs(appRole, options)
  const tenants = poolAs(tenantRole, options)
  const both: PostgresPool = {
    connect: async () => new PortalConnection(await pool.connect()),
    end: async () => void (await Promise.all([pool.end(), tenants.end()])),
    options: {},
  }
  const db = kyselyOn(both)
  keepOpener(db, (companyId) => kyselyOn(poolOfCompany(tenants, companyId)))
  return db
}

const kyselyOn = (pool: PostgresPool): Db =>
  new Kysely<DB>({ dialect: new PortalDialect({ pool, cursor: CopyCursor as unknown as PostgresCursorConstructor }) })

function poolAs(role: Role, { url, size = 20, onError = () => {} }: DbOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: asRole(url, role),
    max: size,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Prepared statements pile up on a connection; a fresh one now and then keeps them few.
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
  // The pool listens to idle connections only; one that dies between two queries of a transaction would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

type Opener = (companyId: string) => Db
const openers = new WeakMap<Db, Opener>()

const mostKept = 5000

/** Registers how a company's part of this database is opened. */
export function keepOpener(db: Db, open: Opener): void {
  const kept = new Map<string, Db>()
  openers.set(db, (companyId) => {
    const known = kept.get(companyId)
    if (known) return known
    if (kept.size === mostKept) kept.clear()
    const part = open(companyId)
    kept.set(companyId, part)
    return part
  })
}

const staff: readonly Actor['role'][] = ['UNDERWRITER', 'BDD', 'UBDD']

/**
 * The database as an actor's request may use it: the buyer's people all of it, everybody else their own company's part,
 * which row-level security keeps apart (server/migrations/0013_roles.sql).
 */
export function dbOf(db: Db, { role, companyId }: Pick<Actor, 'role' | 'companyId'>): Db {
  // A transaction stays on its connection; the portal's own begins after this, on the part.
  if (staff.includes(role) || db.isTransaction) return db
  const open = openers.get(db)
  if (!open) throw new Error('This database was not opened by openDb: it has no parts')
  return open(companyId)
}

const retried = new Set(['40P01', '40001'])
const attempts = 4

/**
 * Runs the work in the caller's transaction, or in one of its own, committed before this returns.
 * The outermost is run again, up to three times, when PostgreSQL chose it as the victim of a deadlock
 * or a serialization failure: so the work must do nothing outside the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (attempt === attempts || !retried.has(code)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}
