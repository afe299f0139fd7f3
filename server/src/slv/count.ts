import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import type { DB } from '../lib/db-types.ts'
import { prepared, remembered, type Slot } from '../lib/prepared.ts'
import { type FilterShape, type FilterValues, hasReason, matches, slvsIn } from './filter.ts'

/** The lists that ask for companies and statuses alone: the tally knows how many they hold. */
export const isTallied = ({ scope, hasSearch, isOverdue, others }: FilterShape) =>
  ['department', 'companyView', 'assignedSellers'].includes(scope) && !hasSearch && !isOverdue && others === 'NONE'

/** What the tally says of a list, as a table named slv: the columns of that name in both are the same. */
export const talliedIn = (shape: FilterShape, value: Slot<FilterValues>): RawBuilder<{ status: string; n: number }> =>
  sql`from slv_tally as slv where ${matches(expressionBuilder<DB, 'slv'>(), shape, value)}`

const tallied = prepared('slv.tally', (db, value: Slot<FilterValues>, shape: FilterShape) => {
  const query = sql<{ total: number }>`select coalesce(sum(slv.n), 0) as total ${talliedIn(shape, value)}`
  return { compile: () => query.compile(db) }
})

/** Whether a list asks for reasons alone, of all SLVs: then who has one can be counted without looking at an SLV. */
const isOfReasons = ({ scope, hasStatuses, hasSearch, isOverdue, others }: FilterShape) =>
  scope === 'department' && others === 'reasons' && !hasStatuses && !hasSearch && !isOverdue

/** Each list and each choice of filters has its own statements. */
const foundIn = remembered((name) =>
  // To the end where `most` is 0.
  prepared(`slv.count.${name}`, (db, value: Slot<FilterValues>, { most, ...shape }: FilterShape & { most: number }) => {
    const end = most > 0 ? sql`limit ${sql.lit(most)}` : sql``
    const found = isOfReasons(shape)
      ? sql`select distinct slv_id from slv_request where ${hasReason(value)}`
      : sql`select from ${slvsIn(shape, value, sql``)} as slv`
    const query = sql<{ total: number }>`select count(*) as total from (${found} ${end}) as found`
    return { compile: () => query.compile(db) }
  }),
)

/** How many SLVs a filter finds: to the end where that is written down or `most` is 0, else `most` of them at most. */
export async function countSlvs(db: Db, values: FilterValues, whole: FilterShape, most = 0): Promise<number> {
  // How the list is sorted makes no other query of this.
  const { scope, hasStatuses, hasSearch, isOverdue, others } = whole
  const shape = { scope, hasStatuses, hasSearch, isOverdue, others }
  const count = foundIn(`${scope}.${others}`)
  const [row] = isTallied(shape) ? await tallied(db, values, shape) : await count(db, values, { ...shape, most })
  return row?.total ?? 0
}
