import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { DB } from './db-types.ts'
import { prepared, type Slot } from './prepared.ts'

type Table = keyof DB & string
type Row = Record<string, unknown>

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const plain = (value: unknown) => {
  if (typeof value === 'string') return value.toWellFormed()
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
}

/** Rows as one JSON text, which jsonb_populate_recordset makes rows of the table of again: a statement's text is the same for however many. */
const textOf = (rows: readonly Row[]) =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), plain(value)]))),
  )

const columnsOf = (row: Row) =>
  Object.keys(row)
    .filter((name) => row[name] !== undefined)
    .sort()

const given = (table: Table, rows: string) => sql`jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`

/**
 * Inserts many rows in one statement, in their order, and answers with what `ending` returns. All have the columns of the
 * first: what another leaves out is null there.
 */
export function preparedInserts<R>(
  table: Table,
  ending: RawBuilder<unknown> = sql``,
): (db: Db, rows: readonly Row[]) => Promise<R[]> {
  const write = prepared(`${table}.inserts`, (db, value: Slot<{ rows: string }>, { columns }: { columns: string }) => {
    const names = sql.join(columns.split(',').map((name) => sql.ref(name)))
    return {
      compile: () =>
        sql<R>`insert into ${sql.table(table)} (${names}) select ${names} from ${given(table, value('rows'))} ${ending}`.compile(
          db,
        ),
    }
  })
  return async (db, rows) => {
    const [first] = rows
    return first ? write(db, { rows: textOf(rows) }, { columns: columnsOf(first).join(',') }) : []
  }
}

/** Writes columns of many rows, found by their ids, each its own values: one statement for each set of columns that comes along. */
export function preparedUpdates(table: Table): (db: Db, rows: readonly (Row & { id: string })[]) => Promise<void> {
  const write = prepared(`${table}.updates`, (db, value: Slot<{ rows: string }>, { columns }: { columns: string }) => {
    const sets = columns.split(',').map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
    return {
      compile: () =>
        sql`update ${sql.table(table)} set ${sql.join(sets)} from ${given(table, value('rows'))} as given
          where ${sql.ref(`${table}.id`)} = given.id`.compile(db),
    }
  })
  return async (db, rows) => {
    const bySet = Map.groupBy(rows, (row) =>
      columnsOf(row)
        .filter((name) => name !== 'id')
        .join(','),
    )
    for (const [columns, some] of bySet) await write(db, { rows: textOf(some) }, { columns })
  }
}
