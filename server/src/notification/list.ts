import type { NotificationFilter } from '@portal/contract/notification/api'
import {
  mostNotifications,
  type NotificationAction,
  type NotificationList,
  type NotificationStatus,
  notificationActions,
  NotificationStatus as Status,
} from '@portal/contract/notification/model'
import { actionsToldTo } from '@portal/contract/notification/policy'
import { rightsOf } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { type ScopeValues, scopeValues } from '../slv/visible.ts'
import { presentNotification, shownColumns } from './present.ts'
import { type Sight, sightOf, stillShown } from './visible.ts'

type Asked = ScopeValues & { actions: readonly NotificationAction[]; statuses: readonly NotificationStatus[] }

const newest = prepared('notification.list', (db, value: Slot<Asked>, sight: Sight) =>
  db
    .selectFrom('notification')
    .select(shownColumns)
    .where('userId', '=', value('actorId'))
    .where((eb) => eb('action', '=', eb.fn.any(eb.val(value('actions')))))
    .where((eb) => eb('status', '=', eb.fn.any(eb.val(value('statuses')))))
    .where((eb) => stillShown(eb, sight, value))
    .orderBy('id', 'desc')
    .limit(mostNotifications),
)

const unviewedOf = prepared('notification.unviewed', (db, value: Slot<Omit<Asked, 'statuses'>>, sight: Sight) =>
  db
    .selectFrom(
      db
        .selectFrom('notification')
        .select('id')
        .where('userId', '=', value('actorId'))
        .where((eb) => eb('action', '=', eb.fn.any(eb.val(value('actions')))))
        .where('status', '=', 'UNCHECKED')
        .where((eb) => stillShown(eb, sight, value))
        .limit(mostNotifications + 1)
        .as('unviewed'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/**
 * A person's own, newest first: of what their role is told of, and of the SLVs and Tdocs that they may open now. The count of those
 * not viewed is of all types.
 */
export async function listNotifications(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { type, status }: NotificationFilter,
): Promise<NotificationList> {
  const told = actionsToldTo(actor.role)
  const actions = type ? told.filter((action) => type.includes(notificationActions[action].type)) : told
  const shape = sightOf(actor)
  const [rows, [unviewed]] = await Promise.all([
    newest(db, { ...scopeValues(actor), actions, statuses: status ? [status] : Status.options }, shape),
    unviewedOf(db, { ...scopeValues(actor), actions: told }, shape),
  ])
  return { items: rows.map(presentNotification), unviewed: unviewed?.count ?? 0, rights: rightsOf(actor) }
}
