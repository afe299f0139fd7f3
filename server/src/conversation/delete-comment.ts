import { type Ctx, transact } from '../lib/ctx.ts'
import { lockOwnComment } from './lock.ts'

/** Deletes the actor's own comment. Its row stays unread; the history records the deletion, but not the text. */
export const deleteComment = (ctx: Ctx, id: string) =>
  transact(ctx, async (inner) => {
    const { topic, comment } = await lockOwnComment(inner, id)
    await inner.db.updateTable('comment').set({ deletedAt: inner.now }).where('id', '=', id).execute()
    await topic.note(inner, 'delete-comment', comment.type)
    return { id }
  })
