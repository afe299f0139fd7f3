import { permissions } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { appOn, keys } from '../../../test/http.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import { ctxFor } from '../../../test/makers.ts'
import { test as base, browserAt } from '../../../test/signing-in.ts'
import { makeLog } from '../../lib/log.ts'
import { sendDeactivationMail, setStatus } from '../../user/set-status.ts'
import { sendCode, sendLink, sendNotice } from '../send-mail.ts'
import { sweepSignIn } from '../sessions/session.ts'
import { openLink } from './open-link.ts'

const publicUrl = 'https://portal.example'

/** A real mailbox beside it. */
const test = base
  .extend('mailbox', { scope: 'file' }, ({}, { onCleanup }) => openMailbox(onCleanup))
  .extend('house', ({ committed, mailbox: { mailer }, time }) => () => {
    return { db: committed, now: time.now(), keys, mailer, brandName: 'Harbor <Capital>', publicUrl }
  })
  .extend('mails', ({ mailbox }) => mailbox.mailsTo)
  .extend('openChallenge', ({ committed, browser }) => async (email: string) => {
    const own = browser()
    await own.enterPassword(email)
    const { id } = await committed.selectFrom('challenge').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    return { own, id }
  })

describe('sign-in emails', () => {
  test('contain the code, but not in the subject', async ({ people, house, mails, openChallenge }) => {
    const reviewer = await people.reviewer()
    const { own, id } = await openChallenge(reviewer.email)
    await sendCode(house(), { challengeId: id, number: 1 })
    await sendCode(house(), { challengeId: id, number: 1 })
    const [mail, again] = await mails(reviewer.email)
    const code = /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
    expect(mail?.subject).toBe('Your sign-in code · Harbor <Capital>')
    expect(mail?.html).toContain(`>${code}</p>`)
    expect(mail?.html).toContain('Harbor &lt;Capital&gt;')
    expect(again?.text, 'sent again, it says the same').toBe(mail?.text)
    expect((await own.enterCode(code)).statusCode).toBe(200)
  })

  test('contain no voided or expired code', async ({ people, house, mails, openChallenge, time }) => {
    const reviewer = await people.reviewer()
    const { own, id } = await openChallenge(reviewer.email)
    time.pass(30)
    await own.post('/auth/tpr/resend-code')
    await sendCode(house(), { challengeId: id, number: 1 })
    time.pass(600)
    await sendCode(house(), { challengeId: id, number: 2 })
    expect(await mails(reviewer.email)).toEqual([])
  })

  test('contain a link to our origin, and no void one', async ({ people, house, mails, committed, browser, time }) => {
    const reviewer = await people.reviewer()
    for (const purpose of ['RESET', 'INVITE'] as const)
      await openLink({ db: committed, now: time.now(), keys }, reviewer.id, purpose)
    const links = await committed.selectFrom('accountLink').select('id').orderBy('id').execute()
    for (const { id } of links) await sendLink(house(), { linkId: id })
    const [mail, ...others] = await mails(reviewer.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Your invitation · Harbor <Capital>')
    const link = /https:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).toMatch(/^https:\/\/portal\.example\/multi-factor-auth\/create-password\/[\w-]{43}$/)
    expect(mail?.html).toContain(`href="${link}"`)
    const headers = { authorization: `Bearer ${link.split('/').at(-1)}` }
    const own = browser()
    const set = await own.call('PATCH', '/auth/tpr/set-password', {
      headers,
      body: { password: 'my next good password' },
    })
    expect(set.statusCode).toBe(200)
  })

  test('tell the owner what changed', async ({ people, house, mails }) => {
    const reviewer = await people.reviewer()
    await sendNotice(house(), { userId: reviewer.id, notice: 'add-passkey', at: '2026-03-04T15:00:00.000Z' })
    const [mail] = await mails(reviewer.email)
    expect(mail?.text).toContain('a passkey was added to your sign-in')
    expect(mail?.text).toContain(`${publicUrl}/multi-factor-auth/reset-password`)
  })
})

describe('a deactivated user', () => {
  test('gets the admin’s message by email', async ({ people, house, mails, committed, made, now }) => {
    const [reviewer, admin] = [await people.reviewer(), await made.underwriter(...permissions)]
    const ctx = await ctxFor(committed, admin, now)
    await setStatus(ctx, { id: reviewer.id, status: 'INACTIVE', customMessage: 'Thanks for <all> of it' })
    const { id: changeId } = await committed
      .selectFrom('userHistory')
      .select('id')
      .where('customMessage', 'is not', null)
      .executeTakeFirstOrThrow()
    await sendDeactivationMail(house(), { changeId })
    expect(await mails(reviewer.email)).toMatchObject([
      {
        subject: 'Your account was deactivated · Harbor <Capital>',
        text: expect.stringContaining('Thanks for <all> of it'),
        html: expect.stringContaining('Thanks for &lt;all&gt; of it'),
      },
    ])
    await setStatus(ctx, { id: reviewer.id, status: 'ACTIVE' })
    await sendDeactivationMail(house(), { changeId })
    expect(await mails(reviewer.email)).toHaveLength(1)
  })
})

describe('a secret', () => {
  test('is in no log line', async ({ people, committed, time }) => {
    const lines: string[] = []
    const log = makeLog('trace', { write: (line) => lines.push(line) })
    const app = await appOn(committed, time.now, undefined, undefined, { log })
    const reviewer = await people.reviewer()
    const own = browserAt(app)
    const token = 'canary'.padEnd(43, 'x')
    const headers = { authorization: `Bearer ${token}` }
    await own.enterPassword(reviewer.email, 'canary of a password')
    await own.enterPassword(reviewer.email)
    const code = await people.codeFor(reviewer)
    const half = own.jar.get('sign-in') ?? ''
    await own.enterCode(code)
    await own.call('POST', '/auth/tpr/check-link', { headers })
    await own.call('PATCH', '/auth/tpr/set-password', { headers, body: { password: 'canary of a password' } })
    const secret = (await own.post('/auth/second-factor/totp', { password: 'correct horse battery' })).json().secret
    await own.get(`/multi-factor-auth/create-password/${token}`)
    await app.close()
    const all = lines.join('\n')
    expect(lines.length).toBeGreaterThan(5)
    const secrets = [half, ...own.jar.values(), secret, reviewer.email, 'canary', 'correct horse', `"${code}"`]
    for (const one of secrets) expect(all).not.toContain(one)
  })

  test('is deleted after it expires', async ({ people, signIn, browser, committed, time }) => {
    const reviewer = await people.reviewer()
    await signIn(reviewer)
    await browser().enterPassword(reviewer.email)
    await openLink({ db: committed, now: time.now(), keys }, reviewer.id, 'RESET')
    const count = async () => {
      const tables = ['challenge', 'throttle', 'accountLink', 'knownDevice'] as const
      return Promise.all(tables.map(async (name) => (await committed.selectFrom(name).selectAll().execute()).length))
    }
    const [challenges, throttles, links, devices] = await count()
    expect([challenges, links, devices]).toEqual([1, 1, 1])
    expect(throttles).toBeGreaterThan(0)
    await sweepSignIn(committed, time.now())
    expect(await count()).toEqual([1, throttles, 1, 1])
    time.pass(10 * 60)
    await sweepSignIn(committed, time.now())
    expect(await count()).toEqual([0, throttles, 1, 1])
    time.pass(2 * 24 * 3600)
    await sweepSignIn(committed, time.now())
    expect(await count()).toEqual([0, 0, 1, 1])
    time.pass(90 * 24 * 3600)
    await sweepSignIn(committed, time.now())
    expect(await count()).toEqual([0, 0, 0, 0])
  })
})
