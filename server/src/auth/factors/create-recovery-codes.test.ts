import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { findRows } from '../../../test/rows.ts'
import {
  anotherCode,
  type Browser,
  test as base,
  password,
} from '../../../test/signing-in.ts'

const test = base
  .extend('addApp', ({ time }) => async (own: Browser) => {
    const path = '/auth/second-factor/totp'
    const { secret } = (await own.post(path, { password })).json()
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: time.now().getTime(),
    })
    return (await own.post(`${path}/confirm`, { code })).json()
  })
  .extend(
    'enter',
    () => (half: Browser, code: string) =>
      half.post('/auth/tpr/recovery-code', { code }),
  )

test('ten codes come with the first second factor, once, and are not stored', async ({
  own,
  addApp,
  committed,
}) => {
  const { recoveryCodes, recoveryCodesLeft } = await addApp(own)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodesLeft).toBe(10)
  const read = (await own.get('/auth/second-factor')).json()
  expect(read).toMatchObject({ recoveryCodesLeft: 10 })
  expect(read).not.toHaveProperty('recoveryCodes')
  const stored = JSON.stringify([
    await findRows(committed, 'recoveryCode'),
    await findRows(committed, 'userHistory'),
  ])
  for (const code of recoveryCodes) expect(stored).not.toContain(code)
})

test('a code signs in once, however it is typed, with a mail and a line in the history', async ({
  reviewer,
  own,
  addApp,
  enter,
  browser,
  committed,
  queued,
}) => {
  const [code, other] = (await addApp(own)).recoveryCodes
  const typed = ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`
  const half = browser()
  await half.enterPassword(reviewer.email)
  const signedIn = await enter(half, typed.toLowerCase())
  expect(signedIn.json()).toMatchObject({ id: reviewer.id })
  expect((await half.get('/auth/second-factor')).json()).toMatchObject({
    recoveryCodesLeft: 9,
  })
  expect((await queued('send-sign-in-notice')).at(-1)).toMatchObject({
    userId: reviewer.id,
    notice: 'use-recovery-code',
  })
  expect(
    await findRows(committed, 'userHistory', { action: 'use-recovery-code' }),
  ).toMatchObject([{ userId: reviewer.id, actorId: reviewer.id }])

  const again = browser()
  await again.enterPassword(reviewer.email)
  expect((await enter(again, code)).json()).toMatchObject({
    statusCode: 400,
    error: 'Incorrect recovery code',
  })
  expect((await enter(again, other)).statusCode).toBe(200)
})

test('of parallel sign-ins with the same code, one gets in', async ({
  reviewer,
  own,
  addApp,
  enter,
  browser,
}) => {
  const [code] = (await addApp(own)).recoveryCodes
  const halves = [browser(), browser(), browser()]
  for (const half of halves) await half.enterPassword(reviewer.email)
  const answers = await Promise.all(halves.map((half) => enter(half, code)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([200, 400, 400])
})

test('wrong recovery codes count together with other codes: five in all', async ({
  reviewer,
  own,
  addApp,
  enter,
  browser,
}) => {
  const [code] = (await addApp(own)).recoveryCodes
  const half = browser()
  await half.enterPassword(reviewer.email)
  for (const _ of [1, 2]) await half.enterCode(anotherCode('000000'))
  for (const _ of [3, 4])
    expect((await enter(half, '000000000000')).statusCode).toBe(400)
  expect((await enter(half, '000000000000')).json()).toMatchObject({
    statusCode: 401,
    error: 'Too many attempts. Enter your password again.',
  })
  expect((await enter(half, code)).statusCode).toBe(401)
})

test('new codes need the password and replace the old ones, and removing the factor deletes them', async ({
  reviewer,
  own,
  addApp,
  enter,
  browser,
  committed,
  queued,
}) => {
  const path = '/auth/second-factor/recovery-codes'
  expect((await own.post(path, { password })).json()).toMatchObject({
    statusCode: 409,
    error: 'Add an authenticator app or a passkey first',
  })
  const [old] = (await addApp(own)).recoveryCodes
  expect((await own.post(path, { password: 'wrong' })).statusCode).toBe(400)
  const [fresh] = (await own.post(path, { password })).json().recoveryCodes
  expect((await queued('send-sign-in-notice')).at(-1)).toMatchObject({
    notice: 'create-recovery-codes',
  })
  const half = browser()
  await half.enterPassword(reviewer.email)
  expect((await enter(half, old)).statusCode).toBe(400)
  expect((await enter(half, fresh)).statusCode).toBe(200)

  await own.post('/auth/second-factor/totp/remove', { password })
  expect(await findRows(committed, 'recoveryCode')).toEqual([])
})
