import { type Comment, type CommentPatch, commentTypeLabels } from '@portal/contract/conversation/model'
import { writeHistory } from '../history/write.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { nameIn, readComment, refuseType } from './add-comment.ts'
import { checkMentions } from './check-mentions.ts'
import { lockOwnComment } from './lock.ts'
import { tellNamed, tellSellers } from './tell-people.ts'

/**
 * Changes one's own comment: its words, whom it names, who reads it. With another type every name is judged anew, else
 * only those that are new. The newly named are told; the seller too, when a comment opens to them. The history tells who
 * let whom read it, and not what it says.
 */
export const editComment = (ctx: Ctx, id: string, patch: CommentPatch): Promise<Comment> =>
  transact(ctx, async (inner) => {
    const { slv, comment } = await lockOwnComment(inner, id)
    const before = comment.mentions.map((named) => named.id)
    const { type = comment.type, message = comment.message, mentions = before } = patch
    refuseType(inner, type)
    const isTurned = type !== comment.type
    const added = mentions.filter((one) => !before.includes(one))
    const removed = before.filter((one) => !mentions.includes(one))
    if (!isTurned && message === comment.message && added.length === 0 && removed.length === 0)
      return readComment(inner, id)

    await checkMentions(inner, slv, type, isTurned ? mentions : added)
    await inner.db.updateTable('comment').set({ type, message, editedAt: inner.now }).where('id', '=', id).execute()
    if (removed.length > 0)
      await inner.db.deleteFrom('commentMention').where('commentId', '=', id).where('userId', 'in', removed).execute()
    await nameIn(inner, slv, id, added)
    await tellNamed(inner, slv, added)
    if (isTurned && type === 'EXTERNAL') await tellSellers(inner, slv, mentions)
    if (isTurned)
      await writeHistory(inner, {
        slvId: slv.id,
        action: 'turn-comment',
        fromStatus: slv.status,
        toStatus: slv.status,
        resubmitCount: slv.resubmitCount,
        comment: `From ${commentTypeLabels[comment.type]} to ${commentTypeLabels[type]}`,
        changes: [],
      })
    return readComment(inner, id)
  })
