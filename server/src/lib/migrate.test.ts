import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import hashes from '../../migrations/hashes.json' with { type: 'json' }
import { asOwner, test } from '../../test/fixture.ts'
import { describeSchema } from '../../test/schema.ts'
import { openDb } from './db.ts'
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

test('a migration that runs statement by statement does not block writers while it waits for a lock, and repeats after a failure', async ({
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
  await expect(migrate(url, await withMore(texts('select no_such_column')))).rejects.toThrow('does not exist')

  const waiting = async () =>
    (await sql`select from pg_locks where not granted and relation = 'company'::regclass`.execute(committed)).rows
      .length
  const [applied] = await Promise.all([
    withMore(texts('select 1')).then((folder) => Promise.all([migrate(url, folder), migrate(url, folder)])),
    committed.transaction().execute(async (tx) => {
      await sql`lock table company in row exclusive mode`.execute(tx)
      for (let turn = 0; turn < 1000 && (await waiting()) === 0; turn++)
        await sql`select pg_sleep(0.01)`.execute(committed)
      // The migration gave up waiting for its lock, so a writer can continue.
      await sql`update company set name = '' where false`.execute(committed)
    }),
  ])
  expect(applied.flat()).toHaveLength(1)
  const { rows } =
    await sql`select indisvalid as is_valid from pg_index where indexrelid = 'slv_fresh'::regclass`.execute(committed)
  expect(rows).toEqual([{ isValid: true }])
})

test('a merged migration is never edited, and a new one is listed in hashes.json', async () => {
  const migrations = await readMigrations(migrationsFolder)
  expect(Object.fromEntries(migrations.map(({ name, hash }) => [name, hash]))).toEqual(hashes)
})

const oldSearchPath = (text: string) => text.replaceAll('pg_catalog, public, pg_temp', 'public, pg_temp')

/** Earlier texts of 0017 and 0026 that databases have applied, written as edits of the present ones; their hashes prove them. */
const earlierTexts: [hash: string, name: string, edit: (text: string) => string][] = [
  ['d5ffd3d3b2e9', '0017_reporting.sql', oldSearchPath],
  [
    '6ee7b7b40db6',
    '0017_reporting.sql',
    (text) =>
      oldSearchPath(text).replace(
        '-- As the owner:',
        `alter table reporting_change enable row level security;
create policy all_rows on reporting_change to portal_app using (true) with check (true);

-- As the owner:`,
      ),
  ],
  [
    'dd7c4ca84cd1',
    '0026_slv_narrowed.sql',
    (text) =>
      text
        .replace(
          '-- What is dropped is dropped at the end: until then everybody reads.',
          'drop index slv_by_state, slv_by_occupancy, slv_company, slv_underwriter;',
        )
        .replace('create index slv_with_seller', 'drop index slv_seller;\ncreate index slv_seller')
        .replace('comment on index slv_with_seller', 'comment on index slv_seller')
        .replace('by status and date, with what tells', 'newest first, with what tells')
        .replace(/\n\n-- What is indexed by an expression[\s\S]*/, '\n'),
  ],
]

test.for(earlierTexts)(
  'a database with the earlier text %s of %s is mended to the same schema',
  async ([prefix, name, edit], { ownerUrl }) => {
    const present = await readMigrations(migrationsFolder)
    const earlier = present.slice(0, present.findIndex((one) => one.name === name) + 1)
    const folder = await folderWith(
      Object.fromEntries(earlier.map((one) => [one.name, one.name === name ? edit(one.sql) : one.sql])),
    )
    expect((await readMigrations(folder)).at(-1)?.hash).toMatch(new RegExp(`^${prefix}`))

    await asOwner(ownerUrl, 'create database earlier')
    try {
      const earlierUrl = ownerUrl.replace(/\w+$/, 'earlier')
      await migrate(earlierUrl, folder)
      await migrate(earlierUrl)
      expect(await describeSchema(earlierUrl)).toEqual(await describeSchema(ownerUrl))
    } finally {
      await asOwner(ownerUrl, 'drop database earlier with (force)')
    }
  },
)

test('a draft resubmission from before 0034 stays a draft, and its decision is back in effect', async ({
  ownerUrl,
}) => {
  const present = await readMigrations(migrationsFolder)
  const before = present.slice(0, 33).map((one) => [one.name, one.sql])
  await asOwner(ownerUrl, 'create database drafted')
  const url = ownerUrl.replace(/\w+$/, 'drafted')
  try {
    await migrate(url, await folderWith(Object.fromEntries(before)))
    const company = '01a204c3-0000-7000-8000-000000000001'
    const seller = '01a204c3-0000-7000-8000-000000000002'
    const slv = '01a204c3-0000-7000-8000-000000000003'
    const asked = '01a204c3-0000-7000-8000-000000000004'
    const answer = '01a204c3-0000-7000-8000-000000000005'
    const snapshot = {
      status: 'APPROVED',
      resubmitCount: 0,
      city: 'Fresno',
      noteDate: '2026-01-05',
      loanAmount: 480000.5,
      decisionDate: '2026-03-01T15:00:00.000Z',
      decisionComment: 'Subject to title',
      priceAdjustment: -25,
      slrRecommenderIds: [seller],
      tdRecommenderIds: [],
      buyerDays: 3,
      roundDays: 3,
      sellerDays: 0,
      clockParty: null,
      clockSince: null,
      slvRequests: [{ id: asked, reason: 'DTI', currentGuideline: '', justification: 'Then', compensatingFactors: [] }],
      slvDecisionRequests: [
        { id: answer, slvRequestId: asked, currentGuideline: '', decision: 'APPROVED', comment: 'Fine' },
      ],
    }
    await asOwner(
      url,
      `insert into company (id, kind, name, corr_id) values ('${company}', 'SELLER', 'ACME', 'C1');
      insert into app_user (id, email, first_name, last_name, company_id) values ('${seller}', 'a@b.example', 'Ana', 'Ortiz', '${company}');
      insert into slv (id, status, type, resubmit_count, company_id, seller_id, created_by_id, date, created_at, updated_at, city,
          loan_amount, clock_party, clock_since, buyer_days)
        values ('${slv}', 'DRAFT_RESUBMITTED', 'PRE', 1, '${company}', '${seller}', '${seller}', now(), now(), now(), 'Visalia', 1,
          'SELLER', 5, 3);
      insert into slv_request (slv_id, position, reason, justification) values ('${slv}', 1, 'Other', 'Now');
      insert into slv_interval (slv_id, resubmit_count, clock, party, opened_at) values ('${slv}', 0, 'SLV', 'SELLER', now());
      insert into slv_round (slv_id, resubmit_count, ended_at, snapshot) values ('${slv}', 0, now(), '${JSON.stringify(snapshot)}')`,
    )
    expect(await migrate(url)).toContain('0034_resubmissions.sql')
    const db = openDb({ url })
    try {
      expect(await db.selectFrom('slv').selectAll().executeTakeFirst()).toMatchObject({
        status: 'APPROVED',
        resubmitCount: 0,
        city: 'Fresno',
        loanAmount: 480000.5,
        decisionComment: 'Subject to title',
        priceAdjustment: -25,
        slrRecommenderIds: [seller],
        clockParty: null,
        resubmission: {
          form: { city: 'Visalia', loanAmount: 1 },
          slvRequests: [{ reason: 'Other', justification: 'Now' }],
        },
      })
      expect(await db.selectFrom('slvRequest').selectAll().execute()).toMatchObject([
        { id: asked, justification: 'Then' },
      ])
      expect(await db.selectFrom('slvDecisionRequest').selectAll().execute()).toMatchObject([{ id: answer }])
      expect(await db.selectFrom('slvInterval').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('slvRound').selectAll().execute()).toEqual([])
    } finally {
      await db.destroy()
    }
  } finally {
    await asOwner(ownerUrl, 'drop database drafted with (force)')
  }
})

test('numbers without a gap, plain names', async () => {
  await expect(readMigrations(await folderWith({ '0002_late.sql': '' }))).rejects.toThrow(/Expected a migration 0001_/)
  await expect(readMigrations(await folderWith({ '0001_Upper.sql': '' }))).rejects.toThrow(/Expected a migration 0001_/)
})
