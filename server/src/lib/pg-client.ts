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

/** What pg keeps of an answer as it comes, as far as its rows are made of it. */
type Coming = {
  fields: pg.FieldDef[]
  addFields: (fields: pg.FieldDef[]) => void
  _parsers: unknown[]
  _types: { getTypeParser: (type: number, format: string) => unknown }
}

/**
 * A query of rows as arrays. pg makes an empty object of all columns with each answer, which no array needs: for the 85
 * columns of an SLV that was a sixth of what a save costs this process.
 */
class ArrayQuery extends pg.Query {
  declare readonly _result: Coming

  constructor(text: string, values: unknown[], name: string) {
    const config = { text, values, name, rowMode: 'array' }
    super(config)
    this._result.addFields = function (this: Coming, fields) {
      this.fields = fields
      this._parsers = fields.map(({ dataTypeID, format }) => this._types.getTypeParser(dataTypeID, format))
    }
  }
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
    const call = super.query.bind(this) as (...rest: unknown[]) => Promise<pg.QueryArrayResult<unknown[]>>
    if (typeof text !== 'string' || !Array.isArray(values) || callback) return call(...args)
    const name = statementNames.get(text) ?? repeatedName(text)
    if (name === undefined) return call({ text, values, rowMode: 'array' }).then(toObjects, this.#leave)
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryArrayResult<unknown[]>>()
    call(new ArrayQuery(text, values, name), (error: unknown, result: pg.QueryArrayResult<unknown[]>) =>
      error ? reject(error) : resolve(result),
    )
    return promise.then(toObjects, this.#leave)
  }

  /** After a FATAL the server hangs up. We do so first, or the pool would hand this connection to one more query. */
  #leave = (error: unknown): never => {
    // Where it was asked from, as pg does it; it came from a socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    const isFatal = error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')
    if (isFatal) this.end().catch(() => undefined)
    throw error
  }
}
