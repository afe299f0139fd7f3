import type { CommentType, ConversationState } from '@portal/contract/conversation/model'
import { readableTypes, tdocCommentTypes } from '@portal/contract/conversation/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { visibleTdocs } from '../tdoc/visible.ts'

/** The number of comments of these types on one SLV or Tdoc, and their stamp. */
const summarize = (db: Db, column: 'comment.slvId' | 'comment.tdocId', id: string, types: readonly CommentType[]) =>
  db
    .selectFrom('comment')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<string | null>`md5(string_agg(
        concat_ws(' ', comment.id, comment.type, comment.edited_at), ',' order by comment.id))`.as('stamp'),
    ])
    .where(column, '=', id)
    .where('comment.deletedAt', 'is', null)
    .where((row) => row('comment.type', '=', row.fn.any(row.val(types))))
    .as('comments')

const present = (row: { total: number; stamp: string | null }): ConversationState => ({
  total: row.total,
  stamp: row.stamp ?? '',
})

/**
 * How many comments the actor may read on an SLV, and a stamp that changes whenever one is added, edited or deleted.
 * Throws 404 for an SLV that they may not see.
 */
export async function countConversation(ctx: Ctx, id: string): Promise<ConversationState> {
  const row = await visibleSlvs(ctx)
    .innerJoinLateral(summarize(ctx.db, 'comment.slvId', id, readableTypes(ctx.actor.role)), (join) => join.onTrue())
    .select(['comments.total', 'comments.stamp'])
    .where('slv.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('SLV')
  return present(row)
}

/** The same for a Tdoc. */
export async function countTdocConversation(ctx: Ctx, id: string): Promise<ConversationState> {
  const row = await visibleTdocs(ctx)
    .innerJoinLateral(summarize(ctx.db, 'comment.tdocId', id, tdocCommentTypes(ctx.actor.role)), (join) =>
      join.onTrue(),
    )
    .select(['comments.total', 'comments.stamp'])
    .where('tdoc.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Tdoc')
  return present(row)
}
