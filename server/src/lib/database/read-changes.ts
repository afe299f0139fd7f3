import { createHash } from 'node:crypto'
import type { ChangesQuery } from '@portal/contract/lib/paging'
import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { badRequest } from '../errors.ts'
import type { Db } from './db.ts'
import type { DB } from './db-types.ts'
import { oldestRunning, origin } from './origin.ts'

/** The last row that a caller has: a transaction, and the row in it. */
type Cursor = { origin: string; changedIn: string; id: string }

/** Before the first row of any table. */
const beginning = {
  changedIn: '0',
  id: '00000000-0000-0000-0000-000000000000',
}

const formatCursor = ({ origin, changedIn, id }: Cursor) =>
  `${origin}.${changedIn}.${id}`

const unknownCursor = () =>
  badRequest([
    {
      field: 'updatedSince',
      error: 'Unknown cursor. Call again without it to read everything.',
    },
  ])

function parseCursor(text: string): Cursor {
  const [origin = '', changedIn = '', id = ''] = text.split('.')
  const isValid = /^\d{1,19}$/.test(changedIn) && z.uuid().safeParse(id).success
  if (!isValid) throw unknownCursor()
  return { origin, changedIn, id }
}

/** Where the database is, and up to where its changes are complete. */
async function findHorizon(db: Db) {
  const row = await db
    .selectNoFrom([origin.as('origin'), oldestRunning.as('oldest')])
    .executeTakeFirstOrThrow()
  const hash = createHash('sha256').update(row.origin).digest('base64url')
  return { origin: hash.slice(0, 8), oldest: row.oldest }
}

/** Throws 400 for a cursor of another database, or of one before a restore. */
function readCursor(
  updatedSince: string | undefined,
  { origin, oldest }: { origin: string; oldest: string },
): Cursor {
  if (updatedSince === undefined) return { origin, ...beginning }
  const cursor = parseCursor(updatedSince)
  const isKnown =
    cursor.origin === origin && BigInt(cursor.changedIn) < BigInt(oldest)
  if (!isKnown) throw unknownCursor()
  return cursor
}

type Source<Table extends 'slv' | 'tdoc', Item> = {
  table: Table
  /** What the caller may see of the table. */
  rows: (db: Db) => SelectQueryBuilder<DB, Table, object>
  /** The items by their ids, in order. */
  readItems: (db: Db, ids: readonly string[]) => Promise<Item[]>
}

/**
 * What changed after a cursor, in the order of the transactions, each row once
 * as it is now. Rows of transactions that are still running, and of those that
 * began after them, come in later responses: so none is missed. Reads a single
 * snapshot: so none comes twice in the same version.
 */
export const readChanges = <Table extends 'slv' | 'tdoc', Item>(
  db: Db,
  { table, rows, readItems }: Source<Table, Item>,
  { updatedSince, size }: ChangesQuery,
) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const horizon = await findHorizon(tx)
      const cursor = readCursor(updatedSince, horizon)
      const changedIn = sql.ref(`${table}.changedIn`)
      const id = sql.ref(`${table}.id`)
      const changed = await rows(tx)
        .where(sql<boolean>`${changedIn} < ${horizon.oldest}::xid8`)
        .where(
          sql<boolean>`(${changedIn}, ${id}) > (${cursor.changedIn}::xid8, ${cursor.id}::uuid)`,
        )
        .select([
          sql<string>`${changedIn}::text`.as('changedIn'),
          sql<string>`${id}`.as('id'),
        ])
        .orderBy(sql`${changedIn}, ${id}`)
        .limit(size + 1)
        .$castTo<{ changedIn: string; id: string }>()
        .execute()
      const page = changed.slice(0, size)
      const items = await readItems(
        tx,
        page.map((row) => row.id),
      )
      const last = page.at(-1)
      return {
        items,
        next: formatCursor(last ? { ...cursor, ...last } : cursor),
        hasMore: changed.length > size,
      }
    })
