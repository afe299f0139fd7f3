import type { Comment, CommentPatch, TdocComment } from '@portal/contract/conversation/model'
import { type Ctx, transact } from '../lib/ctx.ts'
import { insertMentions, refuseType } from './add-comment.ts'
import { checkMentions } from './check-mentions.ts'
import { lockOwnComment } from './lock.ts'
import { notifyMentioned, notifyOutside } from './notify.ts'
import { presentComment, presentTdocComment, readComment } from './present.ts'
import type { Topic } from './topic.ts'

export const editComment = (ctx: Ctx, id: string, patch: CommentPatch): Promise<Comment> =>
  transact(ctx, async (inner) => {
    await edit(inner, 'slvId', id, patch)
    return presentComment(inner, await readComment(inner, id))
  })

export const editTdocComment = (ctx: Ctx, id: string, patch: CommentPatch): Promise<TdocComment> =>
  transact(ctx, async (inner) => {
    await edit(inner, 'tdocId', id, patch)
    return presentTdocComment(inner, await readComment(inner, id))
  })

/**
 * Checks new mentions, or all of them if the type changes, and notifies people who can now read it. The history records
 * a change of type, but not the text.
 */
async function edit(ctx: Ctx, column: Topic['column'], id: string, patch: CommentPatch) {
  const { topic, comment } = await lockOwnComment(ctx, id, column)
  const before = comment.mentions.map((named) => named.id)
  const { type = comment.type, message = comment.message, mentions = before } = patch
  refuseType(ctx, topic, type)
  const isTypeChanged = type !== comment.type
  const added = mentions.filter((one) => !before.includes(one))
  const removed = before.filter((one) => !mentions.includes(one))
  if (!isTypeChanged && message === comment.message && added.length === 0 && removed.length === 0) return

  await checkMentions(ctx, topic, type, isTypeChanged ? mentions : added)
  await ctx.db.updateTable('comment').set({ type, message, editedAt: ctx.now }).where('id', '=', id).execute()
  if (removed.length > 0)
    await ctx.db.deleteFrom('commentMention').where('commentId', '=', id).where('userId', 'in', removed).execute()
  await insertMentions(ctx, topic, id, added)
  await notifyMentioned(ctx, topic, added)
  if (isTypeChanged && type === 'EXTERNAL') await notifyOutside(ctx, topic, mentions)
  if (isTypeChanged) await topic.note(ctx, 'turn-comment', comment.type, type)
}
