import type { Comment, CommentPatch, TdocComment } from '@portal/contract/conversation/model'
import { type Ctx, transact } from '../lib/ctx.ts'
import { nameIn, refuseType } from './add-comment.ts'
import { checkMentions } from './check-mentions.ts'
import { lockOwnComment } from './lock.ts'
import { presentComment, presentTdocComment, readComment } from './present.ts'
import { tellNamed, tellOutside } from './tell-people.ts'
import type { Topic } from './topic.ts'

/** Changes one's own comment on an SLV: its words, whom it names, who reads it. */
export const editComment = (ctx: Ctx, id: string, patch: CommentPatch): Promise<Comment> =>
  transact(ctx, async (inner) => {
    await edit(inner, 'slvId', id, patch)
    return presentComment(inner, await readComment(inner, id))
  })

/** The same of a comment on a Tdoc. */
export const editTdocComment = (ctx: Ctx, id: string, patch: CommentPatch): Promise<TdocComment> =>
  transact(ctx, async (inner) => {
    await edit(inner, 'tdocId', id, patch)
    return presentTdocComment(inner, await readComment(inner, id))
  })

/**
 * With another type every name is judged anew, else only those that are new. The newly named are told; those outside of
 * the house too, when a comment opens to them. The history tells who let whom read it, and not what it says.
 */
async function edit(ctx: Ctx, column: Topic['column'], id: string, patch: CommentPatch) {
  const { topic, comment } = await lockOwnComment(ctx, id, column)
  const before = comment.mentions.map((named) => named.id)
  const { type = comment.type, message = comment.message, mentions = before } = patch
  refuseType(ctx, topic, type)
  const isTurned = type !== comment.type
  const added = mentions.filter((one) => !before.includes(one))
  const removed = before.filter((one) => !mentions.includes(one))
  if (!isTurned && message === comment.message && added.length === 0 && removed.length === 0) return

  await checkMentions(ctx, topic, type, isTurned ? mentions : added)
  await ctx.db.updateTable('comment').set({ type, message, editedAt: ctx.now }).where('id', '=', id).execute()
  if (removed.length > 0)
    await ctx.db.deleteFrom('commentMention').where('commentId', '=', id).where('userId', 'in', removed).execute()
  await nameIn(ctx, topic, id, added)
  await tellNamed(ctx, topic, added)
  if (isTurned && type === 'EXTERNAL') await tellOutside(ctx, topic, mentions)
  if (isTurned) await topic.note(ctx, 'turn-comment', comment.type, type)
}
