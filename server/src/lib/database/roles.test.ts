import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { asOwner } from '../../../test/fixture.ts'
import { test } from '../../../test/makers.ts'
import { jobs } from '../../job-catalog.ts'
import { enqueue, migrateJobs } from '../jobs/jobs.ts'
import { type Db, openDb } from './db.ts'
import { migrate } from './migrate.ts'
import { asRole } from './roles.ts'
import { findRowSecurityGap } from './row-security.ts'

const refused = { code: '42501' }

/** Tables that the application only adds to, and a column of each. */
const historyTables = {
  guideline_history: 'at',
  retention_history: 'at',
  sla_history: 'at',
  slv_history: 'at',
  slv_interval: 'opened_at',
  slv_round: 'snapshot',
  system_history: 'at',
  tdoc_history: 'at',
  tdoc_interval: 'opened_at',
  user_history: 'at',
}

/** The application's rights on each history table, by name. */
async function readHistoryRights(db: Db) {
  const { rows } = await sql<{ name: string; rights: string[] }>`
    select c.relname as name,
      array_agg(privilege::text order by privilege)
        filter (where has_table_privilege('portal_app', c.oid, privilege)) as rights
    from pg_class c,
      unnest(array['INSERT', 'SELECT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) privilege
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and (relname like '%\_history' or relname in ('slv_round', 'slv_interval', 'tdoc_interval'))
    group by 1 order by 1`.execute(db)
  return rows
}

/** Expects that the application may run none of these statements. */
async function expectRefused(db: Db, statements: readonly string[]) {
  for (const statement of statements)
    await expect(
      sql.raw(statement).execute(db),
      statement,
    ).rejects.toMatchObject(refused)
}

test('the application can add to history but not change or delete it', async ({
  committed: db,
  made,
  now,
}) => {
  await made.slv({ status: 'REVIEW' })
  expect(await readHistoryRights(db)).toEqual(
    Object.keys(historyTables).map((name) => ({
      name,
      rights: ['INSERT', 'SELECT'],
    })),
  )

  for (const [table, column] of Object.entries(historyTables))
    await expectRefused(db, [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger user`,
    ])

  const closed = await db
    .updateTable('slvInterval')
    .set({ closedAt: now })
    .executeTakeFirst()
  expect(closed.numUpdatedRows).toBe(1n)
})

test('the application owns nothing and makes nothing', async ({
  committed: db,
}) => {
  const { rows } = await sql`
    select relname from pg_class
    where pg_get_userbyid(relowner) in ('portal_app', 'portal_tenant')`.execute(
    db,
  )
  expect(rows).toEqual([])
  await expectRefused(db, [
    'create table stray (id int)',
    'create schema stray',
    'create table pgboss.stray (id int)',
    'drop table comment',
    'create function stray() returns int language sql as $$ select 1 $$',
    'set role portal',
    'create role stray',
    "insert into permission (key, position) values ('all', 99)",
    "update schema_migration set hash = ''",
  ])
})

test('the application may use the tables of a later migration', async ({
  committed: db,
  runAsOwner,
}) => {
  await runAsOwner(
    'create table later (id int generated always as identity, text text)',
  )
  await sql`insert into later (text) values ('added')`.execute(db)
  const { rows } =
    await sql`update later set text = 'changed' returning id`.execute(db)
  expect(rows).toEqual([{ id: 1 }])
})

test('a login that could leave its role is reported', async ({
  url,
  ownerUrl,
}) => {
  const gaps = [
    [url, null],
    [ownerUrl, 'portal is a superuser'],
  ] as const
  for (const [login, gap] of gaps) {
    const db = openDb({ url: login, size: 1 })
    expect(await findRowSecurityGap(db)).toBe(gap)
    const { rows } = await sql`select current_user::text as role`.execute(db)
    expect(rows).toEqual([{ role: 'portal_app' }])
    await expectRefused(db, ['delete from slv_history'])
    await db.destroy()
  }
})

test('a role is added to the options of an address', () => {
  expect(asRole('postgresql://a:b@h/d', 'portal_app')).toBe(
    'postgresql://a:b@h/d?options=-c+role%3Dportal_app',
  )
  expect(
    new URL(
      asRole(
        'postgresql://h/d?sslmode=require&options=-c%20jit%3Doff',
        'portal_tenant',
      ),
    ).search,
  ).toBe('?sslmode=require&options=-c+jit%3Doff+-c+role%3Dportal_tenant')
})

/**
 * A new database of an owner without superuser rights, with another login for
 * the application. Drops all of them when the test ends.
 */
async function createOwnedDatabase() {
  const { ownerUrl } = inject('postgresUrls')
  const name = `t${randomBytes(6).toString('hex')}`
  const owner = `${name}_owner`
  const login = `${name}_login`
  const urlFor = (user: string, password: string) =>
    ownerUrl
      .replace(/\/\/portal:[^@]*/, `//${user}:${password}`)
      .replace(/[^/]*$/, name)

  await asOwner(
    ownerUrl,
    `create role ${owner} login password 'o';
    create role ${login} login password 'l' in role portal_app`,
  )
  await asOwner(ownerUrl, `create database ${name} owner ${owner}`)
  const db = openDb({ url: urlFor(login, 'l'), size: 2 })
  onTestFinished(async () => {
    await db.destroy()
    await asOwner(ownerUrl, `drop database ${name} with (force)`)
    await asOwner(ownerUrl, `drop role ${owner}, ${login}`)
  })
  return { db, ownerUrl: urlFor(owner, 'o') }
}

test('migrations work as an owner without superuser rights, with another login for the application', async () => {
  const { db, ownerUrl } = await createOwnedDatabase()
  await migrate(ownerUrl)
  await Promise.all([migrateJobs(ownerUrl, jobs), migrateJobs(ownerUrl, jobs)])

  expect(await findRowSecurityGap(db)).toBeNull()
  await db
    .insertInto('company')
    .values({ kind: 'BUYER', name: 'Buyer' })
    .execute()
  const id = '00000000-0000-4000-8000-000000000000'
  await enqueue(db, 'claim-notifications', { userId: id }, { key: id })

  await expectRefused(db, [
    // A temporary table would be found before ours of the same name.
    'create temporary table slv (id uuid)',
    'set role portal_tenant; create temporary table slv (id uuid)',
    'delete from slv_history',
  ])
  const client = new pg.Client({
    connectionString: asRole(ownerUrl, 'portal_app'),
  })
  await expect(client.connect()).rejects.toThrow(
    'permission denied to set role "portal_app"',
  )
})
