import {
  findQuietEnd,
  isUrgentKind,
  type MailKind,
  mailKinds,
} from '@portal/contract/notification/mail'
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
  /** The comment that it is about. Its text is in the email only. */
  commentId?: string
}

/**
 * Notifies active people in the same transaction, and queues mail for those who
 * get it immediately. Reads no notification back: a seller can't see other
 * people's.
 */
export const notify = (ctx: Notifier, notice: Notice) =>
  notifyAll(ctx, [notice])

/** `notify` for many, in one statement. */
export async function notifyAll(
  ctx: Notifier,
  notices: readonly Notice[],
): Promise<void> {
  const rows = notices.flatMap((notice) => toRows(ctx, notice))
  if (rows.length > 0) await queueMail(ctx, await insertRows(ctx, rows))
}

/** A notice as one row per recipient. */
const toRows = ({ actor }: Notifier, notice: Notice) => {
  const { action, to } = notice
  const { type, title, mail } = notificationActions[action]
  const recipients = [...new Set(to)].filter(
    (id) => id !== null && id !== actor?.id,
  )
  return recipients.map((userId) => ({
    userId,
    type,
    action,
    title: notice.title ?? title,
    description: notice.description,
    entityId: notice.entityId,
    commentId: notice.commentId ?? null,
    kind: mail,
    byDefault: mailKinds[mail].byDefault,
  }))
}

type Row = ReturnType<typeof toRows>[number]

/** Rows as a table of SQL, with their position from 1. */
function asTable(rows: readonly Row[]) {
  const column = (key: keyof Row) => rows.map((row) => row[key])
  return sql`unnest(
    ${column('userId')}::uuid[],
    ${column('type')}::text[],
    ${column('action')}::text[],
    ${column('title')}::text[],
    ${column('description')}::text[],
    ${column('entityId')}::uuid[],
    ${column('commentId')}::uuid[],
    ${column('kind')}::text[],
    ${column('byDefault')}::text[]
  ) with ordinality as row (
    user_id,
    type,
    action,
    title,
    description,
    entity_id,
    comment_id,
    kind,
    by_default,
    position
  )`
}

/**
 * Returns who gets an email of which kind immediately. A recipient gets it as
 * they chose, as they chose in 1.0.0 for all kinds, or by default.
 */
async function insertRows(
  { db, actor, now }: Notifier,
  rows: readonly Row[],
): Promise<Mailed[]> {
  const { rows: mailed } = await sql<Mailed>`
    with notice as (
      select *
      from ${asTable(rows)}
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
    addressed as (
      select
        notice.*,
        coalesce(
          preference.frequency,
          case recipient.notification_mail
            when 'AT_ONCE' then 'IMMEDIATELY'
            when 'DAILY' then 'DAILY'
          end,
          notice.by_default
        ) as mail
      from notice
        join recipient on recipient.id = notice.user_id
        left join mail_preference preference
          on preference.user_id = notice.user_id and preference.kind = notice.kind
    ),
    added as (
      insert into
        notification (
          user_id, actor_id, type, action, title, description, entity_id,
          comment_id, mail, created_at
        )
      select
        user_id, ${actor?.id ?? null}::uuid, type, action, title, description, entity_id,
        comment_id, mail, ${now}::timestamptz
      from addressed
      order by position
    )
    select distinct user_id as "userId", kind
    from addressed
    where mail = 'IMMEDIATELY'`.execute(db)
  return mailed
}

type Mailed = { userId: string; kind: MailKind }

/**
 * Queues the emails of these people, each once: what isn't urgent waits for the
 * end of the quiet hours.
 */
export async function queueMail(
  { db, now }: Pick<Notifier, 'db' | 'now'>,
  mailed: readonly Mailed[],
): Promise<void> {
  const quietEnd = findQuietEnd(now)
  const untilQuietEnd = quietEnd
    ? Math.ceil((quietEnd.getTime() - now.getTime()) / 1000)
    : 0
  const jobs = new Map(
    mailed.map(({ userId, kind }) => {
      const goesNow = quietEnd === null || isUrgentKind(kind)
      // A job that waits for the morning doesn't delay what is urgent.
      const key = quietEnd && goesNow ? `${userId} urgent` : userId
      const startAfter = Math.max(mailDelaySeconds, goesNow ? 0 : untilQuietEnd)
      return [key, { data: { userId }, key, startAfter }]
    }),
  )
  await enqueueAll(db, 'claim-notifications', [...jobs.values()])
}
