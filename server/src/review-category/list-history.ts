import type { Ctx } from '../lib/ctx.ts'
import { readEvents } from '../tdoc/activity/list-activity.ts'
import { getCategory } from './list.ts'

/** A category's history, newest first. Throws 404 if the actor may not see it. */
export async function listCategoryHistory(ctx: Ctx, id: string, paging: { page: number; size: number }) {
  await getCategory(ctx, id)
  return readEvents(ctx.db.selectFrom('tdocHistory').where('tdocHistory.categoryId', '=', id), paging)
}
