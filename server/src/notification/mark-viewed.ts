import type { Notification } from '@portal/contract/notification/model'
import { type Ctx, transact } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { presentNotification, shownColumns, stillShown } from './visible.ts'

/** Throws 404 for a notification that is not the actor's or no longer shown. */
export async function markViewed(ctx: Ctx, id: string): Promise<Notification> {
  const { actor } = ctx
  const [row] = await marked(ctx, [id])
    .where((eb) => stillShown(eb, actor))
    .returning(shownColumns)
    .execute()
  if (!row) throw notFound('Notification')
  return presentNotification(row)
}

/** Marks all or none; the 404 names those that are not the actor's. */
export const markSeveralViewed = (
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ ids: string[] }> =>
  transact(ctx, async (inner) => {
    const wanted = [...new Set(ids)]
    const done = await marked(inner, wanted)
      .returning('notification.id')
      .execute()
    const missing = wanted.filter((id) => !done.some((row) => row.id === id))
    if (missing.length > 0)
      throw notFound(
        'Notification',
        missing.map((id) => ({ field: id, error: 'Notification not found' })),
      )
    return { ids: wanted }
  })

const marked = ({ db, actor }: Ctx, ids: readonly string[]) =>
  db
    .updateTable('notification')
    .set({ status: 'CHECKED' })
    .where('userId', '=', actor.id)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))

/** Throws 404 for someone else's notification. */
export async function deleteNotification(
  { db, actor }: Ctx,
  id: string,
): Promise<{ id: string }> {
  const gone = await db
    .deleteFrom('notification')
    .where('userId', '=', actor.id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw notFound('Notification')
  return gone
}
