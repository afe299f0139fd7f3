import type {
  Comment,
  CommentType,
  NewComment,
  NewTdocComment,
  TdocComment,
} from '@portal/contract/conversation/model'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { publish, queueDeliveries } from '../lib/publish.ts'
import type { LockedTdoc } from '../tdoc/lock.ts'
import { checkMentions } from './check-mentions.ts'
import { findPeople } from './find-people.ts'
import { lockSlvTopic, lockTdocTopic, tdocTopic } from './find-topic.ts'
import { notifyMentioned, notifyParticipants } from './notify.ts'
import { presentComment, presentTdocComment, readComment } from './present.ts'
import type { Topic } from './topic.ts'

type CommentBody = Pick<NewComment, 'type' | 'message' | 'mentions'>

/**
 * Adds a comment to an SLV and notifies people. Mentioned underwriters get
 * access to the SLV. Throws 404 for a hidden SLV, 400 for a type or a mention
 * that is not allowed.
 */
export const addComment = (
  ctx: Ctx,
  { proxyLoanId, ...body }: NewComment,
): Promise<Comment> =>
  transact(ctx, async (inner) => {
    const id = await insertComment(
      inner,
      await lockSlvTopic(inner, proxyLoanId),
      body,
    )
    return presentComment(inner, await readComment(inner, id))
  })

export const addTdocComment = (
  ctx: Ctx,
  { tdocId, ...body }: NewTdocComment,
): Promise<TdocComment> =>
  transact(ctx, async (inner) => {
    const id = await insertComment(
      inner,
      await lockTdocTopic(inner, tdocId),
      body,
    )
    return presentTdocComment(inner, await readComment(inner, id))
  })

/**
 * Adds a comment to a locked topic and notifies people, except those whom the
 * caller notifies of the same write.
 */
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
    .values({
      [topic.column]: topic.id,
      type,
      message,
      authorId: ctx.actor.id,
      createdAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // An answer to it is what an SLV needs from the seller, in open lists too.
  if (topic.column === 'slvId' && type === 'EXTERNAL')
    publish(ctx.db, { kind: 'SLV', id: topic.id, isInternal: false })
  else queueDeliveries(ctx.db)
  await insertMentions(ctx, topic, id, mentions)
  await notifyMentioned(ctx, topic, id, mentions)
  await notifyParticipants(ctx, topic, { id, type }, [...mentions, ...notified])
  return id
}

/**
 * Throws 400 for a type that the role may not write: sellers and reviewers
 * never write INTERNAL.
 */
export function refuseType({ actor }: Ctx, topic: Topic, type: CommentType) {
  if (topic.mayWrite(actor.role, type)) return
  const error = 'Only external comments can be written here'
  throw badRequest([{ field: 'type', error }], error)
}

/**
 * Records the people whom a comment mentions, and gives them access to the
 * topic.
 */
export async function insertMentions(
  ctx: Ctx,
  topic: Topic,
  commentId: string,
  ids: readonly string[],
) {
  if (ids.length === 0) return
  await ctx.db
    .insertInto('commentMention')
    .values(ids.map((userId) => ({ commentId, userId })))
    .execute()
  await topic.openTo?.(ctx, ids)
}

/**
 * Adds an external comment to each of these locked Tdocs. The caller sends the
 * notifications.
 */
export async function addTdocComments(
  ctx: Ctx,
  comments: readonly { tdoc: LockedTdoc; message: string }[],
) {
  for (const { tdoc } of comments) refuseType(ctx, tdocTopic(tdoc), 'EXTERNAL')
  if (comments.length === 0) return
  const rows = comments.map(({ tdoc, message }) => ({
    tdocId: tdoc.id,
    message,
    type: 'EXTERNAL' as const,
    authorId: ctx.actor.id,
    createdAt: ctx.now,
  }))
  await ctx.db.insertInto('comment').values(rows).execute()
}

/**
 * The earlier authors on each of these Tdocs of one vendor who may still read
 * external comments, by the Tdoc's id.
 */
export async function findTdocAuthors(
  ctx: Ctx,
  tdocs: readonly LockedTdoc[],
): Promise<Map<string, string[]>> {
  const [first] = tdocs
  if (!first) return new Map()
  const ids = tdocs.map(({ id }) => id)
  const rows = await ctx.db
    .selectFrom('comment')
    .select(['tdocId', 'authorId'])
    .distinct()
    .where((eb) => eb('tdocId', '=', eb.fn.any(eb.val(ids))))
    .where('authorId', '<>', ctx.actor.id)
    .where('deletedAt', 'is', null)
    .execute()
  const topic = tdocTopic(first)
  const authors = await findPeople(ctx, topic, [
    ...new Set(rows.map(({ authorId }) => authorId)),
  ])
  const readers = authors.filter(({ role }) => topic.mayRead(role, 'EXTERNAL'))
  const byTdoc = Map.groupBy(rows, ({ tdocId }) => tdocId ?? '')
  return new Map(
    tdocs.map((tdoc) => {
      const authorIds = byTdoc.get(tdoc.id)?.map(({ authorId }) => authorId)
      const authorsOfTdoc = readers.filter(
        (person) => authorIds?.includes(person.id) && mayViewTdoc(person, tdoc),
      )
      return [tdoc.id, authorsOfTdoc.map(({ id }) => id)]
    }),
  )
}
