import type { Ctx } from '../../lib/ctx.ts'
import { notFound } from '../../lib/errors.ts'

/** Deletes the actor's schedule; queued emails of it aren't sent. Throws 404 for someone else's. */
export async function deleteSchedule({ db, actor }: Ctx, id: string): Promise<{ id: string }> {
  const deleted = await db
    .deleteFrom('reportSchedule')
    .where('id', '=', id)
    .where('userId', '=', actor.id)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notFound('Schedule')
  return deleted
}
