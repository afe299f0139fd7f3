import { type NotificationAction, notificationActions } from '@portal/contract/notification/model'
import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { enqueueAll } from './jobs/jobs.ts'

/** What comes within so many seconds goes out in one mail, and what is viewed meanwhile in none. */
const mailDelaySeconds = 10

/** Who tells, when and where it is written; nobody, when time brought it. A request's ctx will do. */
export type Teller = Pick<Ctx, 'db' | 'now'> & { actor: Pick<Ctx['actor'], 'id'> | null }

type Notice = {
  action: NotificationAction
  /** The SLV, the Tdoc or the user that it is about. */
  entityId: string | null
  /** Recipients. Inactive people, the actor and null (nobody assigned) are skipped. */
  to: readonly (string | null)[]
  /** To what it happened: nothing that any of them may not see. */
  description: string
  /** In place of the action's own title. */
  title?: string
}

/**
 * Notifies active people in the same transaction, and queues mail for those who want it at once; nobody is notified of
 * their own action. Reads no notification back, because a seller can't see other people's.
 */
export async function notify({ db, actor, now }: Teller, { action, entityId, to, description, title }: Notice) {
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
