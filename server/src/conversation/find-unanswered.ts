import { mayDismiss } from '@portal/contract/conversation/policy'
import type { Ctx } from '../lib/ctx.ts'
import { unansweredOnSlv } from '../slv/list/find-needs.ts'
import { unansweredOnTdoc } from '../tdoc/list/find-needs.ts'
import type { Topic } from './topic.ts'

/**
 * The comment of the buyer that needs the actor on an SLV or a Tdoc that they
 * see; null if none, and for the buyer's staff other than BDDs.
 */
export async function findUnanswered(
  ctx: Ctx,
  { column, id }: Pick<Topic, 'column' | 'id'>,
): Promise<string | null> {
  if (!mayDismiss(ctx.actor)) return null
  const row =
    column === 'slvId'
      ? await ctx.db
          .selectFrom('slv')
          .select(unansweredOnSlv(ctx).as('commentId'))
          .where('id', '=', id)
          .executeTakeFirst()
      : await ctx.db
          .selectFrom('tdoc')
          .select(unansweredOnTdoc(ctx).as('commentId'))
          .where('id', '=', id)
          .executeTakeFirst()
  return row?.commentId ?? null
}
