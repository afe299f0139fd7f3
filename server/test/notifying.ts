import type {
  NotificationAction,
  NotificationMail,
} from '@portal/contract/notification/model'
import type { Actor } from '@portal/contract/user/model'
import { notify } from '../src/lib/notify.ts'
import { setMail } from '../src/notification/mark-viewed.ts'
import { test as base } from './http.ts'
import { jobsOf } from './rows.ts'

/**
 * Notifies a person in the name of an underwriter, and sets what people want by
 * mail.
 */
export const test = base
  .extend(
    'wants',
    ({ ctxOf }) =>
      async (person: Actor, mail: NotificationMail) => {
        await setMail(await ctxOf(person), mail)
      },
  )
  .extend('notifier', ({ made }) => made.underwriter())
  .extend('send', ({ ctxOf, notifier, now }) => {
    return async (
      to: Actor,
      action: NotificationAction,
      entityId: string | null = null,
      at = now,
    ) =>
      notify(await ctxOf(notifier, at), {
        action,
        entityId,
        to: [to.id],
        description: 'CANARY-borrower',
      })
  })
  .extend('queuedMails', ({ committed }) => async () => {
    return jobsOf<{ userId: string; notificationIds: string[] }>(
      committed,
      'send-notification-mail',
    )
  })
