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
 * Notifies active people in the same transaction, and queues mail for those who want it immediately. Reads no notification
 * back: a seller can't see other people's.
 */
export async function notify({ db, actor, now }: Notifier, { action, entityId, to, description, title }: Notice) {
  const people = [...new Set(to)].flatMap((id) => (id === null || id === actor?.id ? [] : [id]))
  if (people.length === 0) return
  const { type, title: usual } = notificationActions[action]
  const { rows: mailed } = await sql<{ id: string }>`
    with recipient as (
      select id, notification_mail from app_user where id = any(${people}::uuid[]) and status = 'ACTIVE'
    ), added as (
      insert into notification (user_id, actor_id, type, action, title, description, entity_id, created_at)
      select id, ${actor?.id ?? null}::uuid, ${type}, ${action}, ${title ?? usual}, ${description}, ${entityId}::uuid,
        ${now}::timestamptz from recipient
    )
    select id from recipient where notification_mail = 'AT_ONCE'`.execute(db)
  const mails = mailed.map(({ id }) => ({ data: { userId: id }, key: id, startAfter: mailDelaySeconds }))
  await enqueueAll(db, 'mail-notifications', mails)
}
