import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'

/** Takes one of the actor's own away. Throws 404 for what is not theirs. */
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
