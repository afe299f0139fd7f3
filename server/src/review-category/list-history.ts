import type { TdocEvent } from '@portal/contract/tdoc/answers'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { presentEvent } from '../tdoc/list-activity.ts'
import { getCategory } from './list.ts'

const events = prepared('category.history', (db, value: Slot<{ id: string }>) =>
  db
    .selectFrom('tdocHistory')
    .leftJoin('appUser', 'appUser.id', 'tdocHistory.actorId')
    .select([
      'tdocHistory.id',
      'tdocHistory.at',
      'appUser.name as actorName',
      'tdocHistory.action',
      'tdocHistory.changes',
    ])
    .where('tdocHistory.categoryId', '=', value('id'))
    .orderBy('tdocHistory.id', 'desc'),
)

/** What happened to a category, newest first. Throws 404 for one of a Tdoc that the actor may not see. */
export async function listCategoryHistory(ctx: Ctx, id: string): Promise<TdocEvent[]> {
  await getCategory(ctx, id)
  return (await events(ctx.db, { id })).map(presentEvent)
}
