import { createHash } from 'node:crypto'
import {
  maxNotifications,
  type Notification,
  type NotificationMail,
  notificationMailLabels,
} from '@portal/contract/notification/model'
import { actionsFor } from '@portal/contract/notification/policy'
import { findTarget, toHref } from '@portal/contract/notification/target'
import type { Role } from '@portal/contract/user/model'
import type { Db } from '../lib/database/db.ts'
import type { Mail, Mailer } from '../lib/integrations/mail.ts'
import { greeting, renderMail } from '../lib/integrations/render-mail.ts'
import { findActor } from '../user/find-actor.ts'
import { stillShown } from './visible.ts'

/** Mail shows no more of a notification than its title and the loan number. */
type Mailed = Pick<Notification, 'id' | 'title' | 'action' | 'entityId'> & {
  createdAt: Date
  loanNumber: string | null
}

type Letter = {
  to: { email: string; firstName: string; role: Role; mail: NotificationMail }
  notifications: readonly Mailed[]
  brandName: string
  publicUrl: string
}

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'short',
})

/** One mail, newest first, as plain text and as HTML. */
function writeMail({ to, notifications, brandName, publicUrl }: Letter): Mail {
  const items = notifications.slice(0, maxNotifications).map((one) => {
    const target = findTarget(one, to.role)
    return {
      label: one.loanNumber
        ? `${one.title}: loan ${one.loanNumber}`
        : one.title,
      note: `${newYork.format(one.createdAt).replaceAll(/\s/g, ' ')} ET`,
      link: target && `${publicUrl}${toHref(target)}`,
    }
  })
  const count = notifications.length
  const what = count === 1 ? 'a new notification' : `${count} new notifications`
  const more = count - items.length
  return {
    to: to.email,
    subject: `${count === 1 && items[0] ? items[0].label : `${count} notifications`} · ${brandName}`,
    ...renderMail([
      greeting(to.firstName),
      `You have ${what} in the ${brandName} loan-review portal:`,
      { items },
      ...(more > 0 ? [`… and ${more} more: ${publicUrl}/`] : []),
      `You are receiving this because your email notifications in the portal are set to "${notificationMailLabels[to.mail]}". To change it, open your notifications (the bell): ${publicUrl}/`,
    ]),
    key: createHash('sha256')
      .update(notifications.map(({ id }) => id).join())
      .digest('hex')
      .slice(0, 32),
  }
}

type Deps = { db: Db; mailer: Mailer; brandName: string; publicUrl: string }

/**
 * Mails a person the claimed notifications that they have not viewed and may
 * still open.
 */
export async function sendNotificationMail(
  { db, mailer, brandName, publicUrl }: Deps,
  {
    userId,
    notificationIds,
  }: { userId: string; notificationIds: readonly string[] },
): Promise<void> {
  const person = await db
    .selectFrom('appUser')
    .select(['email', 'firstName', 'notificationMail as mail'])
    .where('id', '=', userId)
    .where('notificationMail', '!=', 'OFF')
    .executeTakeFirst()
  const reader = await findActor(db, userId)
  if (!person || !reader) return
  const notifications = await db
    .selectFrom('notification')
    .where((eb) => stillShown(eb, reader))
    .leftJoin('slv', 'slv.id', 'notification.entityId')
    .leftJoin('tdoc', 'tdoc.id', 'notification.entityId')
    .select((eb) => [
      'notification.id',
      'notification.title',
      'notification.action',
      'notification.entityId',
      'notification.createdAt',
      eb.fn
        .coalesce('slv.buyerLoan', 'slv.sellerLoan', 'tdoc.buyerLoanNumber')
        .as('loanNumber'),
    ])
    .where('notification.userId', '=', userId)
    .where((eb) =>
      eb('notification.id', '=', eb.fn.any(eb.val(notificationIds))),
    )
    .where((eb) =>
      eb(
        'notification.action',
        '=',
        eb.fn.any(eb.val(actionsFor(reader.role))),
      ),
    )
    .where('notification.status', '=', 'UNCHECKED')
    .orderBy('notification.id', 'desc')
    .execute()
  if (notifications.length === 0) return
  await mailer.send(
    writeMail({
      to: { ...person, role: reader.role },
      notifications,
      brandName,
      publicUrl,
    }),
  )
}
