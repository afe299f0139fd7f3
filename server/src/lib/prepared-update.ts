import type { Updateable } from 'kysely'
import type { Db } from './db.ts'
import type { DB } from './db-types.ts'
import { prepared, type Slot } from './prepared.ts'

type TableWithId = { [T in keyof DB & string]: 'id' extends keyof DB[T] ? T : never }[keyof DB & string]

/** As many sets of columns as are prepared; who sends another has it built each time, so that no caller can fill PostgreSQL's memory. */
const mostSets = 200

const updateOf = (db: Db, table: TableWithId, id: unknown, set: Record<string, unknown>) =>
  db
    .updateTable(table as 'slv')
    .set(set as Updateable<DB['slv']>)
    .where('id', '=', id as string)

/** Writes columns of one row, found by its id: built and prepared once for each set of columns that comes along. */
export function preparedUpdate<T extends TableWithId>(
  table: T,
): (db: Db, id: string, set: Updateable<DB[T]>) => Promise<void> {
  const known = new Set<string>()
  const write = prepared(
    `${table}.update`,
    (db, value: Slot<Record<string, unknown>>, { columns }: { columns: string }) =>
      updateOf(db, table, value('id'), Object.fromEntries(columns.split(',').map((name) => [name, value(name)]))),
  )
  return async (db, id, set) => {
    const written = Object.entries(set).filter(([, value]) => value !== undefined)
    const columns = written
      .map(([name]) => name)
      .sort()
      .join(',')
    if (known.size < mostSets) known.add(columns)
    if (known.has(columns)) await write(db, { ...Object.fromEntries(written), id }, { columns })
    else await updateOf(db, table, id, Object.fromEntries(written)).execute()
  }
}
