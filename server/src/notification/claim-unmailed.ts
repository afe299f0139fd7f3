import { getKeys } from '@portal/contract/lib/typed'
import { findQuietEnd, isUrgentKind } from '@portal/contract/notification/mail'
import {
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { enqueue, forEachItem } from '../lib/jobs/jobs.ts'
import { queueMail } from '../lib/notify.ts'

type When = { db: Db; now: Date }

const urgentActions: readonly NotificationAction[] = getKeys(
  notificationActions,
).filter((action) => isUrgentKind(notificationActions[action].mail))

/** The setting of 1.0.0 whose people got their emails like this. */
const formerNames = { IMMEDIATELY: 'AT_ONCE', DAILY: 'DAILY' } as const

/**
 * Claims a person's unviewed, unmailed notifications, each once, and queues
 * their mail (docs/decisions/013-notifications.md). During quiet hours it claims
 * only what is urgent; the rest waits for their end.
 */
export const claimUnmailed = (
  { db, now }: When,
  userId: string,
  frequency: 'IMMEDIATELY' | 'DAILY',
): Promise<void> =>
  inTransaction(db, async (tx) => {
    // A transaction that notifies this person locks the row too, so no
    // notification is missed.
    const person = await tx
      .selectFrom('appUser')
      .select(['notificationMail', 'notificationMailSince'])
      .where('id', '=', userId)
      .where('status', '=', 'ACTIVE')
      .forUpdate()
      .executeTakeFirst()
    if (!person) return
    const isQuiet = frequency === 'IMMEDIATELY' && findQuietEnd(now) !== null
    const since = person.notificationMailSince
    const isFormer = person.notificationMail === formerNames[frequency] && since
    const taken = await tx
      .updateTable('notification')
      .set({ mailedAt: now })
      .where('userId', '=', userId)
      .where('status', '=', 'UNCHECKED')
      .where('mailedAt', 'is', null)
      .where((eb) =>
        eb.or([
          eb('mail', '=', frequency),
          // Written by a node of 1.0.0.
          ...(isFormer
            ? [eb.and([eb('mail', 'is', null), eb('createdAt', '>=', since)])]
            : []),
        ]),
      )
      .$if(isQuiet, (query) => query.where('action', 'in', urgentActions))
      .returning('id')
      .execute()
    // Another job may have been queued just before the quiet hours.
    if (isQuiet) await queueMail({ db: tx, now }, [{ userId, kind: 'COMMENT' }])
    const [first] = taken
    if (!first) return
    const notificationIds = taken.map(({ id }) => id)
    await enqueue(
      tx,
      'send-notifications',
      { userId, notificationIds },
      { key: first.id },
    )
  })

/** A failure for one person does not stop the others. */
export async function claimUnmailedDaily({ db, now }: When): Promise<void> {
  const people = await db
    .selectFrom('appUser')
    .select('id')
    .where('status', '=', 'ACTIVE')
    .where((eb) =>
      eb.or([
        eb('notificationMail', '=', 'DAILY'),
        eb(
          'id',
          'in',
          eb
            .selectFrom('notification')
            .select('userId')
            .where('mail', '=', 'DAILY')
            .where('mailedAt', 'is', null)
            .where('status', '=', 'UNCHECKED'),
        ),
      ]),
    )
    .execute()
  await forEachItem(people, ({ id }) => claimUnmailed({ db, now }, id, 'DAILY'))
}
