import { isReviewer } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { isUnderwriter, underwriterWith } from '@portal/contract/user/policy'
import {
  type Expression,
  type ExpressionBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { DB } from '../lib/database/db-types.ts'

const seesPurchased = underwriterWith('managePurchasedTdocs')

/** The Tdocs that an actor may see, as a where clause on `tdoc`. */
export const inTdocScope = (
  eb: ExpressionBuilder<DB, 'tdoc'>,
  actor: Actor,
): Expression<SqlBool> => {
  if (isReviewer(actor)) return eb('tdoc.vendorId', '=', actor.companyId)
  if (!isUnderwriter(actor)) return eb.lit(false)
  return seesPurchased(actor)
    ? eb.lit(true)
    : sql<boolean>`not tdoc.is_purchased`
}

/** `mayViewTdoc` as a query; `visible.test.ts` checks it against the policy. */
export const visibleTdocs = ({ db, actor }: Pick<Ctx, 'db' | 'actor'>) =>
  db.selectFrom('tdoc').where((eb) => inTdocScope(eb, actor))
