import { getKeys } from '@portal/contract/lib/typed'
import {
  type Notification,
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import { isAboutSlv, isAboutTdoc } from '@portal/contract/notification/policy'
import type { Actor } from '@portal/contract/user/model'
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import type { DB } from '../lib/database/db-types.ts'
import { inScope } from '../slv/visible.ts'
import { inTdocScope } from '../tdoc/visible.ts'

const actions = getKeys(notificationActions)
const tdocActions = actions.filter(isAboutTdoc)
const otherActions = actions.filter(
  (action) => !isAboutSlv(action) && !isAboutTdoc(action),
)

/**
 * Whether the reader may still open the notification's SLV or Tdoc, because it
 * names the loan and the borrower.
 */
export const stillShown = (
  eb: ExpressionBuilder<DB, 'notification'>,
  reader: Actor,
): Expression<SqlBool> => {
  const slvSeen = expressionBuilder<DB>()
    .selectFrom('slv')
    .select((slv) => slv.lit(true).as('isSeen'))
    .where(sql<boolean>`slv.id = notification.entity_id`)
    .where((slv) => inScope(slv, reader))
  const tdocSeen = expressionBuilder<DB>()
    .selectFrom('tdoc')
    .select((tdoc) => tdoc.lit(true).as('isSeen'))
    .where(sql<boolean>`tdoc.id = notification.entity_id`)
    .where((tdoc) => inTdocScope(tdoc, reader))
  const isOneOf = (some: readonly NotificationAction[]) => {
    const literals = some.map((action) => sql.lit(action))
    return eb('notification.action', 'in', literals)
  }
  return eb.or([
    eb('notification.entityId', 'is', null),
    isOneOf(otherActions),
    // One row each by its key; `exists` might read everything that the reader
    // sees.
    eb.and([isOneOf(tdocActions), sql<boolean>`(${tdocSeen})`]),
    eb.and([eb.not(isOneOf(tdocActions)), sql<boolean>`(${slvSeen})`]),
  ])
}

/** Not who gets it or who caused it. */
export const shownColumns = [
  'notification.id',
  'notification.title',
  'notification.description',
  'notification.createdAt',
  'notification.status',
  'notification.type',
  'notification.action',
  'notification.entityId',
] as const

type Row = Pick<Selectable<DB['notification']>, keyof Notification>

export const presentNotification = ({
  createdAt,
  ...row
}: Row): Notification => ({
  ...row,
  createdAt: createdAt.toISOString(),
})
