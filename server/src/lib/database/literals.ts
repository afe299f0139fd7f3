import { sql } from 'kysely'

/**
 * Values of the contract in the text of a statement, separated by commas: as
 * parameters, the planner and partial indexes wouldn't know them.
 */
export const listLiterals = (values: Iterable<string>) =>
  sql.join([...values].map((value) => sql.lit(value)))
