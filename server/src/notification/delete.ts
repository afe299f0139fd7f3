import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'

/** Throws 404 for someone else's notification. */
export async function deleteNotification({ db, actor }: Ctx, id: string): Promise<{ id: string }> {
  const gone = await db
    .deleteFrom('notification')
    .where('userId', '=', actor.id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw notFound('Notification')
  return gone
}
