import { isReviewer } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { isUnderwriter, underwriterWith } from '@portal/contract/user/policy'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { DB } from '../lib/db-types.ts'
import type { Slot } from '../lib/prepared.ts'

/** What an actor sees of the Tdocs, as a word: part of the shape of a prepared query. */
export type TdocScope = 'EVERY' | 'ACTIVE' | 'VENDOR' | 'NONE'
export type TdocScopeValues = { companyId: string }

const seesPurchased = underwriterWith('managePurchasedTdocs')

/** The scope of an actor, for `inTdocScope`. */
export const tdocScopeOf = (actor: Actor): TdocScope => {
  if (isReviewer(actor)) return 'VENDOR'
  if (!isUnderwriter(actor)) return 'NONE'
  return seesPurchased(actor) ? 'EVERY' : 'ACTIVE'
}

/** A scope as a where clause on `tdoc`. */
export const inTdocScope = (
  eb: ExpressionBuilder<DB, 'tdoc'>,
  scope: TdocScope,
  value: Slot<TdocScopeValues>,
): Expression<SqlBool> => {
  switch (scope) {
    case 'EVERY':
      return eb.lit(true)
    case 'ACTIVE':
      return sql<boolean>`not tdoc.is_purchased`
    case 'VENDOR':
      return eb('tdoc.vendorId', '=', value('companyId'))
    case 'NONE':
      return eb.lit(false)
  }
}

/** `mayViewTdoc` as a query; `visible.test.ts` holds both to the same answer. */
export const visibleTdocs = ({ db, actor }: Ctx) =>
  db.selectFrom('tdoc').where((eb) => inTdocScope(eb, tdocScopeOf(actor), () => actor.companyId))
