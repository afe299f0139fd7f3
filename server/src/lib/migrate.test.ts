import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { test } from '../../test/fixture.ts'
import { migrate, migrationsFolder, readMigrations } from './migrate.ts'

const folderWith = async (files: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

/** The real ones, and these after them. */
const withMore = async (...texts: string[]) => {
  const real = await readMigrations(migrationsFolder)
  const more = texts.map((text, index) => [`${String(real.length + index + 1).padStart(4, '0')}_more.sql`, text])
  return folderWith(Object.fromEntries([...real.map(({ name, sql: text }) => [name, text]), ...more]))
}

test('a migrated database has nothing left to do', async ({ ownerUrl }) => {
  expect(await migrate(ownerUrl)).toEqual([])
})

test('only what is new is applied, and by one of several nodes that start at once', async ({
  ownerUrl: url,
  committed,
}) => {
  const folder = await withMore('create table fresh (id int)')
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)])
  expect(applied.flat()).toHaveLength(1)
  expect((await sql`select count(*) as tables from pg_class where relname = 'fresh'`.execute(committed)).rows).toEqual([
    { tables: 1 },
  ])
})

test('an edited migration is refused by name', async ({ ownerUrl: url }) => {
  const [first, ...rest] = await readMigrations(migrationsFolder)
  if (!first) throw new Error('there is no migration')
  const files = [{ ...first, sql: `${first.sql}\n-- edited` }, ...rest].map((file) => [file.name, file.sql])
  const folder = await folderWith(Object.fromEntries(files))
  await expect(migrate(url, folder)).rejects.toThrow(`Migration ${first.name} was edited`)
})

test('a database that is ahead of the code is refused', async ({ ownerUrl: url }) => {
  await migrate(url, await withMore('create table fresh (id int)'))
  await expect(migrate(url)).rejects.toThrow(/this version of the portal does not/)
})

test('a failing migration leaves nothing behind, and what came before it stays', async ({
  ownerUrl: url,
  committed,
}) => {
  const folder = await withMore('create table fresh (id int)', 'create table half (id int); select no_such_column')
  await expect(migrate(url, folder)).rejects.toThrow(/_more.sql failed: column "no_such_column" does not exist/)
  const { rows } = await sql`select relname as name from pg_class where relname in ('fresh', 'half')`.execute(committed)
  expect(rows).toEqual([{ name: 'fresh' }])
})

test('numbers without a hole, plain names', async () => {
  await expect(readMigrations(await folderWith({ '0002_late.sql': '' }))).rejects.toThrow(/Expected a migration 0001_/)
  await expect(readMigrations(await folderWith({ '0001_Upper.sql': '' }))).rejects.toThrow(/Expected a migration 0001_/)
})
