import { mayRead } from '@portal/contract/conversation/policy'
import type { Ctx } from '../lib/ctx.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { lockSlvs } from '../slv/lock.ts'
import { standingComments } from './present.ts'

/**
 * The actor's own comment with its SLV, both locked. Throws 404 for a comment that is not there or that they may not
 * read, 409 for one of somebody else.
 */
export async function lockOwnComment(ctx: Ctx, id: string) {
  const place = await ctx.db.selectFrom('comment').select('slvId').where('id', '=', id).executeTakeFirst()
  if (!place?.slvId) throw notFound('Comment')
  const [slv] = await lockSlvs(ctx, [place.slvId])
  if (!slv) throw notFound('Comment')
  const comment = await standingComments(ctx.db).where('comment.id', '=', id).forUpdate('comment').executeTakeFirst()
  if (!comment || !mayRead(ctx.actor.role, comment.type)) throw notFound('Comment')
  if (comment.authorId !== ctx.actor.id) throw conflict('Only its author changes a comment')
  return { slv, comment }
}
