import type { Ctx } from '../lib/ctx.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { lockSlvs } from '../slv/lock.ts'
import { lockTdocs } from '../tdoc/lock.ts'
import { slvTopic } from './find-slv-topic.ts'
import { tdocTopic } from './find-tdoc-topic.ts'
import { type StoredComment, selectComments } from './present.ts'
import type { Topic } from './topic.ts'

/**
 * Locks the actor's own comment and its topic. Throws 404 for a comment that they may not read, 409 for someone else's.
 */
export async function lockOwnComment(
  ctx: Ctx,
  id: string,
  column?: Topic['column'],
): Promise<{ topic: Topic; comment: StoredComment }> {
  const topic = await lockTopic(ctx, id)
  if (!topic || (column && topic.column !== column)) throw notFound('Comment')
  const comment = await selectComments(ctx.db).where('comment.id', '=', id).forUpdate('comment').executeTakeFirst()
  if (!comment || !topic.mayRead(ctx.actor.role, comment.type)) throw notFound('Comment')
  if (comment.authorId !== ctx.actor.id) throw conflict('Only the author can change a comment')
  return { topic, comment }
}

async function lockTopic(ctx: Ctx, commentId: string): Promise<Topic | undefined> {
  const place = await ctx.db
    .selectFrom('comment')
    .select(['slvId', 'tdocId'])
    .where('id', '=', commentId)
    .executeTakeFirst()
  if (place?.slvId) return (await lockSlvs(ctx, [place.slvId])).map(slvTopic)[0]
  return place?.tdocId ? (await lockTdocs(ctx, [place.tdocId])).map(tdocTopic)[0] : undefined
}
