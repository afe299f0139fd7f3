import { keysOf } from '@portal/contract/lib/typed'
import { type NotificationAction, notificationActions } from '@portal/contract/notification/model'
import { isAboutSlv, isAboutTdoc } from '@portal/contract/notification/policy'
import type { Actor } from '@portal/contract/user/model'
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../lib/db-types.ts'
import type { Slot } from '../lib/prepared.ts'
import { inScope, type ScopeValues, scopeOf } from '../slv/visible.ts'
import { inTdocScope, type TdocScope, tdocScopeOf } from '../tdoc/visible.ts'

const actions = keysOf(notificationActions)
const tdocActions = actions.filter(isAboutTdoc)
const otherActions = actions.filter((action) => !isAboutSlv(action) && !isAboutTdoc(action))

/** What somebody sees of SLVs and of Tdocs: part of the shape of a prepared query. */
export type Sight = { scope: string; tdocScope: TdocScope }

export const sightOf = (actor: Actor): Sight => ({ scope: scopeOf(actor), tdocScope: tdocScopeOf(actor) })

/**
 * Whether a notification may still be shown: what is about an SLV or a Tdoc, only while its reader may open it. It names
 * the loan and the borrower, and these go to other hands.
 */
export const stillShown = (
  eb: ExpressionBuilder<DB, 'notification'>,
  { scope, tdocScope }: Sight,
  value: Slot<ScopeValues>,
): Expression<SqlBool> => {
  const slvSeen = expressionBuilder<DB>()
    .selectFrom('slv')
    .select((slv) => slv.lit(true).as('isSeen'))
    .where(sql<boolean>`slv.id = notification.entity_id`)
    .where((slv) => inScope(slv, scope, value))
  const tdocSeen = expressionBuilder<DB>()
    .selectFrom('tdoc')
    .select((tdoc) => tdoc.lit(true).as('isSeen'))
    .where(sql<boolean>`tdoc.id = notification.entity_id`)
    .where((tdoc) => inTdocScope(tdoc, tdocScope, value))
  const isOneOf = (some: readonly NotificationAction[]) =>
    eb(
      'notification.action',
      'in',
      some.map((action) => sql.lit(action)),
    )
  return eb.or([
    eb('notification.entityId', 'is', null),
    isOneOf(otherActions),
    // One row each by its key. `exists` might be answered by reading all that the reader sees.
    eb.and([isOneOf(tdocActions), sql<boolean>`(${tdocSeen})`]),
    eb.and([eb.not(isOneOf(tdocActions)), sql<boolean>`(${slvSeen})`]),
  ])
}
