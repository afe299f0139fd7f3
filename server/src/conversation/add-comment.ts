import type { Comment, CommentType, NewComment, NewTdocComment, TdocComment } from '@portal/contract/conversation/model'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { checkMentions } from './check-mentions.ts'
import { lockSlvTopic } from './find-slv-topic.ts'
import { lockTdocTopic } from './find-tdoc-topic.ts'
import { notifyMentioned, notifyParticipants } from './notify.ts'
import { presentComment, presentTdocComment, readComment } from './present.ts'
import type { Topic } from './topic.ts'

type CommentBody = Pick<NewComment, 'type' | 'message' | 'mentions'>

/**
 * Adds a comment to an SLV and notifies people. Mentioned underwriters get access to the SLV. Throws 404 for a hidden
 * SLV, 400 for a type or a mention that is not allowed.
 */
export const addComment = (ctx: Ctx, { proxyLoanId, ...body }: NewComment): Promise<Comment> =>
  transact(ctx, async (inner) => {
    const id = await insertComment(inner, await lockSlvTopic(inner, proxyLoanId), body)
    return presentComment(inner, await readComment(inner, id))
  })

export const addTdocComment = (ctx: Ctx, { tdocId, ...body }: NewTdocComment): Promise<TdocComment> =>
  transact(ctx, async (inner) => {
    const id = await insertComment(inner, await lockTdocTopic(inner, tdocId), body)
    return presentTdocComment(inner, await readComment(inner, id))
  })

/** Adds a comment to a locked topic and notifies people, except those whom the caller notifies of the same write. */
export async function insertComment(
  ctx: Ctx,
  topic: Topic,
  { type, message, mentions }: CommentBody,
  notified: readonly (string | null)[] = [],
): Promise<string> {
  refuseType(ctx, topic, type)
  await checkMentions(ctx, topic, type, mentions)
  const { id } = await ctx.db
    .insertInto('comment')
    .values({ [topic.column]: topic.id, type, message, authorId: ctx.actor.id, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertMentions(ctx, topic, id, mentions)
  await notifyMentioned(ctx, topic, mentions)
  await notifyParticipants(ctx, topic, type, [...mentions, ...notified])
  return id
}

/** Throws 400 for a type that the role may not write: sellers and reviewers never write INTERNAL. */
export function refuseType({ actor }: Ctx, topic: Topic, type: CommentType) {
  if (topic.mayWrite(actor.role, type)) return
  const error = 'Only external comments can be written here'
  throw badRequest([{ field: 'type', error }], error)
}

/** Records the people whom a comment mentions, and gives them access to the topic. */
export async function insertMentions(ctx: Ctx, topic: Topic, commentId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  await ctx.db
    .insertInto('commentMention')
    .values(ids.map((userId) => ({ commentId, userId })))
    .execute()
  await topic.openTo?.(ctx, ids)
}
