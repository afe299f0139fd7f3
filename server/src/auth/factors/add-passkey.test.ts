import { describe, expect } from 'vitest'
import { softPasskey } from '../../../test/passkey.ts'
import { type Browser, test as base, password } from '../../../test/signing-in.ts'

const test = base
  /** Adds a passkey in a signed-in browser. */
  .extend('add', () => async (own: Browser, passkey = softPasskey(), name = 'Laptop') => {
    const asked = await own.post('/auth/second-factor/passkeys/options', { password })
    expect(asked.statusCode).toBe(200)
    return own.post('/auth/second-factor/passkeys', { name, response: passkey.make(asked.json()) })
  })

describe('a passkey', () => {
  test('replaces the emailed code', async ({ people, signIn, browser, add, queued }) => {
    const reviewer = await people.reviewer()
    const passkey = softPasskey()
    const added = await add(await signIn(reviewer), passkey)
    expect(added.json()).toMatchObject({ factor: 'PASSKEY', passkeys: [{ name: 'Laptop', lastUsedAt: null }] })
    expect(await queued('send-sign-in-notice')).toMatchObject([{ userId: reviewer.id, notice: 'add-passkey' }])

    const own = browser()
    const first = await own.enterPassword(reviewer.email)
    expect(first.json()).toMatchObject({ factor: 'PASSKEY', others: [], sentTo: null, resendAt: null })
    expect((await own.enterCode('123456')).statusCode).toBe(400)
    expect((await own.post('/auth/tpr/resend-code')).statusCode).toBe(409)
    const asked = await own.post('/auth/tpr/passkey/options')
    expect(asked.json()).toMatchObject({ rpId: 'portal.example', allowCredentials: [{ id: passkey.id }] })
    const answer = await own.post('/auth/tpr/passkey', { response: passkey.sign(asked.json()) })
    expect(answer.json()).toMatchObject({ id: reviewer.id })
    expect((await own.get('/auth/second-factor')).json().passkeys[0].lastUsedAt).toBe('2026-03-04T15:00:00.000Z')
  })

  test.for([
    ['of someone else', () => softPasskey(), (asked: Record<string, unknown>) => asked],
    ['made for another challenge', null, (asked: Record<string, unknown>) => ({ ...asked, challenge: 'b3RoZXI' })],
    ['that is garbage', null, () => ({})],
  ] as const)('%s does not sign in', async ([, other, twisted], { people, signIn, browser, add, committed }) => {
    const reviewer = await people.reviewer()
    const passkey = softPasskey()
    await add(await signIn(reviewer), passkey)
    const own = browser()
    await own.enterPassword(reviewer.email)
    const asked = (await own.post('/auth/tpr/passkey/options')).json()
    const response = { ...(other?.() ?? passkey).sign(twisted(asked)), id: passkey.id }
    const answer = await own.post('/auth/tpr/passkey', { response })
    expect(answer).toMatchObject({ statusCode: 400 })
    expect(answer.json().details[0].error).toBe('The passkey could not be verified: 4 attempts left')
    expect(await committed.selectFrom('session').select('id').where('userId', '=', reviewer.id).execute()).toHaveLength(
      2, // the one that added it, under its old name and its new one
    )
  })

  test.for([[{ id: { toString: null } }], [{ id: ['a'] }], [{ id: 'a\0' }], [{}]])(
    'with the id %j gets 400',
    async ([response], { people, browser }) => {
      const own = browser()
      await own.enterPassword((await people.reviewer()).email)
      expect((await own.post('/auth/tpr/passkey', { response })).statusCode).toBe(400)
    },
  )

  test('stores only known transports', async ({ people, signIn, committed }) => {
    const own = await signIn(await people.reviewer())
    for (const transports of [{ length: 1 }, 5, [{ a: 1 }, 'usb', 'a\0']]) {
      const asked = (await own.post('/auth/second-factor/passkeys/options', { password })).json()
      const made = softPasskey().make(asked)
      const response = { ...made, response: { ...Object(made.response), transports } }
      expect((await own.post('/auth/second-factor/passkeys', { name: 'Key', response })).statusCode).toBe(200)
    }
    const kept = await committed.selectFrom('passkey').select('transports').orderBy('addedAt').execute()
    expect(kept.flatMap(({ transports }) => transports)).toEqual(['usb'])
  })

  test('of another site is refused', async ({ people, signIn, browser, add }) => {
    const reviewer = await people.reviewer()
    const own = await signIn(reviewer)
    expect((await add(own, softPasskey('evil.example'))).statusCode).toBe(400)
    expect((await add(own, softPasskey('portal.example', 'http://evil.example'))).statusCode).toBe(400)
    expect((await own.get('/auth/second-factor')).json()).toMatchObject({ factor: 'EMAIL', passkeys: [] })
    expect((await browser().enterPassword(reviewer.email)).json()).toMatchObject({ factor: 'EMAIL' })
  })

  test('with a repeated counter is refused as a copy', async ({ people, signIn, browser, add }) => {
    const reviewer = await people.reviewer()
    const passkey = softPasskey()
    await add(await signIn(reviewer), passkey)
    const enter = async (count: number) => {
      const own = browser()
      await own.enterPassword(reviewer.email)
      const asked = (await own.post('/auth/tpr/passkey/options')).json()
      return (await own.post('/auth/tpr/passkey', { response: passkey.sign(asked, count) })).statusCode
    }
    expect(await enter(7)).toBe(200)
    expect(await enter(7)).toBe(400)
    expect(await enter(8)).toBe(200)
  })

  test('is added once, in the same session, within five minutes', async ({ people, signIn, time }) => {
    const reviewer = await people.reviewer()
    const own = await signIn(reviewer)
    const other = await signIn(reviewer)
    const passkey = softPasskey()
    const asked = (await own.post('/auth/second-factor/passkeys/options', { password })).json()
    const body = { name: 'Key', response: passkey.make(asked) }
    expect((await other.post('/auth/second-factor/passkeys', body)).statusCode).toBe(409)
    expect((await own.post('/auth/second-factor/passkeys', body)).statusCode).toBe(200)
    expect((await own.post('/auth/second-factor/passkeys', body)).statusCode).toBe(409)
    const late = (await own.post('/auth/second-factor/passkeys/options', { password })).json()
    time.pass(300)
    const tooLate = { name: 'Late', response: softPasskey().make(late) }
    expect((await own.post('/auth/second-factor/passkeys', tooLate)).statusCode).toBe(409)
  })

  test('is removed only by its owner with the password', async ({ people, signIn, add, queued }) => {
    const [reviewer, other] = [await people.reviewer(), await people.reviewer()]
    const own = await signIn(reviewer)
    const stranger = await signIn(other)
    const [passkey] = (await add(own)).json().passkeys
    const path = `/auth/second-factor/passkeys/${passkey.id}/remove`
    const missing = await stranger.post(path.replace(/[\da-f]{4}/, '0000'), { password })
    const foreign = await stranger.post(path, { password })
    expect(foreign.statusCode).toBe(404)
    expect(foreign.json().error).toBe(missing.json().error)
    expect((await own.post(path, { password: 'not the password' })).statusCode).toBe(400)
    expect((await own.post(path, { password })).json()).toMatchObject({ factor: 'EMAIL', passkeys: [] })
    expect((await queued('send-sign-in-notice')).map(({ notice }) => notice)).toEqual(['add-passkey', 'remove-passkey'])
  })
})
