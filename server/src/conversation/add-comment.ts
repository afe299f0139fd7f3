import type { Comment, CommentType, NewComment, NewTdocComment, TdocComment } from '@portal/contract/conversation/model'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { checkMentions } from './check-mentions.ts'
import { lockSlvTopic } from './find-slv-topic.ts'
import { lockTdocTopic } from './find-tdoc-topic.ts'
import { presentComment, presentTdocComment, readComment } from './present.ts'
import { tellNamed, tellOthers } from './tell-people.ts'
import type { Topic } from './topic.ts'

type Said = Pick<NewComment, 'type' | 'message' | 'mentions'>

/**
 * Says something about an SLV. Whoever is named is told, and an underwriter may open the SLV from then on; the others
 * who take part are told that there is a comment. The SLV itself, its version and its clocks, stays as it is.
 * Throws 404 for an SLV that the asker may not see, 400 for a type or a name that is not theirs to use.
 */
export const addComment = (ctx: Ctx, { proxyLoanId, ...said }: NewComment): Promise<Comment> =>
  transact(ctx, async (inner) => {
    const id = await say(inner, await lockSlvTopic(inner, proxyLoanId), said)
    return presentComment(inner, await readComment(inner, id))
  })

/** The same about a Tdoc, which opens to nobody by it. */
export const addTdocComment = (ctx: Ctx, { tdocId, ...said }: NewTdocComment): Promise<TdocComment> =>
  transact(ctx, async (inner) => {
    const id = await say(inner, await lockTdocTopic(inner, tdocId), said)
    return presentTdocComment(inner, await readComment(inner, id))
  })

/** Says something about what is locked, and tells people of it, but for those who are told of the same write already. */
export async function say(
  ctx: Ctx,
  topic: Topic,
  { type, message, mentions }: Said,
  told: readonly (string | null)[] = [],
): Promise<string> {
  refuseType(ctx, topic, type)
  await checkMentions(ctx, topic, type, mentions)
  const { id } = await ctx.db
    .insertInto('comment')
    .values({ [topic.column]: topic.id, type, message, authorId: ctx.actor.id, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await nameIn(ctx, topic, id, mentions)
  await tellNamed(ctx, topic, mentions)
  await tellOthers(ctx, topic, type, [...mentions, ...told])
  return id
}

/** A type that the role does not write is refused: a seller or a reviewer never writes INTERNAL. */
export function refuseType({ actor }: Ctx, topic: Topic, type: CommentType) {
  if (topic.mayWrite(actor.role, type)) return
  const error = 'Only external comments can be written here'
  throw badRequest([{ field: 'type', error }], error)
}

/** Keeps whom a comment names, and opens what it is about to them. */
export async function nameIn(ctx: Ctx, topic: Topic, commentId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  await ctx.db
    .insertInto('commentMention')
    .values(ids.map((userId) => ({ commentId, userId })))
    .execute()
  await topic.openTo?.(ctx, ids)
}
