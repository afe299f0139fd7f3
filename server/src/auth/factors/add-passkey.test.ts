import { expect } from 'vitest'
import { softPasskey } from '../../../test/passkey.ts'
import { findRows } from '../../../test/rows.ts'
import {
  type Browser,
  test as base,
  password,
} from '../../../test/signing-in.ts'

const test = base
  /** Adds a passkey in a signed-in browser. */
  .extend(
    'add',
    () =>
      async (own: Browser, passkey = softPasskey(), name = 'Laptop') => {
        const asked = await own.post('/auth/second-factor/passkeys/options', {
          password,
        })
        expect(asked.statusCode).toBe(200)
        return own.post('/auth/second-factor/passkeys', {
          name,
          response: passkey.make(asked.json()),
        })
      },
  )

test('a passkey replaces the emailed code', async ({
  reviewer,
  own,
  browser,
  add,
  queued,
}) => {
  const passkey = softPasskey()
  const added = await add(own, passkey)
  expect(added.json()).toMatchObject({
    factor: 'PASSKEY',
    passkeys: [{ name: 'Laptop', lastUsedAt: null }],
  })
  expect(await queued('send-sign-in-notice')).toMatchObject([
    { userId: reviewer.id, notice: 'add-passkey' },
  ])

  const next = browser()
  const first = await next.enterPassword(reviewer.email)
  expect(first.json()).toMatchObject({
    factor: 'PASSKEY',
    others: [],
    sentTo: null,
    resendAt: null,
  })
  expect((await next.enterCode('123456')).statusCode).toBe(400)
  expect((await next.post('/auth/tpr/resend-code')).statusCode).toBe(409)
  const asked = await next.post('/auth/tpr/passkey/options')
  expect(asked.json()).toMatchObject({
    rpId: 'portal.example',
    allowCredentials: [{ id: passkey.id }],
  })
  const answer = await next.post('/auth/tpr/passkey', {
    response: passkey.sign(asked.json()),
  })
  expect(answer.json()).toMatchObject({ id: reviewer.id })
  expect(
    (await next.get('/auth/second-factor')).json().passkeys[0].lastUsedAt,
  ).toBe('2026-03-04T15:00:00.000Z')
})

test.for([
  [
    'of someone else',
    () => softPasskey(),
    (asked: Record<string, unknown>) => asked,
  ],
  [
    'made for another challenge',
    null,
    (asked: Record<string, unknown>) => ({ ...asked, challenge: 'b3RoZXI' }),
  ],
  ['that is garbage', null, () => ({})],
] as const)(
  'a passkey %s does not sign in',
  async ([, other, twisted], { reviewer, own, browser, add, committed }) => {
    const passkey = softPasskey()
    await add(own, passkey)
    const next = browser()
    await next.enterPassword(reviewer.email)
    const asked = (await next.post('/auth/tpr/passkey/options')).json()
    const response = {
      ...(other?.() ?? passkey).sign(twisted(asked)),
      id: passkey.id,
    }
    const answer = await next.post('/auth/tpr/passkey', { response })
    expect(answer).toMatchObject({ statusCode: 400 })
    expect(answer.json().details[0].error).toBe(
      'The passkey could not be verified: 4 attempts left',
    )
    // The session that added the passkey, under its old and its new token.
    expect(
      await findRows(committed, 'session', { userId: reviewer.id }),
    ).toHaveLength(2)
  },
)

test.for([
  [{ id: { toString: null } }],
  [{ id: ['a'] }],
  [{ id: 'a\0' }],
  [{}],
])('a passkey with the id %j gets 400', async ([response], { atTheCode }) => {
  const { own } = await atTheCode()
  expect((await own.post('/auth/tpr/passkey', { response })).statusCode).toBe(
    400,
  )
})

test('a passkey stores only known transports', async ({ own, committed }) => {
  for (const transports of [{ length: 1 }, 5, [{ a: 1 }, 'usb', 'a\0']]) {
    const asked = (
      await own.post('/auth/second-factor/passkeys/options', { password })
    ).json()
    const made = softPasskey().make(asked)
    const response = {
      ...made,
      response: { ...Object(made.response), transports },
    }
    expect(
      (
        await own.post('/auth/second-factor/passkeys', {
          name: 'Key',
          response,
        })
      ).statusCode,
    ).toBe(200)
  }
  const stored = await findRows(committed, 'passkey')
  expect(stored.flatMap(({ transports }) => transports)).toEqual(['usb'])
})

test('a passkey of another site is refused', async ({
  reviewer,
  own,
  browser,
  add,
}) => {
  expect((await add(own, softPasskey('evil.example'))).statusCode).toBe(400)
  expect(
    (await add(own, softPasskey('portal.example', 'http://evil.example')))
      .statusCode,
  ).toBe(400)
  expect((await own.get('/auth/second-factor')).json()).toMatchObject({
    factor: 'EMAIL',
    passkeys: [],
  })
  expect((await browser().enterPassword(reviewer.email)).json()).toMatchObject({
    factor: 'EMAIL',
  })
})

test('a passkey with a repeated counter is refused as a copy', async ({
  reviewer,
  own,
  browser,
  add,
}) => {
  const passkey = softPasskey()
  await add(own, passkey)
  for (const [count, status] of [
    [7, 200],
    [7, 400],
    [8, 200],
  ] as const) {
    const next = browser()
    await next.enterPassword(reviewer.email)
    const asked = (await next.post('/auth/tpr/passkey/options')).json()
    const answer = await next.post('/auth/tpr/passkey', {
      response: passkey.sign(asked, count),
    })
    expect(answer.statusCode, `counter ${count}`).toBe(status)
  }
})

test('a passkey is added once, in the same session, within five minutes', async ({
  reviewer,
  own,
  signIn,
  time,
}) => {
  const other = await signIn(reviewer)
  const responseFor = async () =>
    softPasskey().make(
      (
        await own.post('/auth/second-factor/passkeys/options', { password })
      ).json(),
    )
  const confirm = async (at: Browser, response: object) =>
    (await at.post('/auth/second-factor/passkeys', { name: 'Key', response }))
      .statusCode
  const response = await responseFor()
  expect(await confirm(other, response)).toBe(409)
  expect(await confirm(own, response)).toBe(200)
  expect(await confirm(own, response)).toBe(409)
  const late = await responseFor()
  time.pass(300)
  expect(await confirm(own, late)).toBe(409)
})

test('a passkey is removed only by its owner with the password', async ({
  people,
  own,
  signIn,
  add,
  queued,
}) => {
  const stranger = await signIn(await people.reviewer())
  const [passkey] = (await add(own)).json().passkeys
  const path = `/auth/second-factor/passkeys/${passkey.id}/remove`
  const missing = await stranger.post(path.replace(/[\da-f]{4}/, '0000'), {
    password,
  })
  const foreign = await stranger.post(path, { password })
  expect(foreign.statusCode).toBe(404)
  expect(foreign.json().error).toBe(missing.json().error)
  expect(
    (await own.post(path, { password: 'not the password' })).statusCode,
  ).toBe(400)
  expect((await own.post(path, { password })).json()).toMatchObject({
    factor: 'EMAIL',
    passkeys: [],
  })
  expect(
    (await queued('send-sign-in-notice')).map(({ notice }) => notice),
  ).toEqual(['add-passkey', 'remove-passkey'])
})
