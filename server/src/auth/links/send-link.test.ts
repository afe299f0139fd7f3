import { permissions } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { keys } from '../../../test/http.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import { findRow, findRows } from '../../../test/rows.ts'
import { test as base, browserAt, password } from '../../../test/signing-in.ts'
import { createLog } from '../../lib/log.ts'
import { sendDeactivationMail, setStatus } from '../../people/set-status.ts'
import { writeUserChange } from '../../user/changes.ts'
import { sendCode, sendLink, sendNotice } from '../send-mail.ts'
import { sweepSignIn } from '../sessions/session.ts'

const publicUrl = 'https://portal.example'

/** The portal with a real mailbox. */
const test = base
  .extend('mailbox', { scope: 'file' }, ({}, { onCleanup }) =>
    openMailbox(onCleanup),
  )
  .extend('deps', ({ committed, mailbox: { mailer }, time }) => () => {
    return {
      db: committed,
      now: time.now(),
      keys,
      mailer,
      brandName: 'Harbor <Capital>',
      publicUrl,
    }
  })
  .extend('mails', ({ mailbox }) => mailbox.mailsTo)
  .extend('challengeOf', ({ committed }) => async ({ id }: { id: string }) => {
    return (
      (await findRows(committed, 'challenge', { userId: id })).at(-1)?.id ?? ''
    )
  })

test('sign-in emails contain the code, but not in the subject', async ({
  atTheCode,
  deps,
  mails,
  challengeOf,
}) => {
  const { reviewer, own } = await atTheCode()
  const id = await challengeOf(reviewer)
  await sendCode(deps(), { challengeId: id, number: 1 })
  await sendCode(deps(), { challengeId: id, number: 1 })
  const [mail, again] = await mails(reviewer.email)
  const code = /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  expect(mail?.subject).toBe('Your sign-in code · Harbor <Capital>')
  expect(mail?.html).toContain(`>${code}</p>`)
  expect(mail?.html).toContain('Harbor &lt;Capital&gt;')
  expect(again?.text, 'sent again, it says the same').toBe(mail?.text)
  expect((await own.enterCode(code)).statusCode).toBe(200)
})

test('sign-in emails contain no voided or expired code', async ({
  atTheCode,
  deps,
  mails,
  challengeOf,
  time,
}) => {
  const { reviewer, own } = await atTheCode()
  const id = await challengeOf(reviewer)
  time.pass(30)
  await own.post('/auth/tpr/resend-code')
  await sendCode(deps(), { challengeId: id, number: 1 })
  time.pass(600)
  await sendCode(deps(), { challengeId: id, number: 2 })
  expect(await mails(reviewer.email)).toEqual([])
})

test('sign-in emails contain a link to our origin, and no void one', async ({
  reviewer,
  deps,
  mails,
  committed,
  browser,
  createLinkToken,
}) => {
  for (const purpose of ['RESET', 'INVITE'] as const)
    await createLinkToken(reviewer, purpose)
  for (const { id } of await findRows(committed, 'accountLink'))
    await sendLink(deps(), { linkId: id })
  const [mail, ...others] = await mails(reviewer.email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your invitation · Harbor <Capital>')
  const link = /https:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(link).toMatch(
    /^https:\/\/portal\.example\/multi-factor-auth\/create-password\/[\w-]{43}$/,
  )
  expect(mail?.html).toContain(`href="${link}"`)
  expect(
    (await browser().setPassword(link.split('/').at(-1) ?? '')).statusCode,
  ).toBe(200)
})

test('an invitation names who invites, the company and what follows', async ({
  reviewer,
  deps,
  mails,
  committed,
  made,
  createLinkToken,
}) => {
  const inviter = await made.underwriter('inviteTpr')
  await writeUserChange(
    { db: committed, now: deps().now, actorId: inviter.id },
    { userId: reviewer.id, action: 'invite' },
  )
  await createLinkToken(reviewer, 'INVITE')
  for (const { id } of await findRows(committed, 'accountLink'))
    await sendLink(deps(), { linkId: id })
  const company = await findRow(committed, 'company', {
    id: reviewer.companyId,
  })
  const [mail] = await mails(reviewer.email)
  expect(mail?.text).toContain(
    `${inviter.name} invited you to the Harbor <Capital> loan-review portal, as a third-party reviewer for ${company.name}.`,
  )
  expect(mail?.text).toContain('Then you sign in with this email address')
})

test('sign-in emails say what changed', async ({ reviewer, deps, mails }) => {
  await sendNotice(deps(), {
    userId: reviewer.id,
    notice: 'add-passkey',
    at: '2026-03-04T15:00:00.000Z',
  })
  const [mail] = await mails(reviewer.email)
  expect(mail?.text).toContain('a passkey was added to your sign-in')
  expect(mail?.text).toContain(`${publicUrl}/multi-factor-auth/reset-password`)
})

test('a deactivated user gets the admin’s message by email', async ({
  reviewer,
  deps,
  mails,
  committed,
  made,
  ctxOf,
}) => {
  const ctx = await ctxOf(await made.underwriter(...permissions))
  const customMessage = 'Thanks for <all> of it'
  await setStatus(ctx, { id: reviewer.id, status: 'INACTIVE', customMessage })
  const { id: changeId } = await findRow(committed, 'userHistory', {
    customMessage,
  })
  await sendDeactivationMail(deps(), { changeId })
  expect(await mails(reviewer.email)).toMatchObject([
    {
      subject: 'Your account was deactivated · Harbor <Capital>',
      text: expect.stringContaining(customMessage),
      html: expect.stringContaining('Thanks for &lt;all&gt; of it'),
    },
  ])
  await setStatus(ctx, { id: reviewer.id, status: 'ACTIVE' })
  await sendDeactivationMail(deps(), { changeId })
  expect(await mails(reviewer.email)).toHaveLength(1)
})

test('a secret is in no log line', async ({
  people,
  reviewer,
  startNode,
  time,
}) => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => lines.push(line) })
  const own = browserAt(await startNode(time.now, { log }))
  const token = 'canary'.padEnd(43, 'x')
  const headers = { authorization: `Bearer ${token}` }
  await own.enterPassword(reviewer.email, 'canary of a password')
  await own.enterPassword(reviewer.email)
  const code = await people.codeFor(reviewer)
  const half = own.jar.get('sign-in') ?? ''
  await own.enterCode(code)
  await own.call('POST', '/auth/tpr/check-link', { headers })
  await own.setPassword(token, 'canary of a password')
  const secret = (
    await own.post('/auth/second-factor/totp', { password })
  ).json().secret
  await own.get(`/multi-factor-auth/create-password/${token}`)
  const all = lines.join('\n')
  expect(lines.length).toBeGreaterThan(5)
  const secrets = [
    half,
    ...own.jar.values(),
    secret,
    reviewer.email,
    'canary',
    password,
    `"${code}"`,
  ]
  for (const one of secrets) expect(all).not.toContain(one)
})

test('a secret is deleted after it expires', async ({
  reviewer,
  own,
  browser,
  committed,
  createLinkToken,
  time,
}) => {
  expect(own.jar.has('device')).toBe(true)
  await browser().enterPassword(reviewer.email)
  await createLinkToken(reviewer)
  const tables = [
    'challenge',
    'throttle',
    'accountLink',
    'knownDevice',
  ] as const
  const count = async () =>
    Promise.all(
      tables.map(async (name) => (await findRows(committed, name)).length),
    )
  const [, throttles] = await count()
  expect(throttles).toBeGreaterThan(0)
  for (const [minutes, left] of [
    [0, [1, throttles, 1, 1]],
    [10, [0, throttles, 1, 1]],
    [2 * 24 * 60, [0, 0, 1, 1]],
    [90 * 24 * 60, [0, 0, 0, 0]],
  ] as const) {
    time.pass(minutes * 60)
    await sweepSignIn(committed, time.now())
    expect(await count(), `${minutes} minutes later`).toEqual(left)
  }
})
