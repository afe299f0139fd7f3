import type { SlvListQuery } from '@portal/contract/slv/list-query'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, remembered, type Slot } from '../lib/prepared.ts'
import { countSlvs } from './count.ts'
import type { FilterValues } from './filter.ts'
import { type ListShape, readList, sorted } from './list.ts'

const idsIn = remembered((name) =>
  prepared(`slv.ids.${name}`, (db, value: Slot<FilterValues & { most: number }>, { sortType, ...shape }: ListShape) =>
    db.selectNoFrom(
      sql<string>`array_to_string(array(
        select id from (${sorted(db, value, { ...shape, sortType })}) as found
        order by sort_key ${sql.raw(sortType)} nulls last, tie ${sql.raw(sortType)}, id ${sql.raw(sortType)} limit ${value('most')}), ',')`.as(
        'ids',
      ),
    ),
  ),
)

/**
 * All ids of one of the asker's lists, in its order, `most` of them at most: the filter, the scope and the sort of
 * `listSlvs`, with its refusals.
 */
export async function findIds(ctx: Ctx, query: SlvListQuery, most: number): Promise<string[]> {
  const { shape, values } = readList(ctx, query)
  const [row] = await idsIn(`${shape.scope}.${shape.sortBy}.${shape.others}`)(ctx.db, { ...values, most }, shape)
  // As one text: taking an array of 100,000 apart letter by letter takes half a second.
  return row?.ids ? row.ids.split(',') : []
}

/** How many SLVs one of the asker's lists holds, with the refusals of `listSlvs`. */
export async function countList(ctx: Ctx, query: SlvListQuery): Promise<number> {
  const { shape, values } = readList(ctx, query)
  return countSlvs(ctx.db, values, shape)
}
