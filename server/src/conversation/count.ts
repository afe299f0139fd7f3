import type { CommentType, ConversationState } from '@portal/contract/conversation/model'
import { readableTypes } from '@portal/contract/conversation/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { inScope, type ScopeValues, scopeOf, scopeValues } from '../slv/visible.ts'

type Values = ScopeValues & { id: string; types: CommentType[] }

const standing = prepared('conversation.state', (db, value: Slot<Values>, { scope }: { scope: string }) =>
  db
    .selectFrom('slv')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('comment')
          .select(({ fn }) => [
            fn.countAll<number>().as('total'),
            sql<string | null>`md5(string_agg(
              concat_ws(' ', comment.id, comment.type, comment.edited_at), ',' order by comment.id))`.as('stamp'),
          ])
          .whereRef('comment.slvId', '=', 'slv.id')
          .where('comment.deletedAt', 'is', null)
          .where((row) => row('comment.type', '=', row.fn.any(row.val(value('types')))))
          .as('comments'),
      (join) => join.onTrue(),
    )
    .select(['comments.total', 'comments.stamp'])
    .where('slv.id', '=', value('id'))
    .where((eb) => inScope(eb, scope, value)),
)

/**
 * How many comments the asker may read on an SLV, and a stamp that changes whenever one comes, goes or is edited.
 * Asked every few seconds, so it is one prepared query. Throws 404 for an SLV that they may not see.
 */
export async function countConversation(ctx: Ctx, id: string): Promise<ConversationState> {
  const { actor, db } = ctx
  const values = { ...scopeValues(actor), id, types: [...readableTypes(actor.role)] }
  const [row] = await standing(db, values, { scope: scopeOf(actor) })
  if (!row) throw notFound('SLV')
  return { total: row.total, stamp: row.stamp ?? '' }
}
