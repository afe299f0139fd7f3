import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'

type Migration = { name: string; sql: string; hash: string }

export const migrationsFolder = new URL('../../../migrations/', import.meta.url).pathname

/** SHA-256 of earlier texts that some databases applied; 0030_mend_edited.sql brings those to the schema of the present ones. */
const mendedHashes: Record<string, string[]> = {
  '0017_reporting.sql': [
    'd5ffd3d3b2e9a6a18b977be0ea0df9dc2b6772252a4a3c38265523ef46b3910d',
    '6ee7b7b40db6fa5ac7f190597d85303df2d2ea6389fd4ea1e552d11090a8e350',
  ],
  '0026_slv_narrowed.sql': ['dd7c4ca84cd1eda4e4721034c27291c53401fff3030759ca56c7fe22a89c93a0'],
}

/** Several nodes may start at the same time: the first migrates, the others wait for this lock and find nothing left to do. */
const migrationLock = 7_001_002

/**
 * First line of a file that runs outside a transaction, for concurrent index builds. Each statement ends a line and
 * must be safe to repeat.
 */
const byStatement = '-- statement by statement\n'
const lockTimeout = '55P03'

/** All SQL files in order of their numbers. A gap, a duplicate or a stray name is an error. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
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

/** Applies the pending migrations and returns their names. Throws if an applied file has been edited or is gone. */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'portal migration' })
  client.on('error', () => {}) // the query that was running fails and says so
  await client.connect()
  try {
    // Polled, because building an index concurrently waits for all running statements: a blocked one here would be a deadlock.
    while (!(await hasLock(client))) await pause(100)
    await client.query(`create table if not exists schema_migration (
      name text primary key,
      hash text not null,
      applied_at timestamptz not null default now()
    )`)
    const { rows } = await client.query<{ name: string; hash: string }>(
      'select name, hash from schema_migration order by name',
    )
    checkApplied(rows, migrations)
    const waiting = migrations.slice(rows.length)
    for (const migration of waiting)
      await (migration.sql.startsWith(byStatement) ? applyByStatement : apply)(client, migration)
    return waiting.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

function checkApplied(applied: { name: string; hash: string }[], migrations: Migration[]): void {
  for (const [index, { name, hash }] of applied.entries()) {
    const file = migrations[index]
    if (file?.name !== name)
      throw new Error(`The database has migration ${name}, which this version of the portal does not include`)
    if (file.hash !== hash && !mendedHashes[name]?.includes(hash))
      throw new Error(`Migration ${name} was edited after it was applied: restore it and add a new migration`)
  }
}

const hasLock = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1) as "isHeld"', [
    migrationLock,
  ])
  return rows[0]?.isHeld === true
}

async function apply(client: pg.Client, { name, sql, hash }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query(noted, [name, hash])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw failure(name, cause)
  }
}

async function applyByStatement(client: pg.Client, { name, sql, hash }: Migration): Promise<void> {
  try {
    for (const statement of sql.split(/;\n/).filter((text) => text.trim() !== '')) await runPatiently(client, statement)
    await client.query(noted, [name, hash])
  } catch (cause) {
    throw failure(name, cause)
  }
}

/** Writers can continue between two attempts to lock a table. */
async function runPatiently(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== lockTimeout) throw error
    await pause(1000)
    await runPatiently(client, statement)
  }
}

const noted = 'insert into schema_migration (name, hash) values ($1, $2)'
const failure = (name: string, cause: unknown) =>
  new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })

/** The name of the last applied migration, without its extension. */
export async function lastMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from schema_migration`.execute(db)
  return rows[0]?.name.replace(/\.sql$/, '') ?? ''
}
