import type { NotificationMail } from '@portal/contract/notification/model'
import { type Db, inTransaction } from '../lib/db.ts'
import { forEachOf } from '../lib/each.ts'
import { enqueue } from '../lib/jobs.ts'

type When = { db: Db; now: Date }

/**
 * Takes what of a person's notifications is not viewed and not mailed yet, and queues the mail with it, in one
 * transaction: each is taken once, and the mail is tried until it is out (docs/decisions/013-notifications.md). Nothing
 * is queued when there is nothing.
 */
export const takeUnmailed = ({ db, now }: When, userId: string, mail: NotificationMail): Promise<void> =>
  inTransaction(db, async (tx) => {
    // Whoever is being told something holds this row against us until it is told: so nothing slips by underneath.
    const person = await tx
      .selectFrom('appUser')
      .select('notificationMailSince')
      .where('id', '=', userId)
      .where('status', '=', 'ACTIVE')
      .where('notificationMail', '=', mail)
      .forUpdate()
      .executeTakeFirst()
    if (!person?.notificationMailSince) return
    const taken = await tx
      .updateTable('notification')
      .set({ mailedAt: now })
      .where('userId', '=', userId)
      .where('status', '=', 'UNCHECKED')
      .where('mailedAt', 'is', null)
      .where('createdAt', '>=', person.notificationMailSince)
      .returning('id')
      .execute()
    const [first] = taken
    if (!first) return
    const notificationIds = taken.map(({ id }) => id)
    await enqueue(tx, 'send-notification-mail', { userId, notificationIds }, { key: first.id })
  })

/** Does so for everybody who wants their mail once a day; one for whom it fails holds up nobody else. */
export async function takeUnmailedDaily({ db, now }: When): Promise<void> {
  const people = await db
    .selectFrom('appUser')
    .select('id')
    .where('notificationMail', '=', 'DAILY')
    .where('status', '=', 'ACTIVE')
    .execute()
  await forEachOf(people, ({ id }) => takeUnmailed({ db, now }, id, 'DAILY'))
}
