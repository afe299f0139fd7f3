import type { Actor } from '@portal/contract/user/model'
import { claimUnmailed } from '../src/notification/claim-unmailed.ts'
import { sendNotificationMail } from '../src/notification/send-mail.ts'
import { keys } from './http.ts'
import { openMailbox } from './mailbox.ts'
import { test as base } from './notifying.ts'

export const brandName = 'Harbor & Sons <Capital>'
export const publicUrl = 'https://portal.example'

/**
 * The portal with a real mailbox: `claim` queues a person's mail, `deliver`
 * sends what is queued.
 */
export const test = base
  .extend('mailbox', { scope: 'file' }, ({}, { onCleanup }) =>
    openMailbox(onCleanup),
  )
  .extend('deps', ({ committed, mailbox: { mailer }, now }) => ({
    db: committed,
    now,
    keys,
    mailer,
    brandName,
    publicUrl,
  }))
  .extend(
    'claim',
    ({ committed, queuedMails, now }) =>
      async ({ id }: Actor, at = now) => {
        await claimUnmailed({ db: committed, now: at }, id, 'IMMEDIATELY')
        return queuedMails()
      },
  )
  .extend('deliver', ({ deps, queuedMails }) => async (at = deps.now) => {
    for (const mail of await queuedMails())
      await sendNotificationMail({ ...deps, now: at }, mail)
  })
  .extend('arrived', ({ committed, mailbox }) => (person: Actor) => {
    return mailbox.mailsOf(committed, person)
  })
