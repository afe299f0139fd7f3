import { commentTypeLabels } from '@portal/contract/conversation/model'
import { writeHistory } from '../history/write.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { lockOwnComment } from './lock.ts'

/**
 * Takes back one's own comment. Its row stays, unread; the history tells that there was one, and not what it said:
 * somebody wanted that gone.
 */
export const deleteComment = (ctx: Ctx, id: string) =>
  transact(ctx, async (inner) => {
    const { slv, comment } = await lockOwnComment(inner, id)
    await inner.db.updateTable('comment').set({ deletedAt: inner.now }).where('id', '=', id).execute()
    await writeHistory(inner, {
      slvId: slv.id,
      action: 'delete-comment',
      fromStatus: slv.status,
      toStatus: slv.status,
      resubmitCount: slv.resubmitCount,
      comment: `${commentTypeLabels[comment.type]} comment`,
      changes: [],
    })
    return { id }
  })
