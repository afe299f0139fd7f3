import { toRecord } from '@portal/contract/lib/typed'
import {
  getFrequencies,
  type MailFrequency,
  mailKindNames,
} from '@portal/contract/notification/mail'
import type { NotificationAction } from '@portal/contract/notification/model'
import type { Actor } from '@portal/contract/user/model'
import { notify } from '../src/lib/notify.ts'
import { savePreferences } from '../src/notification/set-preferences.ts'
import { test as base } from './http.ts'
import { jobsOf } from './rows.ts'

/**
 * Notifies a person in the name of an underwriter, and sets what people want by
 * mail.
 */
export const test = base
  .extend(
    'wants',
    ({ committed, now }) =>
      async (person: Actor, email: MailFrequency) => {
        const kinds = mailKindNames.filter((kind) =>
          getFrequencies(kind).includes(email),
        )
        const change = toRecord(kinds, () => ({ email }))
        await savePreferences({ db: committed, now }, person.id, change)
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
      'send-notifications',
    )
  })
