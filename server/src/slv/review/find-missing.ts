import { type SqlBool, sql } from 'kysely'

/**
 * Whether a row of slv_pending_document has no file, answer or outcome yet:
 * `isMissing` of the contract as SQL. `table` is its name or alias.
 */
export const isMissingIn = (table: string) => sql<SqlBool>`(
  ${sql.ref(`${table}.receivedAt`)} is null
  and ${sql.ref(`${table}.answerKind`)} is null
  and ${sql.ref(`${table}.outcome`)} is null
)`
