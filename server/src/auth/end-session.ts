import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'

/** Ends one of the asker's own sessions; somebody else's is not there. Answers whose cookie it was the hash of. */
export async function endSession({ db, actor }: Ctx, id: string): Promise<Buffer> {
  const ended = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('userId', '=', actor.id)
    .returning('tokenHash')
    .executeTakeFirst()
  if (!ended) throw notFound('Session')
  return ended.tokenHash
}

/** Ends all of the asker's sessions but this one; answers how many. */
export async function endOtherSessions({ db, actor }: Ctx, thisHash: Buffer): Promise<number> {
  const ended = await db
    .deleteFrom('session')
    .where('userId', '=', actor.id)
    .where('tokenHash', '!=', thisHash)
    .returning('id')
    .execute()
  return ended.length
}
