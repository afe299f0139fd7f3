import type {
  Comment,
  CommentPatch,
  TdocComment,
} from '@portal/contract/conversation/model'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { lockSlvs } from '../slv/lock.ts'
import { lockTdocs } from '../tdoc/lock.ts'
import { insertMentions, refuseType } from './add-comment.ts'
import { checkMentions } from './check-mentions.ts'
import { slvTopic, tdocTopic } from './find-topic.ts'
import { notifyMentioned, notifyOutside } from './notify.ts'
import {
  presentComment,
  presentTdocComment,
  readComment,
  selectComments,
} from './present.ts'
import type { Topic } from './topic.ts'

/**
 * Locks the actor's own comment and its topic. Throws 404 for a comment that
 * they may not read, 409 for someone else's.
 */
async function lockOwnComment(ctx: Ctx, id: string, column?: Topic['column']) {
  const topic = await lockTopic(ctx, id)
  if (!topic || (column && topic.column !== column)) throw notFound('Comment')
  const comment = await selectComments(ctx.db)
    .where('comment.id', '=', id)
    .forUpdate('comment')
    .executeTakeFirst()
  if (!comment || !topic.mayRead(ctx.actor.role, comment.type))
    throw notFound('Comment')
  if (comment.authorId !== ctx.actor.id)
    throw conflict('Only the author can change a comment')
  return { topic, comment }
}

/** Locks the SLV or the Tdoc of a comment, if the actor sees it. */
export async function lockTopic(
  ctx: Ctx,
  commentId: string,
): Promise<Topic | undefined> {
  const place = await ctx.db
    .selectFrom('comment')
    .select(['slvId', 'tdocId'])
    .where('id', '=', commentId)
    .executeTakeFirst()
  if (place?.slvId) {
    const [slv] = await lockSlvs(ctx, [place.slvId])
    return slv && slvTopic(slv)
  }
  if (!place?.tdocId) return undefined
  const [tdoc] = await lockTdocs(ctx, [place.tdocId])
  return tdoc && tdocTopic(tdoc)
}

export const editComment = (
  ctx: Ctx,
  id: string,
  patch: CommentPatch,
): Promise<Comment> =>
  transact(ctx, async (inner) =>
    presentComment(inner, await edit(inner, 'slvId', id, patch)),
  )

export const editTdocComment = (
  ctx: Ctx,
  id: string,
  patch: CommentPatch,
): Promise<TdocComment> =>
  transact(ctx, async (inner) =>
    presentTdocComment(inner, await edit(inner, 'tdocId', id, patch)),
  )

/**
 * Checks new mentions, or all of them if the type changes, and notifies people
 * who can now read it. The history records a change of type, but not the text.
 */
async function edit(
  ctx: Ctx,
  column: Topic['column'],
  id: string,
  patch: CommentPatch,
) {
  const { topic, comment } = await lockOwnComment(ctx, id, column)
  const before = comment.mentions.map((named) => named.id)
  const {
    type = comment.type,
    message = comment.message,
    mentions = before,
  } = patch
  refuseType(ctx, topic, type)
  const isTypeChanged = type !== comment.type
  const added = mentions.filter((one) => !before.includes(one))
  const removed = before.filter((one) => !mentions.includes(one))
  if (
    !isTypeChanged &&
    message === comment.message &&
    added.length === 0 &&
    removed.length === 0
  )
    return comment

  await checkMentions(ctx, topic, type, isTypeChanged ? mentions : added)
  await ctx.db
    .updateTable('comment')
    .set({ type, message, editedAt: ctx.now })
    .where('id', '=', id)
    .execute()
  if (removed.length > 0)
    await ctx.db
      .deleteFrom('commentMention')
      .where('commentId', '=', id)
      .where('userId', 'in', removed)
      .execute()
  await insertMentions(ctx, topic, id, added)
  await notifyMentioned(ctx, topic, id, added)
  if (isTypeChanged && type === 'EXTERNAL')
    await notifyOutside(ctx, topic, id, mentions)
  if (isTypeChanged) await topic.note(ctx, 'turn-comment', comment.type, type)
  return readComment(ctx, id)
}

/**
 * Deletes the actor's own comment. Its row stays unread; the history records
 * the deletion, but not the text.
 */
export const deleteComment = (ctx: Ctx, id: string) =>
  transact(ctx, async (inner) => {
    const { topic, comment } = await lockOwnComment(inner, id)
    await inner.db
      .updateTable('comment')
      .set({ deletedAt: inner.now })
      .where('id', '=', id)
      .execute()
    await topic.note(inner, 'delete-comment', comment.type)
    return { id }
  })
