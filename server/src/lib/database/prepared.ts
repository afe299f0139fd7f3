import type { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/**
 * A placeholder for a parameter while the query is built; typed as its value,
 * so that Kysely checks how it is used.
 */
export type Param<Params> = <Name extends keyof Params & string>(
  name: Name,
) => Params[Name]

type Build<Params, Row> = (
  db: Db,
  param: Param<Params>,
) => { compile: () => CompiledQuery<Row> }

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that Kysely builds once and that then runs with changing parameters.
 * Only for the hottest queries, where building takes longer than running;
 * everything else is a plain function.
 *
 *     const findSlv = prepared((db, param: Param<{ id: string }>) =>
 *       db.selectFrom('slv').select(['id', 'status']).where('id', '=', param('id')))
 *     const [slv] = await findSlv(db, { id })
 */
export function prepared<Params extends Record<string, unknown>, Row>(
  build: Build<Params, Row>,
): (db: Db, params: Params) => Promise<Row[]> {
  let query: CompiledQuery<Row> | undefined
  return async (db, params) => {
    query ??= build(db, (name) => new Placeholder(name) as never).compile()
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? params[value.name] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
