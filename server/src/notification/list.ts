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
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { presentNotification, shownColumns } from './present.ts'

type Asked = { userId: string; actions: readonly NotificationAction[]; statuses: readonly NotificationStatus[] }

const newest = prepared('notification.list', (db, value: Slot<Asked>) =>
  db
    .selectFrom('notification')
    .select(shownColumns)
    .where('userId', '=', value('userId'))
    .where((eb) => eb('action', '=', eb.fn.any(eb.val(value('actions')))))
    .where((eb) => eb('status', '=', eb.fn.any(eb.val(value('statuses')))))
    .orderBy('id', 'desc')
    .limit(mostNotifications),
)

const unviewedOf = prepared('notification.unviewed', (db, value: Slot<Omit<Asked, 'statuses'>>) =>
  db
    .selectFrom(
      db
        .selectFrom('notification')
        .select('id')
        .where('userId', '=', value('userId'))
        .where((eb) => eb('action', '=', eb.fn.any(eb.val(value('actions')))))
        .where('status', '=', 'UNCHECKED')
        .limit(mostNotifications + 1)
        .as('unviewed'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/** A person's own, newest first, of what their role is told of; the count of those not viewed is of all types. */
export async function listNotifications(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { type, status }: NotificationFilter,
): Promise<NotificationList> {
  const told = actionsToldTo(actor.role)
  const actions = type ? told.filter((action) => type.includes(notificationActions[action].type)) : told
  const [rows, [unviewed]] = await Promise.all([
    newest(db, { userId: actor.id, actions, statuses: status ? [status] : Status.options }),
    unviewedOf(db, { userId: actor.id, actions: told }),
  ])
  return { items: rows.map(presentNotification), unviewed: unviewed?.count ?? 0 }
}
