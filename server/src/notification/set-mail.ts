import type { NotificationMail } from '@portal/contract/notification/model'
import type { Ctx } from '../lib/ctx.ts'

/** Whether the actor gets notifications by mail. */
export async function getMail({ db, actor }: Ctx): Promise<NotificationMail> {
  const { notificationMail } = await db
    .selectFrom('appUser')
    .select('notificationMail')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  return notificationMail
}

/** Sets it. Who turns mail on gets what comes from then on, not what lay there. */
export async function setMail({ db, actor, now }: Ctx, mail: NotificationMail): Promise<NotificationMail> {
  await db
    .updateTable('appUser')
    .set((eb) => ({
      notificationMail: mail,
      notificationMailSince: mail === 'OFF' ? null : eb.fn.coalesce('notificationMailSince', eb.val(now)),
    }))
    .where('id', '=', actor.id)
    .execute()
  return mail
}
