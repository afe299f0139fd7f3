import {
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { enqueueAll } from './jobs/jobs.ts'

/**
 * Combines notifications within this time into one mail, without those that are
 * viewed meanwhile.
 */
const mailDelaySeconds = 10

/** A request's ctx; a job has no actor. */
export type Notifier = Pick<Ctx, 'db' | 'now'> & {
  actor: Pick<Ctx['actor'], 'id'> | null
}

export type Notice = {
  action: NotificationAction
  entityId: string | null
  /**
   * Recipients. Skips inactive people, services, the actor and null
   * (unassigned).
   */
  to: readonly (string | null)[]
  /** Nothing that any recipient may not see. */
  description: string
  title?: string
}

/**
 * Notifies active people in the same transaction, and queues mail for those who
 * want it immediately. Reads no notification back: a seller can't see other
 * people's.
 */
export const notify = (ctx: Notifier, notice: Notice) =>
  notifyAll(ctx, [notice])

/** `notify` for many, in one statement. */
export async function notifyAll(
  { db, actor, now }: Notifier,
  notices: readonly Notice[],
) {
  const rows = notices.flatMap(
    ({
      action,
      entityId,
      to,
      description,
      title = notificationActions[action].title,
    }) =>
      [...new Set(to)]
        .filter((id) => id !== null && id !== actor?.id)
        .map((userId) => ({
          userId,
          type: notificationActions[action].type,
          action,
          title,
          description,
          entityId,
        })),
  )
  if (rows.length === 0) return
  const column = <K extends keyof (typeof rows)[number]>(key: K) =>
    rows.map((row) => row[key])
  const { rows: mailed } = await sql<{ id: string }>`
    with notice as (
      select *
      from unnest(
        ${column('userId')}::uuid[],
        ${column('type')}::text[],
        ${column('action')}::text[],
        ${column('title')}::text[],
        ${column('description')}::text[],
        ${column('entityId')}::uuid[]
      ) with ordinality as n (user_id, type, action, title, description, entity_id, position)
    ),
    recipient as (
      select id, notification_mail
      from app_user
      where id = any(
        array(
          select user_id
          from notice
        )
      )
        and status = 'ACTIVE'
        and not is_service
    ),
    added as (
      insert into
        notification (user_id, actor_id, type, action, title, description, entity_id, created_at)
      select
        notice.user_id,
        ${actor?.id ?? null}::uuid,
        type,
        action,
        title,
        description,
        entity_id,
        ${now}::timestamptz
      from notice
        join recipient on recipient.id = notice.user_id
      order by position
    )
    select id
    from recipient
    where notification_mail = 'AT_ONCE'`.execute(db)
  const mails = mailed.map(({ id }) => ({
    data: { userId: id },
    key: id,
    startAfter: mailDelaySeconds,
  }))
  await enqueueAll(db, 'mail-notifications', mails)
}
