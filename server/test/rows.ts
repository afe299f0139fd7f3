import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '../src/lib/database/db.ts'
import type { DB } from '../src/lib/database/db-types.ts'

type Table = keyof DB
type Row<T extends Table> = Selectable<DB[T]>

/** Splits names that are separated by spaces. */
export const splitNames = (text: string) => text.trim().split(/\s+/)

/**
 * The rows of a table with these values, by its first two columns: the id, or
 * the parent and the number in it.
 */
export async function findRows<T extends Table>(
  db: Db,
  table: T,
  where: Partial<Row<T>> = {},
): Promise<Row<T>[]> {
  let query = db.selectFrom(table as 'slv').selectAll()
  for (const [column, value] of Object.entries(where))
    query = query.where(
      column as 'id',
      value === null ? 'is' : '=',
      value as string,
    )
  return (await query.orderBy(sql`1, 2`).execute()) as unknown[] as Row<T>[]
}

/** The first of them; throws if there is none. */
export async function findRow<T extends Table>(
  db: Db,
  table: T,
  where: Partial<Row<T>> = {},
): Promise<Row<T>> {
  const [row] = await findRows(db, table, where)
  if (!row) throw new Error(`There is no such ${table}`)
  return row
}

/** Adds a row and returns it with its defaults. */
export async function addRow<T extends Table>(
  db: Db,
  table: T,
  values: Insertable<DB[T]>,
): Promise<Row<T>> {
  const row: unknown = await db
    .insertInto(table as 'slv')
    .values(values as unknown as Insertable<DB['slv']>)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as Row<T>
}

/** Changes the rows with these values. */
export async function setRows<T extends Table>(
  db: Db,
  table: T,
  where: Partial<Row<T>>,
  values: Updateable<DB[T]>,
) {
  let query = db
    .updateTable(table as 'slv')
    .set(values as Updateable<DB['slv']>)
  for (const [column, value] of Object.entries(where))
    query = query.where(column as 'id', '=', value as string)
  await query.execute()
}

/**
 * The ids of rows, sorted by a value of each and then by id; rows without a
 * value come last.
 */
export function sortPlainly<R extends { id: string }>(
  rows: readonly R[],
  keyOf: (row: R) => string | number | null | undefined,
  sortType: 'asc' | 'desc',
): string[] {
  const compare = (one: string | number, other: string | number) => {
    const [first, second] = sortType === 'asc' ? [one, other] : [other, one]
    if (first < second) return -1
    return first > second ? 1 : 0
  }
  const sorted = rows.toSorted((one, other) => {
    const key = keyOf(one) ?? null
    const otherKey = keyOf(other) ?? null
    const byId = compare(one.id, other.id)
    if (key === null && otherKey === null) return byId
    if (key === null) return 1
    if (otherKey === null) return -1
    return compare(key, otherKey) || byId
  })
  return sorted.map(({ id }) => id)
}

/** The data of the queued jobs of a name, in order. */
export async function jobsOf<D = Record<string, string>>(
  db: Db,
  name: string,
): Promise<D[]> {
  const { rows } = await sql<{ data: D }>`
    select data from pgboss.job where name = ${name} order by created_on, id`.execute(
    db,
  )
  return rows.map(({ data }) => data)
}

/**
 * Waits until every transaction has ended that runs now, also in databases of
 * other tests: the changes since a cursor end before the oldest of them.
 */
export async function waitForOlderTransactions(db: Db): Promise<void> {
  const now = await sql<{ id: string }>`
    select pg_current_xact_id()::text as id`.execute(db)
  const id = now.rows[0]?.id
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ isOver: boolean }>`
        select pg_snapshot_xmin(pg_current_snapshot()) > ${id}::xid8 as is_over`.execute(
        db,
      )
      expect(rows).toEqual([{ isOver: true }])
    },
    { timeout: 30_000, interval: 10 },
  )
}

/** Waits until so many sessions of this database wait for a lock. */
export const waitForLocks = (db: Db, count = 1) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
        db,
      )
      expect(rows).toHaveLength(count)
    },
    { timeout: 30_000, interval: 10 },
  )
