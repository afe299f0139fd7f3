import type { SlvNextQuery } from '@portal/contract/slv/list-api'
import { maxListed, type SlvNeighbors } from '@portal/contract/slv/row'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { customPlanHint } from '../../lib/database/pg-client.ts'
import { readItems, readList } from './list.ts'

/**
 * The SLVs before and after one in a list. A decision often changes the sort
 * key, so for an SLV that has left the list, `next` is the SLV that is now at
 * its former position.
 */
export async function findNeighbors(
  ctx: Ctx,
  query: SlvNextQuery,
): Promise<SlvNeighbors> {
  const { rows, id, orderBy } = await readList(ctx, query)
  const list = rows
    .$if(query.moved === true, (all) => all.where(id, '<>', query.after))
    .select([
      id.as('id'),
      sql<number>`row_number() over (order by ${orderBy})`.as('place'),
    ])
    .orderBy(orderBy)
    .limit(maxListed + 1)
  const neighbors = await ctx.db
    .with('list', () => list)
    .with('given', (db) =>
      db
        .selectFrom('list')
        .select([
          sql<number>`count(*)`.as('total'),
          sql<
            number | null
          >`max(place) filter (where id = ${query.after}::uuid)`.as('position'),
        ]),
    )
    .selectFrom('given')
    .leftJoin('list', (join) =>
      join.on(
        sql<boolean>`
          abs(list.place - coalesce(given.position, ${query.position ?? 1}::int - 0.5)) <= 1
          and list.id <> ${query.after}::uuid`,
      ),
    )
    .modifyFront(sql.raw(customPlanHint))
    .select(['given.total', 'given.position', 'list.id', 'list.place'])
    .execute()
  const { total = 0, position = null } = neighbors[0] ?? {}
  // An SLV that has left the list is between two places.
  const ownPlace = position ?? (query.position ?? 1) - 0.5
  const ids = neighbors.flatMap(({ id }) => id ?? [])
  const items = await readItems(ctx, ids)
  const findItem = (isThere: (place: number) => boolean) => {
    const row = neighbors.find(({ place }) => place !== null && isThere(place))
    return items.find((item) => item.id === row?.id) ?? null
  }
  return {
    position,
    total: Math.min(total, maxListed),
    isTotalCut: total > maxListed,
    previous: findItem((place) => place < ownPlace),
    next: findItem((place) => place > ownPlace),
  }
}
