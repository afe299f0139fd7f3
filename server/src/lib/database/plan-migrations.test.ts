import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { temporaryFolder } from '../../../test/files.ts'
import { test } from '../../../test/fixture.ts'
import { migrate, migrationsFolder, readMigrations } from './migrate.ts'
import { firstNumber, isBaseline } from './pending.ts'
import { findBreakingChanges, planMigrations } from './plan-migrations.ts'

test('a plan names the pending migrations and what they block, and changes nothing', async ({
  ownerUrl,
  committed,
  onTestFinished,
}) => {
  const { folder, remove } = await temporaryFolder()
  onTestFinished(remove)
  const real = await readMigrations()
  for (const { name } of real)
    await copyFile(join(migrationsFolder, name), join(folder, name))
  expect(await planMigrations(ownerUrl, folder)).toEqual({
    marked: [],
    planned: [],
  })
  const number = firstNumber + real.length
  await writeFile(
    join(folder, `${number}_more.sql`),
    `-- contract: nothing has read company.fresh since 2026.11
-- Notes of companies.

create table company_note (id int); create index company_note_id on company_note (id);
create index company_kind on company (kind); -- drop table slv
alter table app_user alter column phone set not null;
create function f() returns void language sql as $$ update slv set city = ''; $$;
`,
  )
  const notes = [
    'upgrade all nodes to the previous release first: nothing has read company.fresh since 2026.11',
    'builds an index: writes to company wait until it is built',
    'checks all rows of app_user: reads and writes wait',
  ]
  const planned = [
    { name: `${number}_more.sql`, about: 'Notes of companies.', notes },
  ]
  expect(await planMigrations(ownerUrl, folder)).toEqual({
    marked: [],
    planned,
  })
  const { rows } =
    await sql`select from pg_class where relname in ('company_note', 'company_kind')`.execute(
      committed,
    )
  expect(rows).toEqual([])
})

test('the plan of an empty database lists all migrations', async ({
  ownerUrl,
  runAsOwner,
}) => {
  await runAsOwner('drop table schema_migration')
  const { planned } = await planMigrations(ownerUrl)
  const names = planned.map(({ name }) => name)
  expect(names).toEqual((await readMigrations()).map(({ name }) => name))
  await runAsOwner(
    'create table schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  await expect(migrate(ownerUrl)).rejects.toThrow(/already exists/)
})

test.for<[text: string, found: number]>([
  ['alter table slv drop column city', 1],
  ['alter table slv\n  add column a int,\n  drop column city', 1],
  ['drop table company', 1],
  ['alter table slv rename column city to town', 1],
  ['alter table slv rename to request', 1],
  ['alter table slv alter column city set not null', 1],
  ['alter table slv add column a int not null', 1],
  ['alter table slv add column a int default 1, add column b int not null', 1],
  ['alter table slv add column a int not null, add column b int default 1', 1],
  ['alter table slv add column a int not null default 1', 0],
  ['alter table slv add column a int default 1 not null', 0],
  [
    'alter table slv add column a int, add constraint b check (a is not null)',
    0,
  ],
  ['create table fresh (a int not null); alter table fresh drop column a', 0],
  ['-- contract: unused since 2026.11\nalter table slv drop column city', 0],
  [`comment on table slv is 'drop table company; drop table slv'`, 0],
])('whether the previous release can work after %s', ([text, found]) => {
  expect(findBreakingChanges({ sql: `${text};\n` })).toHaveLength(found)
})

test('new migrations remove nothing that the previous release uses', async () => {
  const found = (await readMigrations())
    .filter((migration) => !isBaseline(migration))
    .flatMap((migration) =>
      findBreakingChanges(migration).map(
        (problem) => `${migration.name} ${problem}`,
      ),
    )
  expect(found, 'see "Upgrades" in docs/operations.md').toEqual([])
})
