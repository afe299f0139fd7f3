import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { test as base, inject } from 'vitest'
import { type Db, openDb } from '../src/lib/database/db.ts'

/** A Wednesday, 10:00 in New York: the instant at which tests take place. */
export const now = new Date('2026-03-04T15:00:00.000Z')

type Urls = { url: string; ownerUrl: string }

const urlsOf = (database: string): Urls => {
  const { url, ownerUrl } = inject('postgresUrls')
  const on = (text: string) => text.replace(/\/postgres$/, `/${database}`)
  return { url: on(url), ownerUrl: on(ownerUrl) }
}

const admin = (sql: string) => asOwner(urlsOf('postgres').ownerUrl, sql)

/** Runs SQL that the application may not run, as the owner of the tables. */
export async function asOwner(ownerUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/**
 * A new database, migrated unless another template is named, with its addresses
 * for the application and for its owner, and how to drop it. The template's
 * files are copied directly, because writing them through the log takes twice
 * as long.
 */
export async function newDatabase(
  template = inject('template'),
): Promise<Urls & { drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await admin(`create database ${name} template ${template} strategy file_copy`)
  return {
    ...urlsOf(name),
    drop: () => admin(`drop database ${name} with (force)`),
  }
}

/**
 * vitest's `test` with a database; vitest makes only the fixtures that a test
 * asks for.
 * - `db`: a transaction that is rolled back when the test ends. `inTransaction`
 *   joins it. One connection, so nothing
 * races in it, and after an SQL error it only says that it is aborted.
 * - `url`, `committed`: the test's own database, with real commits, for races,
 *   locks and SQL errors, as the application
 * sees it. `ownerUrl` is its owner's address, and `runAsOwner` runs SQL there.
 * - `now`: a fixed instant.
 */
export const test = base
  .extend('now', () => now)
  .extend(
    'shared',
    { scope: 'file' },
    async ({}, { onCleanup }): Promise<Db> => {
      const { url, drop } = await newDatabase()
      const db = openDb({ url, size: 2 })
      onCleanup(async () => {
        await db.destroy()
        await drop()
      })
      return db
    },
  )
  .extend('db', async ({ shared }, { onCleanup }): Promise<Db> => {
    const transaction = await shared.startTransaction().execute()
    onCleanup(async () => {
      await transaction.rollback().execute()
    })
    return transaction
  })
  .extend('urls', async ({}, { onCleanup }): Promise<Urls> => {
    const { drop, ...urls } = await newDatabase()
    onCleanup(drop)
    return urls
  })
  .extend('url', ({ urls }) => urls.url)
  .extend('ownerUrl', ({ urls }) => urls.ownerUrl)
  .extend('runAsOwner', ({ ownerUrl }) => (sql: string) => {
    return asOwner(ownerUrl, sql)
  })
  .extend('committed', async ({ url }, { onCleanup }): Promise<Db> => {
    const db = openDb({ url })
    onCleanup(() => db.destroy())
    return db
  })
