import type {
  ConversationPage,
  listConversation as endpoint,
  TdocConversationPage,
} from '@portal/contract/conversation/api'
import type { CommentType, ConversationFilter } from '@portal/contract/conversation/model'
import { readableTypes, tdocCommentTypes, writableTypes } from '@portal/contract/conversation/policy'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { countConversation, countTdocConversation } from './count.ts'
import { presentComment, presentTdocComment, selectComments } from './present.ts'
import type { Topic } from './topic.ts'

type Query = z.output<typeof endpoint.query>

/**
 * A page of the comments that the actor may read, newest first. Throws 404, and 400 for a type that they may not read.
 */
export async function listConversation(ctx: Ctx, slvId: string, query: Query): Promise<ConversationPage> {
  // Read first: a comment in between changes the stamp, so that the client loads the list again.
  const { stamp } = await countConversation(ctx, slvId)
  const { rows, ...page } = await pageOf(ctx, 'slvId', slvId, readableTypes(ctx.actor.role), query)
  const items = rows.map((row) => presentComment(ctx, row))
  return { ...page, items, writableTypes: [...writableTypes(ctx.actor.role)], stamp }
}

export async function listTdocConversation(ctx: Ctx, tdocId: string, query: Query): Promise<TdocConversationPage> {
  const { stamp } = await countTdocConversation(ctx, tdocId)
  const types = tdocCommentTypes(ctx.actor.role)
  const { rows, ...page } = await pageOf(ctx, 'tdocId', tdocId, types, query)
  return { ...page, items: rows.map((row) => presentTdocComment(ctx, row)), writableTypes: [...types], stamp }
}

async function pageOf(
  { db }: Ctx,
  column: Topic['column'],
  id: string,
  readable: readonly CommentType[],
  { page, size, type }: Query,
) {
  const types = typesFor(readable, type)
  const rows = await selectComments(db)
    .where(`comment.${column}`, '=', id)
    .where('comment.type', 'in', types)
    .orderBy('comment.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await db
    .selectFrom('comment')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(column, '=', id)
    .where('deletedAt', 'is', null)
    .where('type', 'in', types)
    .executeTakeFirstOrThrow()
  return { rows, total, page, size }
}

const typesFor = (readable: readonly CommentType[], filter: ConversationFilter): readonly CommentType[] => {
  if (filter === 'ALL') return readable
  if (!readable.includes(filter)) throw badRequest([{ field: 'type', error: 'You cannot read this type of comment' }])
  return [filter]
}
