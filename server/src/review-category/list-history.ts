import type { Ctx } from '../lib/ctx.ts'
import { readEvents } from '../tdoc/activity/list-activity.ts'
import { getCategory } from './list.ts'

export async function listCategoryHistory(ctx: Ctx, id: string, paging: { page: number; size: number }) {
  await getCategory(ctx, id)
  return readEvents(ctx.db.selectFrom('tdocHistory').where('tdocHistory.categoryId', '=', id), paging)
}
