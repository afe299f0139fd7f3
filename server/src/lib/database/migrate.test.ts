import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import hashes from '../../../migrations/hashes.json' with { type: 'json' }
import { temporaryFolder } from '../../../test/files.ts'
import { test } from '../../../test/fixture.ts'
import { migrate, migrationsFolder, readMigrations } from './migrate.ts'
import { firstNumber } from './pending.ts'

const folderWith = async (files: Record<string, string>) => {
  const { folder, remove } = await temporaryFolder()
  onTestFinished(remove)
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text)
  return folder
}

/** A folder with the real migrations and more after them. */
const withMore = async (...texts: string[]) => {
  const real = await readMigrations(migrationsFolder)
  const more = texts.map((text, index) => [
    `${firstNumber + real.length + index}_more.sql`,
    text,
  ])
  return folderWith(
    Object.fromEntries([
      ...real.map(({ name, sql: text }) => [name, text]),
      ...more,
    ]),
  )
}

test('a migrated database has nothing left to do', async ({ ownerUrl }) => {
  expect(await migrate(ownerUrl)).toEqual({
    applied: [],
    marked: [],
    newer: [],
  })
})

test('only new migrations are applied, by one of several nodes', async ({
  ownerUrl: url,
  committed,
}) => {
  const folder = await withMore('create table fresh (id int)')
  const applied = await Promise.all([
    migrate(url, folder),
    migrate(url, folder),
    migrate(url, folder),
  ])
  expect(applied.flatMap((node) => node.applied)).toHaveLength(1)
  expect(
    (
      await sql`select count(*) as tables from pg_class where relname = 'fresh'`.execute(
        committed,
      )
    ).rows,
  ).toEqual([{ tables: 1 }])
})

test('an edited migration is refused by name', async ({ ownerUrl: url }) => {
  const [first, ...rest] = await readMigrations(migrationsFolder)
  if (!first) throw new Error('there is no migration')
  const files = [{ ...first, sql: `${first.sql}\n-- edited` }, ...rest].map(
    (file) => [file.name, file.sql],
  )
  const folder = await folderWith(Object.fromEntries(files))
  await expect(migrate(url, folder)).rejects.toThrow(
    `Migration ${first.name} was edited`,
  )
})

test('the previous release starts on a newer database, unless a migration removed something', async ({
  ownerUrl: url,
}) => {
  const added = 'create table fresh (id int)'
  await migrate(url, await withMore(added))
  expect(await migrate(url)).toMatchObject({
    applied: [],
    newer: [expect.stringMatching(/_more.sql$/)],
  })
  await migrate(
    url,
    await withMore(
      added,
      '-- contract: unused since 2026.11\ndrop table fresh',
    ),
  )
  await expect(migrate(url)).rejects.toThrow(
    /this version of the portal does not/,
  )
})

test('a failing migration leaves nothing behind, and earlier ones stay', async ({
  ownerUrl: url,
  committed,
}) => {
  const folder = await withMore(
    'create table fresh (id int)',
    'create table half (id int); select no_such_column',
  )
  await expect(migrate(url, folder)).rejects.toThrow(
    /_more.sql failed: column "no_such_column" does not exist/,
  )
  const { rows } =
    await sql`select relname as name from pg_class where relname in ('fresh', 'half')`.execute(
      committed,
    )
  expect(rows).toEqual([{ name: 'fresh' }])
})

test('a migration by statements blocks no writer, and can be repeated', async ({
  ownerUrl: url,
  committed,
}) => {
  const texts = (last: string) =>
    `-- statement by statement
drop index concurrently if exists slv_fresh;
create index concurrently slv_fresh on slv (city);
set lock_timeout = '50ms';
alter table company add column if not exists fresh int;
${last};
`
  await expect(
    migrate(url, await withMore(texts('select no_such_column'))),
  ).rejects.toThrow('does not exist')

  const waiting = async () =>
    (
      await sql`select from pg_locks where not granted and relation = 'company'::regclass`.execute(
        committed,
      )
    ).rows.length
  const [applied] = await Promise.all([
    withMore(texts('select 1')).then((folder) =>
      Promise.all([migrate(url, folder), migrate(url, folder)]),
    ),
    committed.transaction().execute(async (tx) => {
      await sql`lock table company in row exclusive mode`.execute(tx)
      for (let turn = 0; turn < 1000 && (await waiting()) === 0; turn++)
        await sql`select pg_sleep(0.01)`.execute(committed)
      // The migration gave up waiting for its lock, so a writer can continue.
      await sql`update company set name = '' where false`.execute(committed)
    }),
  ])
  expect(applied.flatMap((node) => node.applied)).toHaveLength(1)
  const { rows } = await sql`
      select indisvalid as is_valid
      from pg_index
      where indexrelid = 'slv_fresh'::regclass`.execute(committed)
  expect(rows).toEqual([{ isValid: true }])
})

test('a merged migration is never edited, and a new one is listed in hashes.json', async () => {
  const migrations = await readMigrations(migrationsFolder)
  expect(
    Object.fromEntries(migrations.map(({ name, hash }) => [name, hash])),
  ).toEqual(hashes)
})

test('migration files have numbers without a gap and lower-case names', async () => {
  await expect(
    readMigrations(await folderWith({ '1002_late.sql': '' })),
  ).rejects.toThrow(/Expected a migration 1001_/)
  await expect(
    readMigrations(await folderWith({ '1001_Upper.sql': '' })),
  ).rejects.toThrow(/Expected a migration 1001_/)
})
