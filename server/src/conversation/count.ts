import type { CommentType, ConversationState } from '@portal/contract/conversation/model'
import { readableTypes, tdocCommentTypes } from '@portal/contract/conversation/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { inScope, type ScopeValues, scopeOf, scopeValues } from '../slv/visible.ts'
import { inTdocScope, type TdocScope, type TdocScopeValues, tdocScopeOf } from '../tdoc/visible.ts'

type Asked = { id: string; types: CommentType[] }

/** How many comments of these types stand on one thing, and their stamp. */
const tally = (db: Db, column: 'comment.slvId' | 'comment.tdocId', value: Slot<Asked>) =>
  db
    .selectFrom('comment')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<string | null>`md5(string_agg(
        concat_ws(' ', comment.id, comment.type, comment.edited_at), ',' order by comment.id))`.as('stamp'),
    ])
    .where(column, '=', value('id'))
    .where('comment.deletedAt', 'is', null)
    .where((row) => row('comment.type', '=', row.fn.any(row.val(value('types')))))
    .as('comments')

const onSlv = prepared('conversation.state', (db, value: Slot<ScopeValues & Asked>, { scope }: { scope: string }) =>
  db
    .selectFrom('slv')
    .innerJoinLateral(tally(db, 'comment.slvId', value), (join) => join.onTrue())
    .select(['comments.total', 'comments.stamp'])
    .where('slv.id', '=', value('id'))
    .where((eb) => inScope(eb, scope, value)),
)

const onTdoc = prepared(
  'conversation.tdoc-state',
  (db, value: Slot<TdocScopeValues & Asked>, { scope }: { scope: TdocScope }) =>
    db
      .selectFrom('tdoc')
      .innerJoinLateral(tally(db, 'comment.tdocId', value), (join) => join.onTrue())
      .select(['comments.total', 'comments.stamp'])
      .where('tdoc.id', '=', value('id'))
      .where((eb) => inTdocScope(eb, scope, value)),
)

const present = (row: { total: number; stamp: string | null }): ConversationState => ({
  total: row.total,
  stamp: row.stamp ?? '',
})

/**
 * How many comments the asker may read on an SLV, and a stamp that changes whenever one comes, goes or is edited.
 * Asked every few seconds, so it is one prepared query. Throws 404 for an SLV that they may not see.
 */
export async function countConversation({ actor, db }: Ctx, id: string): Promise<ConversationState> {
  const values = { ...scopeValues(actor), id, types: [...readableTypes(actor.role)] }
  const [row] = await onSlv(db, values, { scope: scopeOf(actor) })
  if (!row) throw notFound('SLV')
  return present(row)
}

/** The same on a Tdoc. */
export async function countTdocConversation({ actor, db }: Ctx, id: string): Promise<ConversationState> {
  const values = { companyId: actor.companyId, id, types: [...tdocCommentTypes(actor.role)] }
  const [row] = await onTdoc(db, values, { scope: tdocScopeOf(actor) })
  if (!row) throw notFound('Tdoc')
  return present(row)
}
