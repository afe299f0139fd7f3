import type {
  ConversationPage,
  listConversation as endpoint,
  TdocConversationPage,
} from '@portal/contract/conversation/api'
import type { CommentType, ConversationFilter, ConversationState } from '@portal/contract/conversation/model'
import { readableTypes, tdocCommentTypes, writableTypes } from '@portal/contract/conversation/policy'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { readRows } from '../lib/database/list-query.ts'
import { badRequest, notFound } from '../lib/errors.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { visibleTdocs } from '../tdoc/visible.ts'
import { presentComment, presentTdocComment, selectComments } from './present.ts'
import type { Topic } from './topic.ts'

/** The number of comments of these types on one SLV or Tdoc, and their stamp. */
const summarize = (db: Db, column: 'comment.slvId' | 'comment.tdocId', id: string, types: readonly CommentType[]) =>
  db
    .selectFrom('comment')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<string>`coalesce(md5(string_agg(
        concat_ws(' ', comment.id, comment.type, comment.edited_at), ',' order by comment.id)), '')`.as('stamp'),
    ])
    .where(column, '=', id)
    .where('comment.deletedAt', 'is', null)
    .where((row) => row('comment.type', '=', row.fn.any(row.val(types))))
    .as('comments')

/** The number of comments that the actor may read, and a stamp that changes with them. Throws 404. */
export async function countConversation(ctx: Ctx, id: string): Promise<ConversationState> {
  const comments = summarize(ctx.db, 'comment.slvId', id, readableTypes(ctx.actor.role))
  const state = await visibleSlvs(ctx)
    .innerJoinLateral(comments, (join) => join.onTrue())
    .select(['comments.total', 'comments.stamp'])
    .where('slv.id', '=', id)
    .executeTakeFirst()
  if (!state) throw notFound('SLV')
  return state
}

export async function countTdocConversation(ctx: Ctx, id: string): Promise<ConversationState> {
  const comments = summarize(ctx.db, 'comment.tdocId', id, tdocCommentTypes(ctx.actor.role))
  const state = await visibleTdocs(ctx)
    .innerJoinLateral(comments, (join) => join.onTrue())
    .select(['comments.total', 'comments.stamp'])
    .where('tdoc.id', '=', id)
    .executeTakeFirst()
  if (!state) throw notFound('Tdoc')
  return state
}

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

function pageOf(
  { db }: Ctx,
  column: Topic['column'],
  id: string,
  readable: readonly CommentType[],
  { page, size, type }: Query,
) {
  const types = typesFor(readable, type)
  const ordered = selectComments(db)
    .where(`comment.${column}`, '=', id)
    .where('comment.type', 'in', types)
    .orderBy('comment.id', 'desc')
  const all = db.selectFrom('comment').where(column, '=', id).where('deletedAt', 'is', null).where('type', 'in', types)
  return readRows(ordered, all, { page, size })
}

const typesFor = (readable: readonly CommentType[], filter: ConversationFilter): readonly CommentType[] => {
  if (filter === 'ALL') return readable
  if (!readable.includes(filter)) throw badRequest([{ field: 'type', error: 'You cannot read this type of comment' }])
  return [filter]
}
