import { keysOf } from '@portal/contract/lib/typed'
import { notificationActions } from '@portal/contract/notification/model'
import { isAboutSlv } from '@portal/contract/notification/policy'
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../lib/db-types.ts'
import type { Slot } from '../lib/prepared.ts'
import { inScope, type ScopeValues } from '../slv/visible.ts'

const otherActions = keysOf(notificationActions).filter((action) => !isAboutSlv(action))

/**
 * Whether a notification may still be shown: what is about an SLV, only while its reader may open that SLV. It names
 * the loan and the borrower, and an SLV goes to other hands.
 */
export const stillShown = (
  eb: ExpressionBuilder<DB, 'notification'>,
  scope: string,
  value: Slot<ScopeValues>,
): Expression<SqlBool> => {
  const seen = expressionBuilder<DB>()
    .selectFrom('slv')
    .select((slv) => slv.lit(true).as('isSeen'))
    .where(sql<boolean>`slv.id = notification.entity_id`)
    .where((slv) => inScope(slv, scope, value))
  return eb.or([
    eb('notification.entityId', 'is', null),
    eb(
      'notification.action',
      'in',
      otherActions.map((action) => sql.lit(action)),
    ),
    // One row each by its key. `exists` might be answered by reading all SLVs that the reader sees.
    sql<boolean>`(${seen})`,
  ])
}
