import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { DB } from './db-types.ts'
import { toSnakeCase } from './dialect.ts'

type Row = { id: string } & Record<string, unknown>

const listColumns = (row: Row) =>
  Object.keys(row)
    .filter((name) => name !== 'id' && row[name] !== undefined)
    .sort()

/**
 * PostgreSQL refuses half of a surrogate pair in JSON; in a plain parameter it
 * becomes U+FFFD, so it does here.
 */
const toJson = (rows: readonly Row[]) =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [toSnakeCase(name), value]),
      ),
    ),
    (_, value) => (typeof value === 'string' ? value.toWellFormed() : value),
  )

/**
 * Updates rows by id, each with its own values: one statement for each set of
 * columns.
 */
export async function updateRows(
  db: Db,
  table: keyof DB & string,
  rows: readonly Row[],
): Promise<void> {
  const bySet = Map.groupBy(rows, (row) => listColumns(row).join())
  for (const [columns, group] of bySet) {
    const assignments = columns
      .split(',')
      .map((name) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`)
    await sql`update ${sql.table(table)} set ${sql.join(assignments)}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${toJson(group)}::jsonb) as changed
      where ${sql.ref(`${table}.id`)} = changed.id`.execute(db)
  }
}
