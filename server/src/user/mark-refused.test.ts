import { expect } from 'vitest'
import { keys } from '../../test/http.ts'
import { test as base } from '../../test/mailing.ts'
import { findRow, findRows, jobsOf, setRows } from '../../test/rows.ts'
import { inviteReviewers } from '../auth/links/invite-reviewers.ts'
import { sendLink, sendNotice } from '../auth/send-mail.ts'
import { setMailRefusal } from '../people/set-mail-refusal.ts'
import { stopRefused } from './mark-refused.ts'

const answer = '550 5.1.1 There is no such mailbox'

/** The portal with a mailer that stops mail to addresses that refuse it. */
const test = base
  .extend('mailer', ({ committed, mailbox, now }) =>
    stopRefused(mailbox.mailer, { db: committed, clock: () => now }),
  )
  .extend('emailOf', ({ committed }) => async ({ id }: { id: string }) => {
    return (await findRow(committed, 'appUser', { id })).email
  })
  .extend('notice', ({ deps, mailer }) => ({ id: userId }: { id: string }) => {
    const at = deps.now.toISOString()
    return sendNotice(
      { ...deps, mailer },
      { userId, notice: 'set-password', at },
    )
  })
  .extend('refusalOf', ({ committed }) => async ({ id }: { id: string }) => {
    const row = await findRow(committed, 'appUser', { id })
    return { at: row.mailRefusedAt, answer: row.mailRefusal }
  })

test('an address that refuses mail for good gets no more, and the others do', async ({
  made,
  mailbox,
  emailOf,
  notice,
  refusalOf,
  arrived,
  committed,
  now,
}) => {
  const person = await made.seller()
  const colleague = await made.seller(person.companyId)
  await mailbox.refuse([await emailOf(person)])
  await notice(person)
  await notice(colleague)
  expect(await refusalOf(person)).toEqual({ at: now, answer })
  expect(await refusalOf(colleague)).toEqual({ at: null, answer: null })
  expect(await arrived(colleague)).toHaveLength(1)
  expect(
    await findRows(committed, 'userHistory', { action: 'refuse-mail' }),
  ).toMatchObject([
    {
      userId: person.id,
      actorId: null,
      changes: [{ field: 'mailRefusal', before: null, after: answer }],
    },
  ])

  // The mailbox works again, but nothing is sent to it.
  await mailbox.refuse([])
  await notice(person)
  expect(await arrived(person)).toEqual([])
})

test('mail is sent again after an administrator tries again', async ({
  made,

  mailbox,
  emailOf,
  notice,
  refusalOf,
  arrived,
  ctxOf,
}) => {
  const person = await made.seller()
  await mailbox.refuse([await emailOf(person)])
  await notice(person)
  await mailbox.refuse([])
  const admin = await made.underwriter('managePermissions')
  const user = await setMailRefusal(await ctxOf(admin), {
    id: person.id,
    answer: null,
  })
  expect(user.mailRefusal).toBeNull()
  expect(await refusalOf(person)).toEqual({ at: null, answer: null })
  await notice(person)
  expect(await arrived(person)).toHaveLength(1)
})

test('mail that came back later is stopped too', async ({
  made,
  notice,
  arrived,
  ctxOf,
}) => {
  const person = await made.seller()
  const admin = await made.underwriter('managePermissions')
  const user = await setMailRefusal(await ctxOf(admin), {
    id: person.id,
    answer: '550 5.2.1 Disabled',
  })
  expect(user.mailRefusal).toMatchObject({ answer: '550 5.2.1 Disabled' })
  await notice(person)
  expect(await arrived(person)).toEqual([])
})

test('a new address has refused nothing', async ({
  made,
  mailbox,
  emailOf,
  notice,
  refusalOf,
  committed,
}) => {
  const person = await made.seller()
  await mailbox.refuse([await emailOf(person)])
  await notice(person)
  const email = `new.${person.id}@seller.example`
  await setRows(committed, 'appUser', { id: person.id }, { email })
  expect(await refusalOf(person)).toEqual({ at: null, answer: null })
  await notice(person)
  expect(await mailbox.mailsTo(email)).toHaveLength(1)
})

test.for([
  { code: '450', message: '4.2.1 Greylisted' },
  { code: '550', message: '5.7.1 Relaying denied' },
])(
  'mail is tried again after an answer that is not about the address: %j',
  async (temporary, { made, mailbox, emailOf, notice, refusalOf, arrived }) => {
    const person = await made.seller()
    await mailbox.refuse([await emailOf(person)], temporary)
    await expect(notice(person)).rejects.toThrow(temporary.message)
    expect(await refusalOf(person)).toEqual({ at: null, answer: null })
    await mailbox.refuse([])
    await notice(person)
    expect(await arrived(person)).toHaveLength(1)
  },
)

test('an invitation is tried again, and mail is sent again once it is accepted', async ({
  made,
  mailbox,
  mailer,
  deps,
  refusalOf,
  committed,
  now,
  ctxOf,
}) => {
  const admin = await made.underwriter('managePermissions', 'inviteTpr')
  const invite = async (at: Date) => {
    const ctx = { ...(await ctxOf(admin, at)), keys }
    const outcome = await inviteReviewers(ctx, {
      toEmails: [email],
      vendorName: 'Refused Reviews',
    })
    const links = await jobsOf<{ linkId: string }>(committed, 'send-link')
    const linkId = links.at(-1)?.linkId ?? ''
    await sendLink({ ...deps, now: at, mailer }, { linkId })
    return outcome
  }
  const email = 'gone@refused-reviews.example'
  await mailbox.refuse([email])
  expect(await invite(now)).toEqual({
    invited: [email],
    refused: [],
    skipped: [],
  })
  const person = await findRow(committed, 'appUser', { email })
  expect(person).toMatchObject({ mailRefusedAt: now, mailRefusal: answer })

  await mailbox.refuse([])
  const later = new Date(now.getTime() + 3_600_000)
  expect(await invite(later)).toEqual({
    invited: [email],
    refused: [{ email, at: now.toISOString() }],
    skipped: [],
  })
  expect(await mailbox.mailsTo(email)).toHaveLength(1)
  expect(await refusalOf(person)).toEqual({ at: null, answer: null })
})
