import pg from 'pg'

/** SQL text → the name under which each connection prepares it. Filled by prepared.ts. */
export const statementNames = new Map<string, string>()

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

const toObjects = (result: pg.QueryArrayResult<unknown[]>) => {
  const keys = result.fields.map((field) => camel(field.name))
  const rows = result.rows.map((values) => {
    const row: Row = {}
    for (let index = 0; index < keys.length; index++) row[keys[index] as string] = values[index]
    return row
  })
  return { ...result, rows }
}

/**
 * The pg client with two habits of ours for `query(sql, values)`, the call that Kysely makes. Rows come as arrays
 * and are given their camelCase keys here: one pass, where pg's own objects and CamelCasePlugin's are two, and what is
 * inside jsonb is left alone. And SQL that prepared.ts has named, or that comes again and again, goes out as a named
 * prepared statement.
 */
export class PortalClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query six ways; all but one are handed on as they came
  override query(...args: any[]): any {
    const [text, values, callback] = args
    const call = super.query.bind(this) as (...rest: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values) || callback) return call(...args)
    const name = statementNames.get(text) ?? repeatedName(text)
    // By callback: what came through pg's own promise was left by every quick collection of garbage, up to a full one.
    const answer = new Promise<pg.QueryArrayResult<unknown[]>>((resolve, reject) => {
      call({ text, values, rowMode: 'array', name }, (error: Error | null, result: pg.QueryArrayResult<unknown[]>) =>
        error ? reject(error) : resolve(result),
      )
    })
    return answer.then(toObjects, this.#leave)
  }

  /** After a FATAL the server hangs up. We do so first, or the pool would hand this connection to one more query. */
  #leave = (error: unknown): never => {
    const isFatal = error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')
    if (isFatal) this.end().catch(() => undefined)
    throw error
  }
}
