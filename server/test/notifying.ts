import type { NotificationAction, NotificationMail } from '@portal/contract/notification/model'
import type { Actor } from '@portal/contract/user/model'
import { notify } from '../src/lib/notify.ts'
import { setMail } from '../src/notification/set-mail.ts'
import { test as base, ctxFor, makers } from './makers.ts'
import { jobsOf } from './rows.ts'

/** A database of the test's own with somebody who tells, what people want by mail, and what is queued. */
export const test = base
  .extend('made', ({ committed, now }) => makers(committed, now))
  .extend('wants', ({ committed, now }) => async (person: Actor, mail: NotificationMail) => {
    await setMail(await ctxFor(committed, person, now), mail)
  })
  .extend('tell', async ({ committed, made, now }) => {
    const teller = await made.underwriter()
    return async (to: Actor, action: NotificationAction, entityId: string | null = null, at = now) =>
      notify(await ctxFor(committed, teller, at), { action, entityId, to: [to.id], description: 'CANARY-borrower' })
  })
  .extend(
    'queued',
    ({ committed }) =>
      async (name: string) =>
        jobsOf<{ userId: string; notificationIds: string[] }>(committed, name),
  )
