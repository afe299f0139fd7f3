import type {
  PostgresCursor,
  PostgresPoolClient,
  PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import { CopyCursor } from './copy-cursor.ts'

/**
 * Comment after `select` that keeps a statement from being prepared: a rare
 * status needs another plan than a common one.
 */
export const customPlanHint = '/* planned for its values */'

/** At this many statements, all counts restart. */
const maxCounted = 2000
const maxPrepared = 1000
/** Longer statements are inserts of many rows, which rarely come again. */
const maxLength = 20_000
const timesSeen = new Map<string, number>()
const statementNames = new Map<string, string>()

/**
 * The name under which a connection prepares a statement that comes a third
 * time. Planning it each time is half of PostgreSQL's work for a status change.
 * It must name its columns: `select *` would break when a migration adds one.
 */
function statementName(text: string): string | undefined {
  if (!mayBePrepared(text)) return undefined
  const name = statementNames.get(text)
  if (name !== undefined || statementNames.size === maxPrepared) return name

  if (countStatement(text) < 3) return undefined
  const newName = `repeated.${statementNames.size}`
  statementNames.set(text, newName)
  return newName
}

const mayBePrepared = (text: string) =>
  !text.startsWith(`select ${customPlanHint}`) && text.length <= maxLength

/** How often a statement has come, this time included. */
function countStatement(text: string): number {
  if (timesSeen.size === maxCounted) timesSeen.clear()
  const times = (timesSeen.get(text) ?? 0) + 1
  timesSeen.set(text, times)
  return times
}

const camelNames = new Map<string, string>()

/**
 * loan_amount → loanAmount. There are few column names, so each is converted
 * once.
 */
export function toCamelCase(column: string): string {
  const known = camelNames.get(column)
  if (known !== undefined) return known
  const name = column.replace(/_([a-z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  )
  camelNames.set(column, name)
  return name
}

type Row = Record<string, unknown>
type Command = PostgresQueryResult<Row>['command']
type ArrayResult = Pick<
  pg.QueryArrayResult<unknown[]>,
  'fields' | 'rows' | 'rowCount'
> & { command: string }

const toObjects = ({
  command,
  rowCount,
  fields,
  rows: arrays,
}: ArrayResult): PostgresQueryResult<Row> => {
  const keys = fields.map((field) => toCamelCase(field.name))
  const rows = arrays.map((values) => {
    const row: Row = {}
    for (let index = 0; index < keys.length; index++)
      row[keys[index] as string] = values[index]
    return row
  })
  return { command: command as Command, rowCount: rowCount ?? 0, rows }
}

type Trace = <T>(text: string, send: () => Promise<T>) => Promise<T>
let trace: Trace = (_, send) => send()

/**
 * Runs each statement inside `newTrace`, which never sees its values
 * (lib/telemetry.ts).
 */
export const traceQueriesWith = (newTrace: Trace) => {
  trace = newTrace
}

/**
 * Sends one statement. Rows arrive as arrays and get their camelCase keys here;
 * keys inside jsonb stay.
 */
export function sendQuery(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<PostgresQueryResult<Row>> {
  const name = statementName(text)
  const send = () =>
    // With a callback, because results of pg's own promises survive minor
    // garbage collections.
    new Promise<ArrayResult>((resolve, reject) => {
      client.query<unknown[], unknown[]>(
        { text, values: [...values], rowMode: 'array', name },
        (error, result) => (error ? reject(error) : resolve(result)),
      )
    })
  return trace(text, send).then(toObjects)
}

export class PortalConnection implements PostgresPoolClient {
  #client: pg.PoolClient
  #isLost = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<R>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (text instanceof CopyCursor) {
      this.#client.query(text.stream)
      return text
    }
    return sendQuery(this.#client, text as string, values).catch(this.#noteLoss)
  }

  /**
   * After a FATAL error the server closes the connection, so the pool must not
   * reuse it.
   */
  #noteLoss = (error: unknown): never => {
    if (
      error instanceof pg.DatabaseError &&
      (error.severity === 'FATAL' || error.severity === 'PANIC')
    )
      this.#isLost = true
    throw error
  }

  release(isLost = false) {
    this.#client.release(isLost || this.#isLost)
  }
}
