import type { Compilable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from './db.ts'
import { toCamelCase } from './pg-client.ts'

type Query = Parameters<typeof jsonArrayFrom>[0]

/** The rows of each query, by its name. */
export type Read<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends Compilable<infer Row>
    ? Row[]
    : never
}

/**
 * Reads the rows of several queries in one statement. The rows are JSON, so
 * none of the queries may select a time: it would arrive as text.
 */
export async function readTogether<Queries extends Record<string, Query>>(
  db: Db,
  queries: Queries,
): Promise<Read<Queries>> {
  const columns = Object.entries(queries).map(([name, query]) =>
    jsonArrayFrom(query).as(name),
  )
  const read = await db
    .selectNoFrom(columns)
    .$castTo<Record<string, object[]>>()
    .executeTakeFirstOrThrow()
  for (const rows of Object.values(read))
    for (const [index, row] of rows.entries())
      rows[index] = withCamelCaseKeys(row)
  return read as Read<Queries>
}

const withCamelCaseKeys = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [toCamelCase(column), value]),
  )
