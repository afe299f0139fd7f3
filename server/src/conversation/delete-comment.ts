import { type Ctx, transact } from '../lib/ctx.ts'
import { lockOwnComment } from './lock.ts'

/**
 * Takes back one's own comment. Its row stays, unread; the history tells that there was one, and not what it said:
 * somebody wanted that gone.
 */
export const deleteComment = (ctx: Ctx, id: string) =>
  transact(ctx, async (inner) => {
    const { topic, comment } = await lockOwnComment(inner, id)
    await inner.db.updateTable('comment').set({ deletedAt: inner.now }).where('id', '=', id).execute()
    await topic.note(inner, 'delete-comment', comment.type)
    return { id }
  })
