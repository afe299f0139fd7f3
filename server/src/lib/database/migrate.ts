import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'

export type Migration = { name: string; sql: string; hash: string }
type Applied = { name: string; hash: string; isContract: boolean }

export const migrationsFolder = fileURLToPath(
  new URL('../../../migrations/', import.meta.url),
)

/**
 * SHA-256 of earlier texts that some databases applied; 0030_mend_edited.sql
 * brings those to the schema of the present ones.
 */
const acceptedHashes: Record<string, string[]> = {
  '0017_reporting.sql': [
    'd5ffd3d3b2e9a6a18b977be0ea0df9dc2b6772252a4a3c38265523ef46b3910d',
    '6ee7b7b40db6fa5ac7f190597d85303df2d2ea6389fd4ea1e552d11090a8e350',
  ],
  '0026_slv_narrowed.sql': [
    'dd7c4ca84cd1eda4e4721034c27291c53401fff3030759ca56c7fe22a89c93a0',
  ],
}

/**
 * Several nodes may start at the same time: the first migrates, the others wait
 * for this lock and find nothing left to do.
 */
const migrationLock = 7_001_002

/**
 * First line of a file that runs outside a transaction, for concurrent index
 * builds. Each statement ends a line and must be safe to repeat.
 */
const byStatement = '-- statement by statement\n'
/**
 * First or second line of a file that removes what an earlier release used
 * (docs/operations.md, "Upgrades").
 */
export const contractHeader =
  /^(?:-- statement by statement\n)?-- contract: (\S.*)\n/
const lockTimeout = '55P03'

/**
 * All SQL files in order of their numbers. A gap, a duplicate or a stray name
 * is an error.
 */
export async function readMigrations(
  folder = migrationsFolder,
): Promise<Migration[]> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = String(index + 1).padStart(4, '0')
      if (!new RegExp(`^${number}_[a-z0-9_]+\\.sql$`).test(name))
        throw new Error(`Expected a migration ${number}_….sql, found ${name}`)
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Connects as the owner while this function runs. */
export async function withMigrationLock<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'portal migration',
  })
  client.on('error', () => {}) // the query that was running fails and says so
  await client.connect()
  return work(client).finally(() => client.end())
}

/**
 * Applies the pending migrations. Returns their names, and the names of those
 * that a newer release applied. Throws if an applied file was edited, or if a
 * newer release removed something that this one may use.
 */
export async function migrate(
  url: string,
  folder = migrationsFolder,
): Promise<{ applied: string[]; newer: string[] }> {
  const migrations = await readMigrations(folder)
  return withMigrationLock(url, async (client) => {
    // Polled, because building an index concurrently waits for all running
    // statements: a blocked one here would be a deadlock.
    while (!(await hasLock(client))) await pause(100)
    await client.query(`create table if not exists schema_migration (
      name text primary key,
      hash text not null,
      applied_at timestamptz not null default now()
    )`)
    await client.query(
      'alter table schema_migration add column if not exists is_contract boolean not null default false',
    )
    const { rows } = await client.query<Applied>(
      'select name, hash, is_contract as "isContract" from schema_migration order by name',
    )
    const newer = checkApplied(rows, migrations)
    const waiting = migrations.slice(rows.length)
    for (const migration of waiting)
      await (migration.sql.startsWith(byStatement) ? applyByStatement : apply)(
        client,
        migration,
      )
    return { applied: waiting.map(({ name }) => name), newer }
  })
}

/**
 * Returns the applied migrations that this release doesn't include: it may
 * restart while a newer one rolls out.
 */
export function checkApplied(
  applied: Applied[],
  migrations: Migration[],
): string[] {
  const newer = applied.slice(migrations.length)
  for (const [index, { name, hash, isContract }] of applied.entries()) {
    const file = migrations[index]
    if (file?.name !== name && (file || isContract))
      throw new Error(
        `The database has migration ${name}, which this version of the portal does not include`,
      )
    if (file && file.hash !== hash && !acceptedHashes[name]?.includes(hash))
      throw new Error(
        `Migration ${name} was edited after it was applied: restore it and add a new migration`,
      )
  }
  return newer.map(({ name }) => name)
}

const hasLock = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ isHeld: boolean }>(
    'select pg_try_advisory_lock($1) as "isHeld"',
    [migrationLock],
  )
  return rows[0]?.isHeld === true
}

const note = (client: pg.Client, { name, sql, hash }: Migration) =>
  client.query(
    'insert into schema_migration (name, hash, is_contract) values ($1, $2, $3)',
    [name, hash, contractHeader.test(sql)],
  )

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await note(client, migration)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw failure(migration.name, cause)
  }
}

async function applyByStatement(
  client: pg.Client,
  migration: Migration,
): Promise<void> {
  try {
    const statements = migration.sql
      .split(/;\n/)
      .filter((text) => text.trim() !== '')
    for (const statement of statements)
      await runWithLockRetries(client, statement)
    await note(client, migration)
  } catch (cause) {
    throw failure(migration.name, cause)
  }
}

/** Writers can continue between two attempts to lock a table. */
async function runWithLockRetries(
  client: pg.Client,
  statement: string,
): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== lockTimeout)
      throw error
    await pause(1000)
    await runWithLockRetries(client, statement)
  }
}

const failure = (name: string, cause: unknown) =>
  new Error(
    `Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`,
    { cause },
  )

/** The name of the last applied migration, without its extension. */
export async function lastMigration(db: Db): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select max(name) as name from schema_migration`.execute(db)
  return rows[0]?.name.replace(/\.sql$/, '') ?? ''
}
