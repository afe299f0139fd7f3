import type { Ctx } from '../lib/ctx.ts'
import { eventColumns, presentEvent } from '../tdoc/list-activity.ts'
import { getCategory } from './list.ts'

/** What happened to a category, newest first. Throws 404 for one that the actor may not see. */
export async function listCategoryHistory(ctx: Ctx, id: string, { page, size }: { page: number; size: number }) {
  await getCategory(ctx, id)
  const events = ctx.db.selectFrom('tdocHistory').where('tdocHistory.categoryId', '=', id)
  const rows = await events
    .leftJoin('appUser', 'appUser.id', 'tdocHistory.actorId')
    .select(eventColumns)
    .orderBy('tdocHistory.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await events.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items: rows.map(presentEvent), total, page, size }
}
