import {
  Kysely,
  type PostgresCursorConstructor,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { CopyCursor } from './copy-cursor.ts'
import type { DB } from './db-types.ts'

const { builtins } = pg.types
/** PostgreSQL's numbers for types of arrays. */
const int8Array = 1016
const numericArray = 1231
const dateArray = 1182
const textArray = 1009

const toNumber = (text: string): number => Number(text)
const toText = (text: string): string => text
const toTexts: (text: string) => string[] = pg.types.getTypeParser(
  textArray as never,
)
const toNumbers = (text: string): number[] => toTexts(text).map(toNumber)

/** count(*) and our amounts fit a double. A date stays 'yyyy-MM-dd'. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toNumber],
  [builtins.NUMERIC, toNumber],
  [builtins.DATE, toText],
  [int8Array, toNumbers],
  [numericArray, toNumbers],
  [dateArray, toTexts],
])

/** What reads a value of a PostgreSQL type, for the pool's `types`. */
export const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')

export const toSnakeCase = (name: string): string =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/**
 * Writes camelCase names in snake case. Kysely's CamelCasePlugin copies the
 * whole query for that, a third of its build time.
 */
class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(toSnakeCase(name))
  }
}

class PortalDialect extends PostgresDialect {
  override createQueryCompiler = () => new SnakeCaseCompiler()
}

export const createKysely = (pool: PostgresPool): Kysely<DB> =>
  new Kysely<DB>({
    dialect: new PortalDialect({
      pool,
      cursor: CopyCursor as unknown as PostgresCursorConstructor,
    }),
  })
