import type { NotificationMail } from '@portal/contract/notification/model'
import { type Ctx, transact } from '../lib/ctx.ts'
import { enqueue } from '../lib/jobs/jobs.ts'

export async function getMail({ db, actor }: Ctx): Promise<NotificationMail> {
  const { notificationMail } = await db
    .selectFrom('appUser')
    .select('notificationMail')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  return notificationMail
}

/** Mails notifications from now on; at `AT_ONCE`, those that waited for the daily mail are sent. */
export const setMail = (ctx: Ctx, mail: NotificationMail): Promise<NotificationMail> =>
  transact(ctx, async ({ db, actor, now }) => {
    await db
      .updateTable('appUser')
      .set((eb) => ({
        notificationMail: mail,
        notificationMailSince: mail === 'OFF' ? null : eb.fn.coalesce('notificationMailSince', eb.val(now)),
      }))
      .where('id', '=', actor.id)
      .execute()
    if (mail === 'AT_ONCE') await enqueue(db, 'mail-notifications', { userId: actor.id }, { key: actor.id })
    return mail
  })
