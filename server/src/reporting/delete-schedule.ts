import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'

/** Takes one of the actor's own away; what is queued for it sends nothing then. Throws 404 for what is not theirs. */
export async function deleteSchedule({ db, actor }: Ctx, id: string): Promise<{ id: string }> {
  const gone = await db
    .deleteFrom('reportSchedule')
    .where('id', '=', id)
    .where('userId', '=', actor.id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw notFound('Schedule')
  return gone
}
