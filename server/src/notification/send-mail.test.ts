import type { Actor } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { openMailbox } from '../../test/mailbox.ts'
import { ctxFor } from '../../test/makers.ts'
import { test as base } from '../../test/notifying.ts'
import { makeMailer } from '../lib/integrations/mail.ts'
import { claimUnmailed } from './claim-unmailed.ts'
import { markViewed } from './mark-viewed.ts'
import { sendNotificationMail } from './send-mail.ts'

const brandName = 'Harbor & Sons <Capital>'
const publicUrl = 'https://portal.example'

/** A real mailbox beside it. */
const test = base
  .extend('mailbox', { scope: 'file' }, ({}, { onCleanup }) => openMailbox(onCleanup))
  .extend('deps', ({ committed, mailbox: { mailer } }) => ({ db: committed, mailer, brandName, publicUrl }))
  .extend(
    'arrived',
    ({ committed, mailbox }) =>
      (person: Actor) =>
        mailbox.mailsOf(committed, person),
  )

describe('at once', () => {
  test('several at a time are one mail with titles, loans and links, and no borrower', async ({
    made,
    deps,
    wants,
    tell,
    queued,
    arrived,
    now,
  }) => {
    const person = await made.underwriter('myOwn')
    await wants(person, 'AT_ONCE')
    const slv = await made.slv({ underwriterId: person.id, buyerLoan: '7001234' })
    await tell(person, 'PENDING', slv.id)
    await tell(person, 'PROXY_LOAN_COMMENT', slv.id)
    await tell(person, 'MY_COMPANY_VIEW')
    expect(await queued('mail-notifications')).toEqual([{ userId: person.id }])

    await claimUnmailed({ db: deps.db, now }, person.id, 'AT_ONCE')
    await claimUnmailed({ db: deps.db, now }, person.id, 'AT_ONCE')
    const [mail, ...others] = await queued('send-notification-mail')
    expect(others).toEqual([])
    expect(mail?.notificationIds).toHaveLength(3)
    if (!mail) return
    await sendNotificationMail(deps, mail)

    const [letter, ...more] = await arrived(person)
    expect(more).toEqual([])
    expect(letter?.subject).toBe(`3 notifications · ${brandName}`)
    expect(letter?.from.address).toBe('no-reply@portal.example')
    for (const part of [letter?.text, letter?.html]) {
      expect(part).not.toMatch(/CANARY|Marlow/)
      expect(part).toContain('New request to review: loan 7001234')
      expect(part).toContain(`${publicUrl}/slv/manage-request/${slv.id}`)
      expect(part).toContain(`${publicUrl}/slv?conversation=${slv.id}`)
      expect(part).toContain('Mar 4, 2026, 10:00 AM ET')
    }
    expect(letter?.html).toContain('Harbor &amp; Sons &lt;Capital&gt;')
    expect(letter?.html).not.toContain('<Capital>')
  })

  test('a single notification is in the subject', async ({ made, deps, wants, tell, queued, arrived, now }) => {
    const person = await made.seller()
    await wants(person, 'AT_ONCE')
    const slv = await made.slv({ sellerId: person.id, buyerLoan: '7005678' })
    await tell(person, 'APPROVED', slv.id)
    await claimUnmailed({ db: deps.db, now }, person.id, 'AT_ONCE')
    const [mail] = await queued('send-notification-mail')
    if (mail) await sendNotificationMail(deps, mail)
    expect((await arrived(person)).map(({ subject }) => subject)).toEqual([
      `Request approved: loan 7005678 · ${brandName}`,
    ])
  })

  test('viewed, earlier and hidden notifications are left out, and no mail is empty', async ({
    made,
    deps,
    wants,
    tell,
    queued,
    arrived,
    committed,
    now,
  }) => {
    const person = await made.underwriter('manageSlr')
    await tell(person, 'PENDING', null, new Date(now.getTime() - 1000))
    await wants(person, 'AT_ONCE')
    await claimUnmailed({ db: deps.db, now }, person.id, 'AT_ONCE')
    expect(await queued('send-notification-mail')).toEqual([])

    await tell(person, 'SLR_PENDING')
    await tell(person, 'REASSIGNED')
    await claimUnmailed({ db: deps.db, now }, person.id, 'AT_ONCE')
    const [mail] = await queued('send-notification-mail')
    if (!mail) throw new Error('Nothing was queued')
    expect(mail.notificationIds).toHaveLength(2)
    const reassigned = await committed
      .selectFrom('notification')
      .select('id')
      .where('action', '=', 'REASSIGNED')
      .executeTakeFirstOrThrow()
    await markViewed(await ctxFor(committed, person, now), reassigned.id)
    await committed.updateTable('userRole').set({ role: 'SELLER' }).where('userId', '=', person.id).execute()
    await sendNotificationMail(deps, mail)
    expect(await arrived(person)).toEqual([])
  })

  test('an SLV reassigned meanwhile is left out', async ({
    made,
    deps,
    wants,
    tell,
    queued,
    arrived,
    committed,
    now,
  }) => {
    const person = await made.seller()
    await wants(person, 'AT_ONCE')
    const lost = await made.slv({ sellerId: person.id, buyerLoan: '790CANARY' })
    const kept = await made.slv({ sellerId: person.id, buyerLoan: '7005679' })
    for (const { id } of [lost, kept]) await tell(person, 'APPROVED', id)
    await claimUnmailed({ db: deps.db, now }, person.id, 'AT_ONCE')
    const colleague = await made.seller(person.companyId)
    await committed.updateTable('slv').set({ sellerId: colleague.id }).where('id', '=', lost.id).execute()
    for (const mail of await queued('send-notification-mail')) await sendNotificationMail(deps, mail)
    const letters = await arrived(person)
    expect(letters.map(({ subject }) => subject)).toEqual([`Request approved: loan 7005679 · ${brandName}`])
    expect(JSON.stringify(letters)).not.toContain('CANARY')
  })

  test('inactive people and those who turned mail off get none', async ({
    made,
    deps,
    wants,
    tell,
    queued,
    arrived,
    committed,
    now,
  }) => {
    const [off, gone] = [await made.underwriter(), await made.underwriter()]
    for (const person of [off, gone]) {
      await wants(person, 'AT_ONCE')
      await tell(person, 'PENDING')
      await claimUnmailed({ db: deps.db, now }, person.id, 'AT_ONCE')
    }
    await wants(off, 'OFF')
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', gone.id).execute()
    for (const mail of await queued('send-notification-mail')) await sendNotificationMail(deps, mail)
    expect([...(await arrived(off)), ...(await arrived(gone))]).toEqual([])
  })

  test('an unreachable mail server fails the job, which is retried', async ({
    made,
    deps,
    wants,
    tell,
    queued,
    now,
  }) => {
    const person = await made.underwriter()
    await wants(person, 'AT_ONCE')
    await tell(person, 'PENDING')
    await claimUnmailed({ db: deps.db, now }, person.id, 'AT_ONCE')
    const [mail] = await queued('send-notification-mail')
    if (!mail) throw new Error('Nothing was queued')
    const away = makeMailer({ url: 'smtp://127.0.0.1:9', from: 'no-reply@portal.example' })
    await expect(sendNotificationMail({ ...deps, mailer: away }, mail)).rejects.toThrow(/ECONNREFUSED/)
    await sendNotificationMail(deps, mail)
  })
})
