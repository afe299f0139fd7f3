import { describe, expect } from 'vitest'
import { z } from 'zod'
import { keys } from '../../../test/http.ts'
import { findRows, setRows } from '../../../test/rows.ts'
import {
  test as base,
  newPassword,
  password,
  unknownEmail,
} from '../../../test/signing-in.ts'
import { getLinkToken } from './open-link.ts'
import { resetPassword } from './set-password.ts'

const test = base
  .extend('set', ({ browser }) => (token: string, to?: string) => {
    return browser().setPassword(token, to)
  })
  .extend('check', ({ browser }) => async (authorization: string) => {
    const { statusCode, body } = await browser().call(
      'POST',
      '/auth/tpr/check-link',
      { headers: { authorization } },
    )
    return { statusCode, body: body.replace(/"requestId":"[^"]*"/, '') }
  })

describe('a link', () => {
  test('sets a password once, and ends sessions', async ({
    reviewer,
    own,
    browser,
    createLinkToken,
    set,
    committed,
    queued,
  }) => {
    const half = browser()
    await half.enterPassword(reviewer.email)
    const token = await createLinkToken(reviewer)
    const next = browser()
    expect((await next.setPassword(token)).json()).toEqual({
      email: reviewer.email,
    })
    expect(await findRows(committed, 'session')).toEqual([])
    expect((await half.get('/auth/tpr/challenge')).statusCode).toBe(401)
    expect(next.jar.has('device')).toBe(true)
    expect(await findRows(committed, 'knownDevice')).toHaveLength(1)
    const entry = {
      userId: reviewer.id,
      actorId: null,
      action: 'set-password',
      changes: [],
    }
    expect(await findRows(committed, 'userHistory')).toMatchObject([entry])
    expect(await queued('send-sign-in-notice')).toMatchObject([
      { userId: reviewer.id, notice: 'set-password' },
    ])
    expect((await set(token)).statusCode).toBe(400)
    expect((await own.enterPassword(reviewer.email)).statusCode).toBe(401)
    expect(
      (await next.enterPassword(reviewer.email, newPassword)).statusCode,
    ).toBe(200)
  })

  test('that is invalid gets one response for every reason', async ({
    people,
    made,
    createLinkToken,
    set,
    check,
    time,
  }) => {
    const expired = await createLinkToken(await people.reviewer())
    time.pass(30 * 60)
    const reviewer = await people.reviewer()
    const used = await createLinkToken(reviewer)
    await set(used)
    const colleague = await people.reviewer()
    const replaced = await createLinkToken(colleague)
    await createLinkToken(colleague)
    const inactive = await people.reviewer()
    const closed = await createLinkToken(inactive)
    await made.deactivate(inactive)
    const valid = await createLinkToken(reviewer)
    expect(await check(`Bearer ${valid}`)).toMatchObject({ statusCode: 200 })

    const refusal = await check(`Bearer ${'x'.repeat(43)}`)
    expect(refusal).toMatchObject({ statusCode: 400 })
    const malformed = ['short', `${valid} `, '%00']
    for (const token of [used, replaced, expired, closed, ...malformed])
      expect(await check(`Bearer ${token}`)).toEqual(refusal)
    for (const header of ['', valid, `Basic ${valid}`])
      expect(await check(header)).toEqual(refusal)
    for (const token of [replaced, expired, closed])
      expect((await set(token)).statusCode).toBe(400)
  })

  test('of an invitation is valid for 72 hours, and stored nowhere', async ({
    reviewer,
    createLinkToken,
    check,
    time,
    committed,
    queued,
  }) => {
    const token = await createLinkToken(reviewer, 'INVITE')
    time.pass(72 * 3600 - 1)
    expect(await check(`Bearer ${token}`)).toMatchObject({ statusCode: 200 })
    time.pass(1)
    expect(await check(`Bearer ${token}`)).toMatchObject({ statusCode: 400 })
    const links = await findRows(committed, 'accountLink')
    expect(links).toHaveLength(1)
    const stored = JSON.stringify(
      [links, await queued('send-link')],
      (_, value) =>
        Array.isArray(value?.data)
          ? Buffer.from(value.data).toString('base64url')
          : value,
    )
    expect(stored).not.toContain(token)
  })
})

describe('a new password', () => {
  test('is refused with the reason', async ({
    reviewer,
    createLinkToken,
    set,
    committed,
  }) => {
    await setRows(
      committed,
      'appUser',
      { id: reviewer.id },
      { firstName: 'Ana', lastName: 'Ortiz' },
    )
    await setRows(
      committed,
      'company',
      { id: reviewer.companyId },
      { name: 'Orchid Review' },
    )
    const token = await createLinkToken(reviewer)
    const refused = [
      ['short', 'No less than 12 characters'],
      ['long '.repeat(26), 'No more than 128 characters'],
      ...[
        'aaaaaaaaaaaa',
        'Password2026!',
        'OrchidReview!1',
        'Ortiz.Ana.1985',
        '0rch1d.M0rtgage.2026!',
      ].map(
        (given) =>
          [given, 'Too easy to guess. Use several unrelated words.'] as const,
      ),
      [
        `my ${reviewer.email.toUpperCase()}`,
        'Can’t contain your email address',
      ],
    ] as const
    for (const [given, error] of refused) {
      const answer = await set(token, given)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toEqual([{ field: 'password', error }])
    }
    expect((await set(token)).statusCode).toBe(200)
  })

  test('is the same however its accents are typed, never trimmed', async ({
    reviewer,
    createLinkToken,
    set,
    browser,
  }) => {
    await set(
      await createLinkToken(reviewer),
      ' café by the sea '.normalize('NFD'),
    )
    const enter = async (given: string) =>
      (await browser().enterPassword(reviewer.email, given)).statusCode
    expect(await enter(' café by the sea '.normalize('NFC'))).toBe(200)
    expect(await enter('café by the sea')).toBe(401)
  })
})

/** The data of a job. */
const sealed = (email: string) => ({
  key: email,
  sealed: keys
    .seal('reset address', Buffer.from(email), email)
    .toString('base64'),
})

test('a reset does not replace a link that is valid for some time', async ({
  reviewer,
  committed,
  time,
}) => {
  const reset = () =>
    resetPassword(
      { db: committed, now: time.now(), keys },
      sealed(reviewer.email),
    )
  const open = async () =>
    (await findRows(committed, 'accountLink', { usedAt: null })).map(
      ({ id }) => id,
    )
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

test('a reset gets the same response for any address', async ({
  reviewer,
  browser,
  queued,
  committed,
  now,
}) => {
  const ask = async (email: string) => {
    const { statusCode, body, headers } = await browser().post(
      '/auth/tpr/reset-password',
      { email },
    )
    const { 'x-request-id': id, date, ...rest } = headers
    return { statusCode, body, headers: rest }
  }
  const known = await ask(reviewer.email.toUpperCase())
  expect(known).toMatchObject({ statusCode: 200, body: '{"asked":true}' })
  expect(await ask(unknownEmail)).toEqual(known)
  const jobs = await queued('reset-password')
  expect(jobs).toHaveLength(2)
  expect(JSON.stringify(jobs)).not.toMatch(/@|test\.example/)
  const asked = z.object({ key: z.string(), sealed: z.string() })
  for (const job of jobs)
    await resetPassword({ db: committed, now, keys }, asked.parse(job))
  expect(await findRows(committed, 'accountLink')).toMatchObject([
    { userId: reviewer.id },
  ])
})

test('a reset emails a link, or the open invitation', async ({
  people,
  made,
  createLinkToken,
  committed,
  queued,
  time,
}) => {
  const [reviewer, invited, off] = [
    await people.reviewer(),
    await people.reviewer(),
    await people.reviewer(),
  ]
  await setRows(
    committed,
    'credential',
    { userId: invited.id },
    { passwordHash: null, passwordSetAt: null },
  )
  await made.deactivate(off)
  const invitation = await createLinkToken(invited, 'INVITE')
  const reset = (email: string) =>
    resetPassword({ db: committed, now: time.now(), keys }, sealed(email))
  for (const email of [reviewer.email, invited.email, off.email, unknownEmail])
    await reset(email)
  const links = await findRows(committed, 'accountLink', { usedAt: null })
  const linkOf = ({ id }: { id: string }) =>
    links.find(({ userId }) => userId === id)
  expect(links).toHaveLength(2)
  expect([linkOf(reviewer)?.purpose, linkOf(invited)?.purpose]).toEqual([
    'RESET',
    'INVITE',
  ])
  expect(getLinkToken(keys, linkOf(invited)?.id ?? '')).toBe(invitation)
  expect(await queued('send-link')).toContainEqual({
    linkId: linkOf(reviewer)?.id,
  })
  time.pass(72 * 3600)
  await reset(invited.email)
  expect(await findRows(committed, 'accountLink')).toHaveLength(2)
})

test('a reset is limited to five an hour per address', async ({
  reviewer,
  browser,
  time,
}) => {
  for (const email of [reviewer.email, unknownEmail]) {
    const ask = async () =>
      (await browser().post('/auth/tpr/reset-password', { email })).statusCode
    for (let n = 0; n < 5; n++) expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
  }
  time.pass(3600)
  expect(
    (
      await browser().post('/auth/tpr/reset-password', {
        email: reviewer.email,
      })
    ).statusCode,
  ).toBe(200)
  expect(
    (await browser().enterPassword(reviewer.email, password)).statusCode,
  ).toBe(200)
})
