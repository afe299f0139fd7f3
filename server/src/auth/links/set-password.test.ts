import { describe, expect } from 'vitest'
import { z } from 'zod'
import { keys } from '../../../test/http.ts'
import { setRows } from '../../../test/rows.ts'
import { test as base, password } from '../../../test/signing-in.ts'
import { linkTokenOf, openLink, type Purpose } from './open-link.ts'
import { resetPassword } from './set-password.ts'

const next = 'my next good password'

const test = base
  /** A person's newest link, and what a browser does with it. */
  .extend('linkFor', ({ committed, time }) => async (person: { id: string }, purpose: Purpose = 'RESET') => {
    await openLink({ db: committed, now: time.now(), keys }, person.id, purpose)
    const { id } = await committed
      .selectFrom('accountLink')
      .select('id')
      .where('usedAt', 'is', null)
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow()
    return linkTokenOf(keys, id)
  })
  .extend(
    'set',
    ({ browser }) =>
      (token: string, to = next, own = browser()) =>
        own.call('PATCH', '/auth/tpr/set-password', {
          headers: { authorization: `Bearer ${token}` },
          body: { password: to },
        }),
  )
  .extend('check', ({ browser }) => async (authorization: string) => {
    const { statusCode, body } = await browser().call('POST', '/auth/tpr/check-link', { headers: { authorization } })
    return { statusCode, body: body.replace(/"requestId":"[^"]*"/, '') }
  })

describe('a link', () => {
  test('sets a password once, and ends sessions', async ({
    people,
    signIn,
    browser,
    linkFor,
    set,
    committed,
    queued,
  }) => {
    const reviewer = await people.reviewer()
    const other = await signIn(reviewer)
    const half = browser()
    await half.enterPassword(reviewer.email)
    const token = await linkFor(reviewer)
    const own = browser()
    expect((await set(token, next, own)).json()).toEqual({ email: reviewer.email })
    expect(await committed.selectFrom('session').selectAll().execute()).toEqual([])
    expect((await half.get('/auth/tpr/challenge')).statusCode).toBe(401)
    expect(own.jar.has('device')).toBe(true)
    expect(await committed.selectFrom('knownDevice').selectAll().execute()).toHaveLength(1)
    expect(await committed.selectFrom('userHistory').selectAll().execute()).toMatchObject([
      { userId: reviewer.id, actorId: null, action: 'set-password', changes: [] },
    ])
    expect(await queued('send-sign-in-notice')).toMatchObject([{ userId: reviewer.id, notice: 'set-password' }])
    expect((await set(token)).statusCode).toBe(400)
    expect((await other.enterPassword(reviewer.email)).statusCode).toBe(401)
    expect((await own.enterPassword(reviewer.email, next)).statusCode).toBe(200)
  })

  test('that is invalid gets one response for every reason', async ({
    people,
    linkFor,
    set,
    check,
    committed,
    time,
  }) => {
    const [one, two, three, off] = await Promise.all(Array.from({ length: 4 }, () => people.reviewer()))
    if (!one || !two || !three || !off) throw new Error('Nobody was made')
    const old = await linkFor(three)
    time.pass(30 * 60)
    const used = await linkFor(one)
    await set(used)
    const voided = await linkFor(two)
    await linkFor(two)
    const ofOff = await linkFor(off)
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', off.id).execute()
    const good = await linkFor(one)
    expect(await check(`Bearer ${good}`)).toMatchObject({ statusCode: 200 })
    const none = await check(`Bearer ${'x'.repeat(43)}`)
    expect(none).toMatchObject({ statusCode: 400 })
    for (const token of [used, voided, old, ofOff, 'short', `${good} `, '%00'])
      expect(await check(`Bearer ${token}`)).toEqual(none)
    for (const header of ['', good, `Basic ${good}`]) expect(await check(header)).toEqual(none)
    for (const token of [voided, old, ofOff]) expect((await set(token)).statusCode).toBe(400)
  })

  test('of an invitation is valid for 72 hours', async ({ people, linkFor, check, time }) => {
    const token = await linkFor(await people.reviewer(), 'INVITE')
    time.pass(72 * 3600 - 1)
    expect(await check(`Bearer ${token}`)).toMatchObject({ statusCode: 200 })
    time.pass(1)
    expect(await check(`Bearer ${token}`)).toMatchObject({ statusCode: 400 })
  })

  test('is not stored in the database or in a job', async ({ people, linkFor, committed, queued }) => {
    const token = await linkFor(await people.reviewer())
    const links = await committed.selectFrom('accountLink').selectAll().execute()
    expect(links).toHaveLength(1)
    const kept = JSON.stringify([links, await queued('send-link')], (_, value) =>
      Array.isArray(value?.data) ? Buffer.from(value.data).toString('base64url') : value,
    )
    expect(kept).not.toContain(token)
  })
})

describe('a new password', () => {
  test('is refused with the reason', async ({ people, linkFor, set, committed }) => {
    const reviewer = await people.reviewer()
    const { id, companyId } = reviewer
    await committed.updateTable('appUser').set({ firstName: 'Ana', lastName: 'Ortiz' }).where('id', '=', id).execute()
    await committed.updateTable('company').set({ name: 'Orchid Review' }).where('id', '=', companyId).execute()
    const token = await linkFor(reviewer)
    const refused = [
      ['short', 'No less than 12 characters'],
      ['long '.repeat(26), 'No more than 128 characters'],
      ...['aaaaaaaaaaaa', 'Password2026!', 'OrchidReview!1', 'Ortiz.Ana.1985', '0rch1d.M0rtgage.2026!'].map(
        (given) => [given, 'Too easy to guess. Use several unrelated words.'] as const,
      ),
      [`my ${reviewer.email.toUpperCase()}`, 'Must not contain your email address'],
    ] as const
    for (const [given, error] of refused) {
      const answer = await set(token, given)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toEqual([{ field: 'password', error }])
    }
    expect((await set(token)).statusCode).toBe(200)
  })

  test('is the same however its accents are typed, never trimmed', async ({ people, linkFor, set, browser }) => {
    const reviewer = await people.reviewer()
    await set(await linkFor(reviewer), ' café by the sea '.normalize('NFD'))
    const enter = async (given: string) => (await browser().enterPassword(reviewer.email, given)).statusCode
    expect(await enter(' café by the sea '.normalize('NFC'))).toBe(200)
    expect(await enter('café by the sea')).toBe(401)
  })
})

/** As the job brings it. */
const sealed = (email: string) => ({
  key: email,
  sealed: keys.seal('reset address', Buffer.from(email), email).toString('base64'),
})

describe('a reset', () => {
  test('does not replace a link that is valid for some time', async ({ people, committed, time }) => {
    const { email } = await people.reviewer()
    const reset = () => resetPassword({ db: committed, now: time.now(), keys }, sealed(email))
    const open = () => committed.selectFrom('accountLink').select('id').where('usedAt', 'is', null).execute()
    await reset()
    const first = await open()
    time.pass(19 * 60)
    await reset()
    expect(await open()).toEqual(first)
    time.pass(2 * 60)
    await reset()
    expect(await open()).toHaveLength(1)
    expect(await open()).not.toEqual(first)
  })

  test('gets the same response for any address', async ({ people, browser, queued, committed, now }) => {
    const reviewer = await people.reviewer()
    const ask = async (email: string) => {
      const { statusCode, body, headers } = await browser().post('/auth/tpr/reset-password', { email })
      const { 'x-request-id': id, date, ...rest } = headers
      return { statusCode, body, headers: rest }
    }
    const known = await ask(reviewer.email.toUpperCase())
    expect(known).toMatchObject({ statusCode: 200, body: '{"asked":true}' })
    expect(await ask('nobody@test.example')).toEqual(known)
    const jobs = await queued('reset-password')
    expect(jobs).toHaveLength(2)
    expect(JSON.stringify(jobs)).not.toMatch(/@|test\.example/)
    const asked = z.object({ key: z.string(), sealed: z.string() })
    for (const job of jobs) await resetPassword({ db: committed, now, keys }, asked.parse(job))
    expect(await committed.selectFrom('accountLink').select('userId').execute()).toEqual([{ userId: reviewer.id }])
  })

  test('emails a link, or the open invitation', async ({ people, linkFor, committed, queued, time }) => {
    const [reviewer, invited, off] = [await people.reviewer(), await people.reviewer(), await people.reviewer()]
    await setRows(committed, 'credential', { userId: invited.id }, { passwordHash: null, passwordSetAt: null })
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', off.id).execute()
    const invitation = await linkFor(invited, 'INVITE')
    const reset = (email: string) => resetPassword({ db: committed, now: time.now(), keys }, sealed(email))
    for (const email of [reviewer.email, invited.email, off.email, 'nobody@test.example']) await reset(email)
    const links = await committed.selectFrom('accountLink').selectAll().where('usedAt', 'is', null).execute()
    expect(links.map(({ userId, purpose }) => [userId, purpose]).sort()).toEqual(
      [
        [reviewer.id, 'RESET'],
        [invited.id, 'INVITE'],
      ].sort(),
    )
    const open = links.find(({ userId }) => userId === invited.id)
    expect(linkTokenOf(keys, open?.id ?? '')).toBe(invitation)
    expect(await queued('send-link')).toContainEqual({ linkId: links.find(({ userId }) => userId === reviewer.id)?.id })
    time.pass(72 * 3600)
    await reset(invited.email)
    expect(await committed.selectFrom('accountLink').selectAll().execute()).toHaveLength(2)
  })

  test('is limited to five an hour per address', async ({ people, browser, time }) => {
    const reviewer = await people.reviewer()
    for (const email of [reviewer.email, 'nobody@test.example']) {
      const ask = async () => (await browser().post('/auth/tpr/reset-password', { email })).statusCode
      for (let n = 0; n < 5; n++) expect(await ask()).toBe(200)
      expect(await ask()).toBe(429)
    }
    time.pass(3600)
    expect((await browser().post('/auth/tpr/reset-password', { email: reviewer.email })).statusCode).toBe(200)
    expect((await browser().enterPassword(reviewer.email, password)).statusCode).toBe(200)
  })
})
