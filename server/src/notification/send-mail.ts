import {
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import { actionsFor } from '@portal/contract/notification/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { Mailer } from '../lib/integrations/mail.ts'
import { loadSla } from '../lib/sla.ts'
import { findPersonActor } from '../user/find-actor.ts'
import { findFacts } from './find-facts.ts'
import { findPreferences } from './find-preferences.ts'
import { stillShown } from './visible.ts'
import {
  type MailedEvent,
  type WriteMailDeps,
  writeNotificationMail,
} from './write-mail.ts'

export type SendMailDeps = WriteMailDeps & { db: Db; mailer: Mailer }

/** An email has the facts of so many notifications, and counts the others. */
const maxEvents = 20

/**
 * Mails a person the claimed notifications that they have not viewed, may still
 * open, and still want by email.
 */
export async function sendNotificationMail(
  deps: SendMailDeps,
  {
    userId,
    notificationIds,
  }: { userId: string; notificationIds: readonly string[] },
): Promise<void> {
  const { db, now, mailer } = deps
  const reader = await findPersonActor(db, userId)
  if (!reader) return
  const wanted = await findWanted(db, reader, notificationIds)
  if (wanted.length === 0) return
  const person = await db
    .selectFrom('appUser')
    .select(['id', 'email', 'firstName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const ctx: Ctx = { db, now, actor: reader, sla: await loadSla(db) }
  const events: MailedEvent[] = []
  for (const { mail, ...row } of wanted.slice(0, maxEvents))
    events.push({
      ...row,
      ...(await findFacts(ctx, row)),
      isDaily: mail === 'DAILY',
    })
  await mailer.send(
    writeNotificationMail(deps, {
      to: { ...person, role: reader.role },
      events,
      more: wanted.length - events.length,
    }),
  )
}

/** The notifications that are still to be mailed, newest first. */
async function findWanted(
  db: Db,
  reader: Actor,
  notificationIds: readonly string[],
) {
  const preferences = await findPreferences({ db, actor: reader })
  const isWanted = (action: NotificationAction) => {
    const preference = preferences[notificationActions[action].mail]
    return preference !== undefined && preference.email !== 'OFF'
  }
  const actions = actionsFor(reader.role).filter(isWanted)
  return db
    .selectFrom('notification')
    .where((eb) => stillShown(eb, reader))
    .leftJoin('slv', 'slv.id', 'notification.entityId')
    .leftJoin('tdoc', 'tdoc.id', 'notification.entityId')
    .leftJoin('appUser as cause', 'cause.id', 'notification.actorId')
    .select((eb) => [
      'notification.id',
      'notification.title',
      'notification.description',
      'notification.action',
      'notification.entityId',
      'notification.commentId',
      'notification.createdAt',
      'notification.mail',
      'cause.name as actorName',
      eb.fn
        .coalesce('slv.buyerLoan', 'slv.sellerLoan', 'tdoc.buyerLoanNumber')
        .as('loanNumber'),
    ])
    .where('notification.userId', '=', reader.id)
    .where((eb) =>
      eb('notification.id', '=', eb.fn.any(eb.val(notificationIds))),
    )
    .where((eb) => eb('notification.action', '=', eb.fn.any(eb.val(actions))))
    .where('notification.status', '=', 'UNCHECKED')
    .orderBy('notification.id', 'desc')
    .execute()
}
