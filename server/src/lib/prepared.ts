import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'
import { statementNames } from './pg-client.ts'

/** Stands for a value while the query is built; typed as the value, so that Kysely checks where it goes. */
export type Slot<Values> = <Key extends keyof Values & string>(key: Key) => Values[Key]

/** What changes the text of a query: which filters are set, what it is sorted by. Few, each from a list. */
export type Shape = Readonly<Record<string, string | number | boolean | null>>

type Compilable<Row> = { compile: () => CompiledQuery<Row> }
type Build<Values, Row, S> = (db: Db, value: Slot<Values>, shape: S) => Compilable<Row>

class Hole {
  readonly key: string
  constructor(key: string) {
    this.key = key
  }
}

/** More texts than this of one query mean that a value went into its shape. */
const mostShapes = 500
/** So many texts have a name: each connection keeps the plan of each. Who asks in ever new ways has the others planned anew. */
const mostNamed = 2000
/** So many of `remembered` are kept; what was not asked for the longest is built again. */
const mostRemembered = 200

/**
 * A hot query, built once for each shape and then sent as a named prepared statement with changing values: neither
 * Kysely nor PostgreSQL's parser runs again. Works on the pool and inside a transaction alike.
 *
 *     const slvOf = prepared('slv.one', (db, value: Slot<{ id: string }>) =>
 *       db.selectFrom('slv').select(['id', 'status']).where('id', '=', value('id')))
 *     const [slv] = await slvOf(db, { id })
 *
 *     const slvList = prepared('slv.list', (db, value: Slot<{ statuses: SlvStatus[]; size: number }>, shape: { sortBy: Column }) =>
 *       db.selectFrom('slv').select('id')
 *         .where((eb) => eb('status', '=', eb.fn.any(eb.val(value('statuses')))))
 *         .orderBy(shape.sortBy).limit(value('size')))
 *     const slvs = await slvList(db, { statuses, size }, { sortBy: 'date' })
 *
 * A slot holds one value, so a list goes in as `= any(…)` and null needs `is not distinct from`. Name the columns:
 * `selectAll` would break on open connections when a migration adds one. Give jsonb as JSON text.
 */
export function prepared<Values extends Record<string, unknown>, Row, S extends Shape = Record<never, never>>(
  name: string,
  build: Build<Values, Row, S>,
): (db: Db, values: Values, ...shape: Record<never, never> extends S ? [] : [S]) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>()

  return async (db, values, ...[shape]) => {
    const key = shape ? JSON.stringify(shape) : ''
    let query = compiled.get(key)
    if (!query) {
      if (compiled.size === mostShapes)
        throw new Error(`${name} has more than ${mostShapes} shapes: is a value among them?`)
      query = build(db, (slot) => new Hole(slot) as never, (shape ?? {}) as S).compile()
      compiled.set(key, query)
      const digest = createHash('sha256').update(query.sql).digest('hex').slice(0, 16)
      if (statementNames.size < mostNamed) statementNames.set(query.sql, `${name.slice(0, 40)}.${digest}`)
    }
    const parameters = query.parameters.map((part) => (part instanceof Hole ? values[part.key] : part))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** Makes one for each name, the first time that it is asked for: for what has more shapes than one query may have. */
export function remembered<T>(make: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const made = known.get(name) ?? make(name)
    known.delete(name)
    known.set(name, made)
    const [oldest] = known.keys()
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest)
    return made
  }
}
