import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'
import {
  type Applied,
  findPending,
  firstNumber,
  type Migration,
} from './pending.ts'

export const migrationsFolder = fileURLToPath(
  new URL('../../../migrations/', import.meta.url),
)

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
      const number = String(firstNumber + index)
      if (!new RegExp(`^${number}_[a-z0-9_]+\\.sql$`).test(name))
        throw new Error(`Expected a migration ${number}_….sql, found ${name}`)
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Connects as the owner while this function runs. */
export async function withOwnerClient<T>(
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
 * Applies the pending migrations. Returns their names, the names of those that
 * were only marked as applied, and of those that a newer release applied.
 * Throws if the database doesn't fit this release (findPending).
 */
export async function migrate(
  url: string,
  folder = migrationsFolder,
): Promise<{ applied: string[]; marked: string[]; newer: string[] }> {
  const migrations = await readMigrations(folder)
  return withOwnerClient(url, async (client) => {
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
    const applied = await readApplied(client)
    const { marked, waiting, newer } = findPending(applied, migrations)
    if (marked.length > 0) await markBaseline(client, marked)
    for (const migration of waiting)
      await (migration.sql.startsWith(byStatement) ? applyByStatement : apply)(
        client,
        migration,
      )
    return { applied: guessNames(waiting), marked: guessNames(marked), newer }
  })
}

const guessNames = (migrations: readonly Migration[]) =>
  migrations.map(({ name }) => name)

/**
 * The rows of schema_migration, which exists. In databases of old releases it
 * has no column is_contract.
 */
export async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `select name, hash, to_jsonb(migration) ->> 'is_contract' = 'true' as "isContract"
      from schema_migration as migration order by name`,
  )
  return rows
}

/**
 * Records the baseline in a database that has its schema already. Only its
 * comments are run, which document the tables and lock out no one.
 */
async function markBaseline(
  client: pg.Client,
  baseline: readonly Migration[],
): Promise<void> {
  await inTransaction(client, 'The baseline', async () => {
    for (const migration of baseline) {
      await client.query(findComments(migration).join('\n'))
      await note(client, migration)
    }
  })
}

/** Its statements `comment on …`, which begin and end lines. */
const findComments = ({ sql }: Migration): string[] =>
  sql
    .split(/^(?=comment on )/m)
    .filter((part) => part.startsWith('comment on '))
    .map((part) => part.slice(0, part.indexOf("';\n") + 2))

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

const apply = (client: pg.Client, migration: Migration) =>
  inTransaction(client, `Migration ${migration.name}`, async () => {
    await client.query(migration.sql)
    await note(client, migration)
  })

async function inTransaction(
  client: pg.Client,
  subject: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw failure(subject, cause)
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
    throw failure(`Migration ${migration.name}`, cause)
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

const failure = (subject: string, cause: unknown) =>
  new Error(
    `${subject} failed: ${cause instanceof Error ? cause.message : cause}`,
    { cause },
  )

/** The name of the last applied migration, without its extension. */
export async function lastMigration(db: Db): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select max(name) as name from schema_migration`.execute(db)
  return rows[0]?.name.replace(/\.sql$/, '') ?? ''
}
