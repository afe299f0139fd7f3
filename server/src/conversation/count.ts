import type { CommentType, ConversationState } from '@portal/contract/conversation/model'
import { readableTypes, tdocCommentTypes } from '@portal/contract/conversation/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { notFound } from '../lib/errors.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { visibleTdocs } from '../tdoc/visible.ts'

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
