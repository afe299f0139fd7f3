import type { NotificationMail } from '@portal/contract/notification/model'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { enqueue, forEachItem } from '../lib/jobs/jobs.ts'

type When = { db: Db; now: Date }

/**
 * Claims a person's unviewed, unmailed notifications, each once, and queues
 * their mail (docs/decisions/013-notifications.md).
 */
export const claimUnmailed = (
  { db, now }: When,
  userId: string,
  mail: NotificationMail,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    // A transaction that notifies this person locks the row too, so no
    // notification is missed.
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
    await enqueue(
      tx,
      'send-notification-mail',
      { userId, notificationIds },
      { key: first.id },
    )
  })

/** A failure for one person does not stop the others. */
export async function claimUnmailedDaily({ db, now }: When): Promise<void> {
  const people = await db
    .selectFrom('appUser')
    .select('id')
    .where('notificationMail', '=', 'DAILY')
    .where('status', '=', 'ACTIVE')
    .execute()
  await forEachItem(people, ({ id }) => claimUnmailed({ db, now }, id, 'DAILY'))
}
