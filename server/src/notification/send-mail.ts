import { actionsToldTo } from '@portal/contract/notification/policy'
import type { Db } from '../lib/database/db.ts'
import type { Mailer } from '../lib/integrations/mail.ts'
import { findActor } from '../user/find-actor.ts'
import { stillShown } from './visible.ts'
import { writeMail } from './write-mail.ts'

type Deps = { db: Db; mailer: Mailer; brandName: string; publicUrl: string }

/** Mails a person the claimed notifications that they have not viewed and may still open. */
export async function sendNotificationMail(
  { db, mailer, brandName, publicUrl }: Deps,
  { userId, notificationIds }: { userId: string; notificationIds: readonly string[] },
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
      eb.fn.coalesce('slv.buyerLoan', 'slv.sellerLoan', 'tdoc.buyerLoanNumber').as('loanNumber'),
    ])
    .where('notification.userId', '=', userId)
    .where((eb) => eb('notification.id', '=', eb.fn.any(eb.val(notificationIds))))
    .where((eb) => eb('notification.action', '=', eb.fn.any(eb.val(actionsToldTo(reader.role)))))
    .where('notification.status', '=', 'UNCHECKED')
    .orderBy('notification.id', 'desc')
    .execute()
  if (notifications.length === 0) return
  await mailer.send(writeMail({ to: { ...person, role: reader.role }, notifications, brandName, publicUrl }))
}
