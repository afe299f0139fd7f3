import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { asOwner } from '../../../test/fixture.ts'
import { test } from '../../../test/makers.ts'
import { jobs } from '../../job-catalog.ts'
import { enqueue, migrateJobs } from '../jobs/jobs.ts'
import { findRowSecurityGap, openDb } from './db.ts'
import { migrate } from './migrate.ts'
import { asRole } from './roles.ts'

const refused = { code: '42501' }

test('the application can add to history but not change or delete it', async ({
  committed: db,
  made,
  now,
}) => {
  await made.slv({ status: 'REVIEW' })
  const { rows } = await sql<{ name: string; rights: string[] }>`
    select c.relname as name, array_agg(privilege::text order by privilege) filter (where has_table_privilege('portal_app', c.oid, privilege)) as rights
    from pg_class c, unnest(array['INSERT', 'SELECT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) privilege
    where relnamespace = 'public'::regnamespace and relkind = 'r' and (relname like '%\_history' or relname in ('slv_round', 'slv_interval', 'tdoc_interval'))
    group by 1 order by 1`.execute(db)
  const names = [
    'guideline_history',
    'retention_history',
    'sla_history',
    'slv_history',
    'slv_interval',
    'slv_round',
    'system_history',
    'tdoc_history',
    'tdoc_interval',
    'user_history',
  ] as const
  expect(rows).toEqual(
    names.map((name) => ({ name, rights: ['INSERT', 'SELECT'] })),
  )

  for (const table of names) {
    const column =
      table === 'slv_round'
        ? 'snapshot'
        : table.endsWith('_interval')
          ? 'opened_at'
          : 'at'
    for (const text of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger user`,
    ])
      await expect(sql.raw(text).execute(db), text).rejects.toMatchObject(
        refused,
      )
  }
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
    select relname from pg_class where pg_get_userbyid(relowner) in ('portal_app', 'portal_tenant')`.execute(
    db,
  )
  expect(rows).toEqual([])
  for (const text of [
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
    await expect(sql.raw(text).execute(db), text).rejects.toMatchObject(refused)
})

test('the application may use the tables of a later migration', async ({
  committed: db,
  runAsOwner,
}) => {
  await runAsOwner(
    'create table later (id int generated always as identity, text text)',
  )
  await sql`insert into later (text) values ('kept')`.execute(db)
  expect(
    (await sql`update later set text = 'changed' returning id`.execute(db))
      .rows,
  ).toEqual([{ id: 1 }])
})

test('a login that could leave its role is reported', async ({
  url,
  ownerUrl,
}) => {
  for (const [login, gap] of [
    [url, null],
    [ownerUrl, 'portal is a superuser'],
  ] as const) {
    const db = openDb({ url: login, size: 1 })
    expect(await findRowSecurityGap(db)).toBe(gap)
    expect(
      (await sql`select current_user::text as role`.execute(db)).rows,
    ).toEqual([{ role: 'portal_app' }])
    await expect(
      sql`delete from slv_history`.execute(db),
    ).rejects.toMatchObject(refused)
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

test('migrations work as an owner without superuser rights, with another login for the application', async () => {
  const { ownerUrl } = inject('postgresUrls')
  const name = `t${randomBytes(6).toString('hex')}`
  const [owner, login] = [`${name}_owner`, `${name}_login`]
  const at = (user: string, password: string) =>
    ownerUrl
      .replace(/\/\/portal:[^@]*/, `//${user}:${password}`)
      .replace(/[^/]*$/, name)
  await asOwner(
    ownerUrl,
    `create role ${owner} login password 'o'; create role ${login} login password 'l' in role portal_app`,
  )
  await asOwner(ownerUrl, `create database ${name} owner ${owner}`)
  const db = openDb({ url: at(login, 'l'), size: 2 })
  onTestFinished(async () => {
    await db.destroy()
    await asOwner(ownerUrl, `drop database ${name} with (force)`)
    await asOwner(ownerUrl, `drop role ${owner}, ${login}`)
  })
  await migrate(at(owner, 'o'))
  await Promise.all([
    migrateJobs(at(owner, 'o'), jobs),
    migrateJobs(at(owner, 'o'), jobs),
  ])

  expect(await findRowSecurityGap(db)).toBeNull()
  await db
    .insertInto('company')
    .values({ kind: 'BUYER', name: 'Buyer' })
    .execute()
  // A temporary table would be found before ours of the same name.
  for (const text of [
    'create temporary table slv (id uuid)',
    'set role portal_tenant; create temporary table slv (id uuid)',
  ])
    await expect(sql.raw(text).execute(db), text).rejects.toMatchObject(refused)
  const id = '00000000-0000-4000-8000-000000000000'
  await enqueue(db, 'mail-notifications', { userId: id }, { key: id })
  await expect(sql`delete from slv_history`.execute(db)).rejects.toMatchObject(
    refused,
  )
  const stranger = new pg.Client({
    connectionString: asRole(at(owner, 'o'), 'portal_app'),
  })
  await expect(stranger.connect()).rejects.toThrow(
    'permission denied to set role "portal_app"',
  )
})
