import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { eventColumns, presentEvent } from '../tdoc/list-activity.ts'
import { getCategory } from './list.ts'

type Page = { id: string; size: number; offset: number }

const events = prepared('category.history', (db, value: Slot<Page>) =>
  db
    .selectFrom('tdocHistory')
    .leftJoin('appUser', 'appUser.id', 'tdocHistory.actorId')
    .select(eventColumns)
    .where('tdocHistory.categoryId', '=', value('id'))
    .orderBy('tdocHistory.id', 'desc')
    .limit(value('size'))
    .offset(value('offset')),
)
const counted = prepared('category.history.count', (db, value: Slot<{ id: string }>) =>
  db
    .selectFrom('tdocHistory')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('categoryId', '=', value('id')),
)

/** What happened to a category, newest first. Throws 404 for one that the actor may not see. */
export async function listCategoryHistory(ctx: Ctx, id: string, { page, size }: { page: number; size: number }) {
  await getCategory(ctx, id)
  const rows = await events(ctx.db, { id, size, offset: (page - 1) * size })
  const [all] = await counted(ctx.db, { id })
  return { items: rows.map(presentEvent), total: all?.total ?? 0, page, size }
}
