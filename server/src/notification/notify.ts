import { type NotificationAction, notificationActions } from '@portal/contract/notification/model'
import type { Ctx } from '../lib/ctx.ts'

type Told = {
  action: NotificationAction
  /** The SLV, the Tdoc or the user that it is about. */
  entityId: string | null
  /** Who; those of them who are active, and never the actor themselves. Nobody stands for an empty post. */
  to: readonly (string | null)[]
  /** To what it happened: nothing that any of them may not see. */
  description: string
}

/** Tells people, in the transaction that causes it; nobody is told of what they did themselves. */
export async function notify({ db, actor, now }: Ctx, { action, entityId, to, description }: Told) {
  const people = [...new Set(to)].filter((id) => id !== null && id !== actor.id)
  if (people.length === 0) return
  const { type, title } = notificationActions[action]
  await db
    .insertInto('notification')
    .columns(['userId', 'actorId', 'type', 'action', 'title', 'description', 'entityId', 'createdAt'])
    .expression((eb) =>
      eb
        .selectFrom('appUser')
        .select((row) => [
          'appUser.id',
          row.val(actor.id).$castTo<string | null>().as('actorId'),
          row.val(type).as('type'),
          row.val(action).as('action'),
          row.val(title).as('title'),
          row.val(description).as('description'),
          row.cast<string | null>(row.val(entityId), 'uuid').as('entityId'),
          row.cast<Date>(row.val(now), 'timestamptz').as('createdAt'),
        ])
        .where('appUser.id', 'in', people)
        .where('appUser.status', '=', 'ACTIVE'),
    )
    .execute()
}
