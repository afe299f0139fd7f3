import {
  type NotificationAction,
  type NotificationType,
  notificationActions,
} from '@portal/contract/notification/model'
import type { Ctx } from '../lib/ctx.ts'
import { enqueueAll } from '../lib/jobs.ts'
import { prepared, type Slot } from '../lib/prepared.ts'

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

type Row = {
  people: string[]
  actorId: string | null
  type: NotificationType
  action: NotificationAction
  title: string
  description: string
  entityId: string | null
  createdAt: Date
}

/**
 * Writes one for each of the people who is active; answers with those of them who want mail at once. It reads nothing
 * back: whom a seller's request tells may be people whose notifications it does not see.
 */
const insertNotifications = prepared('notification.insert', (db, value: Slot<Row>) =>
  db
    .with('told', (cte) =>
      cte
        .selectFrom('appUser')
        .select(['appUser.id', 'appUser.notificationMail'])
        .where((row) => row('appUser.id', '=', row.fn.any(row.val(value('people')))))
        .where('appUser.status', '=', 'ACTIVE'),
    )
    .with('written', (cte) =>
      cte
        .insertInto('notification')
        .columns(['userId', 'actorId', 'type', 'action', 'title', 'description', 'entityId', 'createdAt'])
        .expression((eb) =>
          eb
            .selectFrom('told')
            .select((row) => [
              'told.id',
              row.cast<string | null>(row.val(value('actorId')), 'uuid').as('actorId'),
              row.cast<NotificationType>(row.val(value('type')), 'text').as('type'),
              row.cast<string>(row.val(value('action')), 'text').as('action'),
              row.cast<string>(row.val(value('title')), 'text').as('title'),
              row.cast<string>(row.val(value('description')), 'text').as('description'),
              row.cast<string | null>(row.val(value('entityId')), 'uuid').as('entityId'),
              row.cast<Date>(row.val(value('createdAt')), 'timestamptz').as('createdAt'),
            ]),
        ),
    )
    .selectFrom('told')
    .select('told.id')
    .where('told.notificationMail', '=', 'AT_ONCE'),
)

/** Tells people, in the transaction that causes it; nobody is told of what they did themselves. */
export async function notify({ db, actor, now }: Teller, { action, entityId, to, description, title }: Notice) {
  const people = [...new Set(to)].flatMap((id) => (id === null || id === actor?.id ? [] : [id]))
  if (people.length === 0) return
  const { type, title: usual } = notificationActions[action]
  const told = {
    people,
    actorId: actor?.id ?? null,
    type,
    action,
    title: title ?? usual,
    description,
    entityId,
    createdAt: now,
  }
  const mailed = await insertNotifications(db, told)
  const mails = mailed.map(({ id }) => ({ data: { userId: id }, key: id, startAfter: mailDelaySeconds }))
  await enqueueAll(db, 'mail-notifications', mails)
}
