import { type NotificationAction, notificationActions } from '@portal/contract/notification/model'
import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { enqueueAll } from './jobs/jobs.ts'

/** Combines notifications within this time into one mail, without those that are viewed meanwhile. */
const mailDelaySeconds = 10

/** A request's ctx; a job has no actor. */
export type Notifier = Pick<Ctx, 'db' | 'now'> & { actor: Pick<Ctx['actor'], 'id'> | null }

type Notice = {
  action: NotificationAction
  entityId: string | null
  /** Recipients. Inactive people, the actor and null (unassigned) are skipped. */
  to: readonly (string | null)[]
  /** Nothing that any recipient may not see. */
  description: string
  title?: string
}

/**
 * Notifies active people in the same transaction, and queues mail for those who want it at once. Reads no notification
 * back: a seller can't see other people's.
 */
export async function notify({ db, actor, now }: Notifier, { action, entityId, to, description, title }: Notice) {
  const people = [...new Set(to)].flatMap((id) => (id === null || id === actor?.id ? [] : [id]))
  if (people.length === 0) return
  const { type, title: usual } = notificationActions[action]
  const mailed = await db
    .with('recipient', (cte) =>
      cte
        .selectFrom('appUser')
        .select(['appUser.id', 'appUser.notificationMail'])
        .where((eb) => eb('appUser.id', '=', eb.fn.any(eb.val(people))))
        .where('appUser.status', '=', 'ACTIVE'),
    )
    .with('added', (cte) =>
      cte
        .insertInto('notification')
        .columns(['userId', 'actorId', 'type', 'action', 'title', 'description', 'entityId', 'createdAt'])
        .expression((eb) =>
          eb
            .selectFrom('recipient')
            .select([
              'recipient.id',
              sql<string | null>`${actor?.id ?? null}::uuid`.as('actorId'),
              eb.val(type).as('type'),
              eb.val(action).as('action'),
              eb.val(title ?? usual).as('title'),
              eb.val(description).as('description'),
              sql<string | null>`${entityId}::uuid`.as('entityId'),
              sql<Date>`${now}::timestamptz`.as('createdAt'),
            ]),
        ),
    )
    .selectFrom('recipient')
    .select('recipient.id')
    .where('recipient.notificationMail', '=', 'AT_ONCE')
    .execute()
  const mails = mailed.map(({ id }) => ({ data: { userId: id }, key: id, startAfter: mailDelaySeconds }))
  await enqueueAll(db, 'mail-notifications', mails)
}
