import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import beforeBaseline from '../../migrations/before-baseline.json' with {
  type: 'json',
}
import {
  migrate,
  readMigrations,
  withOwnerClient,
} from '../../src/lib/database/migrate.ts'
import { isBaseline } from '../../src/lib/database/pending.ts'
import { planMigrations } from '../../src/lib/database/plan-migrations.ts'
import { describeCatalog } from '../describe-catalog.ts'
import { temporaryFolder } from '../files.ts'
import { asOwner, test as base, newDatabase } from '../fixture.ts'
import { hasCommit, unpackParts } from '../nodes/previous-release.ts'

const { release, commit, migrations: oldNames } = beforeBaseline
const hasOldRelease = await hasCommit(commit)
const schemaOfRelease = hasOldRelease
  ? `the schema of release ${release}`
  : `the baseline, because git does not have release ${release},`

/** The statements of the old release's migrations, one text per transaction. */
async function readOldMigrations(): Promise<string[]> {
  const { folder, remove } = await temporaryFolder()
  await unpackParts(commit, ['server/migrations'], folder)
  const migrations = join(folder, 'server/migrations')
  const names = (await readdir(migrations)).filter((name) =>
    name.endsWith('.sql'),
  )
  expect(names.sort()).toEqual(oldNames)
  const texts = []
  for (const name of names)
    texts.push(await readFile(join(migrations, name), 'utf8'))
  await remove()
  return texts.flatMap((text) =>
    text.startsWith('-- statement by statement')
      ? text.split(/;\n/).filter((statement) => statement.trim() !== '')
      : [text],
  )
}

const readBaseline = async () =>
  (await readMigrations()).filter(isBaseline).map(({ sql }) => sql)

const createSchemaMigration = `create table schema_migration (
  name text primary key,
  hash text not null,
  applied_at timestamptz not null default now(),
  is_contract boolean not null default false
)`

/** A database as the old release left it, or with fewer migrations recorded. */
async function createOldDatabase(recorded = oldNames) {
  const database = await newDatabase('template0')
  const texts = await (hasOldRelease ? readOldMigrations() : readBaseline())
  await asOwner(database.ownerUrl, createSchemaMigration)
  for (const text of texts) await asOwner(database.ownerUrl, text)
  await asOwner(
    database.ownerUrl,
    `insert into schema_migration (name, hash)
      select unnest('{${recorded}}'::text[]), 'of the old text'`,
  )
  return database
}

const test = base
  .extend('old', async ({}, { onCleanup }) => {
    const database = await createOldDatabase()
    onCleanup(database.drop)
    return database
  })
  .extend('empty', async ({}, { onCleanup }) => {
    const database = await newDatabase('template0')
    onCleanup(database.drop)
    return database
  })

/** The baseline has another alias in one function, tell_of_sight. */
const renameAlias = (line: string) => line.replaceAll(/\btold\b/g, 'reader')

const describe = async (ownerUrl: string) =>
  (await withOwnerClient(ownerUrl, describeCatalog)).map(renameAlias)

const namesOf = (migrations: readonly { name: string }[]) =>
  migrations.map(({ name }) => name)

test(`a database with ${schemaOfRelease} becomes equal to a new one`, async ({
  old,
  empty,
}) => {
  const migrations = await readMigrations()
  const baseline = namesOf(migrations.filter(isBaseline))
  const later = namesOf(migrations).slice(baseline.length)
  const { marked, planned } = await planMigrations(old.ownerUrl)
  expect([marked, namesOf(planned)]).toEqual([baseline, later])

  expect(await migrate(old.ownerUrl)).toEqual({
    applied: later,
    marked: baseline,
    newer: [],
  })
  expect(await migrate(empty.ownerUrl)).toEqual({
    applied: namesOf(migrations),
    marked: [],
    newer: [],
  })

  const created = await describe(empty.ownerUrl)
  expect(created.length).toBeGreaterThan(5000)
  expect(await describe(old.ownerUrl)).toEqual(created)
  expect(await migrate(old.ownerUrl)).toEqual({
    applied: [],
    marked: [],
    newer: [],
  })
})

/** SLVs as release 1.0.0 stored them, of a portal without programs. */
const slvsWithoutPrograms = `
  insert into company (kind, name, corr_id)
  values ('SELLER', 'Birch', 'C1002');
  insert into app_user (email, company_id)
  select 'sam@birch.example', id
  from company;
  insert into slv (
    type,
    status,
    company_id,
    seller_id,
    created_by_id,
    created_at,
    updated_at,
    date,
    decision_date,
    buyer_non_agency_program,
    buyer_non_agency_product_name,
    resubmission
  )
  select
    'PRE',
    stored.status,
    company_id,
    id,
    id,
    now(),
    now(),
    now(),
    now(),
    program,
    product,
    draft::jsonb
  from app_user,
    (
      values
        ('DRAFT', 'WVOE', '30 Year Fixed', null),
        (
          'DECLINED',
          'Prime DSCR',
          null,
          '{"form": {"buyerNonAgencyProgram": "WVOE",
          "buyerNonAgencyProductName": "40 Year IO"}, "slvRequests": []}'
        )
    ) as stored (status, program, product, draft)`

test('a portal without programs gets those that its SLVs and drafts name', async ({
  old,
}) => {
  await asOwner(old.ownerUrl, slvsWithoutPrograms)
  await migrate(old.ownerUrl)
  const programs = await withOwnerClient(old.ownerUrl, (client) =>
    client.query(
      `
        select
          program.code,
          program.name,
          qualifies_by,
          array_agg(
            product.name
            order by product.name
          ) as products
        from guideline_program as program
          join guideline_product as product on program_code = program.code
        group by program.code
        order by program.code`,
    ),
  )
  expect(programs.rows).toEqual([
    {
      code: 'PRIME-DSCR',
      name: 'Prime DSCR',
      qualifies_by: 'DSCR',
      products: ['Prime DSCR'],
    },
    {
      code: 'WVOE',
      name: 'WVOE',
      qualifies_by: 'DTI',
      products: ['30 Year Fixed', '40 Year IO'],
    },
  ])
})

test('a database of an older release is refused, and stays as it was', async ({
  empty,
}) => {
  await asOwner(
    empty.ownerUrl,
    `create table schema_migration (name text primary key, hash text not null);
      insert into schema_migration select unnest('{${oldNames.slice(0, 29)}}'::text[]), ''`,
  )
  const message =
    'This database was made by an older release. Start release 1.0.0 (commit 043cc79f) once, then this one: see "Upgrades" in docs/operations.md'
  await expect(migrate(empty.ownerUrl)).rejects.toThrow(message)
  await expect(planMigrations(empty.ownerUrl)).rejects.toThrow(message)
  const tables = (await describe(empty.ownerUrl)).filter((line) =>
    /^table: \w+ \| r /.test(line),
  )
  expect(tables).toEqual([expect.stringContaining('schema_migration')])
})

test('a database made between two releases is refused by the name of a migration', async ({
  empty,
}) => {
  await asOwner(
    empty.ownerUrl,
    `
      create table schema_migration (name text primary key, hash text not null);
      insert into schema_migration
      select unnest('{${oldNames},0053_erased_files.sql}'::text[]), ''`,
  )
  await expect(migrate(empty.ownerUrl)).rejects.toThrow(
    'The database has migration 0053_erased_files.sql, which this version of the portal does not include',
  )
})

test('the comparison notices each kind of change', async ({
  ownerUrl,
  runAsOwner,
}) => {
  const changes = [
    `alter table slv alter column city set default 'Fresno'`,
    'alter table slv alter column city set not null',
    'alter table slv add column town text',
    'alter table slv alter column city set storage external',
    'alter table slv drop constraint sent_has_a_date',
    'alter table slv set (fillfactor = 70)',
    'alter table slv force row level security',
    'drop index slv_tagged',
    'create statistics town on city, state from slv',
    'drop trigger slv_qualifies on slv',
    'alter table slv disable trigger slv_qualifies_again',
    'alter policy seen_by_one_company on slv using (true)',
    'revoke delete on slv from portal_tenant',
    'grant update (id) on slv to portal_tenant',
    'grant execute on function erased_value to portal_app',
    'alter function own_company() volatile',
    'alter default privileges in schema public revoke select on tables from portal_app',
    'create domain town as text',
    'alter sequence slv_history_id_seq increment 2',
    `comment on column slv.city is 'Town'`,
    `update sla_item set target_days = 9 where name = 'slvReview'`,
    'drop extension btree_gist cascade',
  ]
  let before = await describe(ownerUrl)
  for (const change of changes) {
    await runAsOwner(change)
    const after = await describe(ownerUrl)
    expect(after, change).not.toEqual(before)
    before = after
  }
})
