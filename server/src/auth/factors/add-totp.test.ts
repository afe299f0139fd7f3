import { Secret, TOTP } from 'otpauth'
import { describe, expect } from 'vitest'
import { findRow, findRows } from '../../../test/rows.ts'
import {
  anotherCode,
  type Browser,
  test as base,
  password,
} from '../../../test/signing-in.ts'

const path = '/auth/second-factor/totp'

const test = base
  /** An authenticator app, set up in a signed-in browser. */
  .extend('setUp', ({ time }) => async (own: Browser) => {
    const { secret, uri } = (await own.post(path, { password })).json()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Buyer:person/)
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    const codeAt = (seconds = 0) =>
      app.generate({ timestamp: time.now().getTime() + seconds * 1000 })
    return {
      secret,
      codeAt,
      confirmed: await own.post(`${path}/confirm`, { code: codeAt() }),
    }
  })

describe('an authenticator app', () => {
  test('replaces the code after its first one', async ({
    reviewer,
    own,
    setUp,
    browser,
    time,
    committed,
    queued,
  }) => {
    expect((await own.post(path, { password })).statusCode).toBe(200)
    expect(
      (await browser().enterPassword(reviewer.email)).json(),
    ).toMatchObject({ factor: 'EMAIL' })
    const { confirmed, codeAt, secret } = await setUp(own)
    expect(confirmed.json()).toMatchObject({
      factor: 'TOTP',
      totpAddedAt: '2026-03-04T15:00:00.000Z',
      passkeys: [],
    })
    expect((await own.post(path, { password })).statusCode).toBe(409)
    expect(await queued('send-sign-in-notice')).toMatchObject([
      { userId: reviewer.id, notice: 'add-totp' },
    ])
    const entry = {
      userId: reviewer.id,
      actorId: reviewer.id,
      action: 'add-totp',
      changes: [],
    }
    expect(await findRows(committed, 'userHistory')).toMatchObject([entry])
    const { secret: sealed } = await findRow(committed, 'totp')
    expect(sealed.includes(Buffer.from(Secret.fromBase32(secret).buffer))).toBe(
      false,
    )

    time.pass(60)
    const next = browser()
    expect((await next.enterPassword(reviewer.email)).json()).toMatchObject({
      factor: 'TOTP',
      sentTo: null,
    })
    expect((await next.post('/auth/tpr/passkey/options')).statusCode).toBe(409)
    expect((await next.enterCode(anotherCode(codeAt()))).statusCode).toBe(400)
    expect((await next.enterCode(codeAt())).json()).toMatchObject({
      id: reviewer.id,
    })
  })

  test('is throttled after five wrong codes', async ({ own, time }) => {
    const { secret } = (await own.post(path, { password })).json()
    const right = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: time.now().getTime(),
    })
    const confirm = async (code: string) =>
      (await own.post(`${path}/confirm`, { code })).statusCode
    const wrong = anotherCode(right)
    for (let tries = 0; tries < 5; tries++)
      expect(await confirm(wrong)).toBe(400)
    expect(await confirm(right)).toBe(429)
    time.pass(30)
    expect(await confirm(right)).toBe(200)
  })

  test('accepts each code once, within 30 s', async ({
    reviewer,
    own,
    setUp,
    browser,
    time,
  }) => {
    const { codeAt } = await setUp(own)
    const enter = async (code: string) => {
      const next = browser()
      await next.enterPassword(reviewer.email)
      return (await next.enterCode(code)).statusCode
    }
    expect(await enter(codeAt()), 'the code that it was added by').toBe(400)
    expect(await enter(codeAt(60)), 'a code of later').toBe(400)
    expect(await enter(codeAt(30))).toBe(200)
    expect(await enter(codeAt(30)), 'used').toBe(400)
    time.pass(60)
    expect(await enter(codeAt(-30)), 'before one that was used').toBe(400)
    expect(await enter(codeAt())).toBe(200)
  })

  test('opens one session per code', async ({
    reviewer,
    own,
    setUp,
    browser,
    otherNode,
    time,
    committed,
  }) => {
    const { codeAt } = await setUp(own)
    time.pass(60)
    const [one, two] = [browser(), browser()]
    await Promise.all(
      [one, two].map((next) => next.enterPassword(reviewer.email)),
    )
    const before = await findRows(committed, 'session')
    const entering = [one, one.copy(otherNode), two.copy(otherNode), two].map(
      (next) => next.enterCode(codeAt()),
    )
    const answers = await Promise.all(entering)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(
      1,
    )
    expect(await findRows(committed, 'session')).toHaveLength(before.length + 1)
  })

  test('is removed with the password, and not for LoanDock users', async ({
    own,
    setUp,
    queued,
    made,
    signedIn,
  }) => {
    await setUp(own)
    const wrong = await own.post(`${path}/remove`, {
      password: 'not the password',
    })
    expect(wrong.json().details).toEqual([
      { field: 'password', error: 'Incorrect password' },
    ])
    const removed = await own.post(`${path}/remove`, { password })
    expect(removed.json()).toMatchObject({ factor: 'EMAIL', totpAddedAt: null })
    expect((await own.post(`${path}/remove`, { password })).statusCode).toBe(
      200,
    )
    expect(
      (await queued('send-sign-in-notice')).map(({ notice }) => notice),
    ).toEqual(['add-totp', 'remove-totp'])
    const call = await signedIn(await made.underwriter())
    const answers = [
      await call('GET', '/v1/auth/second-factor'),
      await call('POST', `/v1${path}`, { body: { password } }),
      await call('POST', `/v1${path}/confirm`, { body: { code: '123456' } }),
      await call('POST', '/v1/auth/password', {
        body: { password, newPassword: password },
      }),
      await call('POST', '/v1/auth/second-factor/passkeys/options', {
        body: { password },
      }),
    ]
    for (const answer of answers)
      expect(answer.json()).toMatchObject({
        statusCode: 409,
        error: 'You sign in through LoanDock',
      })
  })
})
