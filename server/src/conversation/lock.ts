import type { Ctx } from '../lib/ctx.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { lockSlvs } from '../slv/lock.ts'
import { lockTdocs } from '../tdoc/lock.ts'
import { slvTopic } from './find-slv-topic.ts'
import { tdocTopic } from './find-tdoc-topic.ts'
import { type StoredComment, standingComments } from './present.ts'
import type { Topic } from './topic.ts'

/**
 * The actor's own comment with what it is about, both locked; of any conversation, or of those about SLVs or Tdocs alone.
 * Throws 404 for a comment that is not there or that they may not read, 409 for one of somebody else.
 */
export async function lockOwnComment(
  ctx: Ctx,
  id: string,
  column?: Topic['column'],
): Promise<{ topic: Topic; comment: StoredComment }> {
  const topic = await lockTopic(ctx, id)
  if (!topic || (column && topic.column !== column)) throw notFound('Comment')
  const comment = await standingComments(ctx.db).where('comment.id', '=', id).forUpdate('comment').executeTakeFirst()
  if (!comment || !topic.mayRead(ctx.actor.role, comment.type)) throw notFound('Comment')
  if (comment.authorId !== ctx.actor.id) throw conflict('Only its author changes a comment')
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
