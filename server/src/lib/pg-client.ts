import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

/** SQL text → the name under which each connection prepares it. Filled by prepared.ts. */
export const statementNames = new Map<string, string>()

/** Comment after `select` that keeps a statement from being prepared: a rare status needs another plan than a common one. */
export const plannedAnew = '/* planned for its values */'

/** So many texts are counted, and so many of them prepared; what varies without end stays out. */
const mostCounted = 2000
const mostPrepared = 300
const timesSeen = new Map<string, number>()
const repeatedNames = new Map<string, string>()

/**
 * A name for a text that comes a third time: parsing and planning it anew each time is half of what PostgreSQL does for
 * a status change. Such a text must name its columns: one for all columns (`select *`) would break on open connections
 * when a migration adds one.
 */
function repeatedName(text: string): string | undefined {
  if (text.startsWith(`select ${plannedAnew}`)) return undefined
  const known = repeatedNames.get(text)
  if (known !== undefined || repeatedNames.size === mostPrepared) return known
  if (timesSeen.size === mostCounted) timesSeen.clear()
  const times = (timesSeen.get(text) ?? 0) + 1
  timesSeen.set(text, times)
  if (times === 3) repeatedNames.set(text, `repeated.${repeatedNames.size}`)
  return repeatedNames.get(text)
}

const camelNames = new Map<string, string>()

/** loan_amount → loanAmount. Names of columns are few, so each is worked out once. */
function camel(column: string): string {
  const known = camelNames.get(column)
  if (known !== undefined) return known
  const name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  camelNames.set(column, name)
  return name
}

type Row = Record<string, unknown>
type Command = PostgresQueryResult<Row>['command']
type Told = Pick<pg.QueryArrayResult<unknown[]>, 'fields' | 'rows' | 'rowCount'> & { command: string }

const toObjects = ({ command, rowCount, fields, rows: arrays }: Told): PostgresQueryResult<Row> => {
  const keys = fields.map((field) => camel(field.name))
  const rows = arrays.map((values) => {
    const row: Row = {}
    for (let index = 0; index < keys.length; index++) row[keys[index] as string] = values[index]
    return row
  })
  return { command: command as Command, rowCount: rowCount ?? 0, rows }
}

/**
 * Sends one statement with its values. Rows come as arrays and are given their camelCase keys here: one pass, where pg's
 * own objects and CamelCasePlugin's are two, and what is inside jsonb is left alone. And SQL that prepared.ts has named, or
 * that comes again and again, goes out as a named prepared statement.
 */
export function ask(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<PostgresQueryResult<Row>> {
  const name = statementNames.get(text) ?? repeatedName(text)
  // By callback: what came through pg's own promise was left by every quick collection of garbage, up to a full one.
  return new Promise<Told>((resolve, reject) => {
    client.query<unknown[], unknown[]>({ text, values: [...values], rowMode: 'array', name }, (error, result) =>
      error ? reject(error) : resolve(result),
    )
  }).then(toObjects)
}

/** A connection of the pool as Kysely wants one. */
export class PortalConnection implements PostgresPoolClient {
  #client: pg.PoolClient
  #isLost = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Nothing is read by a cursor here')
    return ask(this.#client, text, values).catch(this.#leave)
  }

  /** After a FATAL the server hangs up: the pool must not hand this connection to one more query. */
  #leave = (error: unknown): never => {
    if (error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC'))
      this.#isLost = true
    throw error
  }

  release(isLost = false) {
    this.#client.release(isLost || this.#isLost)
  }
}
