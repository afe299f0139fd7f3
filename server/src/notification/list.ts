import type { NotificationFilter } from '@portal/contract/notification/api'
import {
  maxNotifications,
  type NotificationList,
  notificationActions,
} from '@portal/contract/notification/model'
import { actionsFor } from '@portal/contract/notification/policy'
import { describeRights } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { presentNotification, shownColumns, stillShown } from './visible.ts'

/**
 * A person's notifications that their role gets and that they may still open,
 * newest first. Unviewed ones of all types are counted.
 */
export async function listNotifications(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { type, status }: NotificationFilter,
): Promise<NotificationList> {
  const visible = actionsFor(actor.role)
  const actions = type
    ? visible.filter((action) =>
        type.includes(notificationActions[action].type),
      )
    : visible
  const own = db
    .selectFrom('notification')
    .where('userId', '=', actor.id)
    .where((eb) => stillShown(eb, actor))
  const newest = own
    .select(shownColumns)
    .where((eb) => eb('action', '=', eb.fn.any(eb.val(actions))))
    .$if(status !== undefined, (query) =>
      query.where('status', '=', status ?? 'UNCHECKED'),
    )
    .orderBy('id', 'desc')
    .limit(maxNotifications)
  const unviewed = own
    .select('id')
    .where((eb) => eb('action', '=', eb.fn.any(eb.val(visible))))
    .where('status', '=', 'UNCHECKED')
    .limit(maxNotifications + 1)
  const [rows, { count }] = await Promise.all([
    newest.execute(),
    db
      .selectFrom(unviewed.as('unviewed'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    items: rows.map(presentNotification),
    unviewed: count,
    rights: describeRights(actor),
  }
}
