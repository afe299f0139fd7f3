import { parseOptions } from '@node-rs/argon2'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect } from 'vitest'
import { keys } from '../../../test/http.ts'
import { findRow, findRows, setRows } from '../../../test/rows.ts'
import {
  anotherCode,
  newPassword,
  password,
  test,
  unknownEmail,
} from '../../../test/signing-in.ts'
import { openLink } from '../links/open-link.ts'
import { sweepSignIn } from '../sessions/session.ts'
import { dummyHash, hashesComputed, hashPassword } from './check-password.ts'
import { listWiderNetworks, throttle, toNetwork } from './throttle.ts'

/** A response without its request id and date. */
const comparable = ({ statusCode, headers, body }: LightMyRequestResponse) => {
  const { 'x-request-id': id, date, ...rest } = headers
  return { statusCode, headers: rest, body: body.replace(String(id), 'ID') }
}

describe('a wrong password', () => {
  test('gets the same response after the same work for every account', async ({
    people,
    made,
    browser,
    committed,
  }) => {
    const [known, off] = [await people.reviewer(), await people.reviewer()]
    const [invited, ofLoanDock] = [
      await people.reviewer(),
      await people.reviewer(),
    ]
    await made.deactivate(off)
    await setRows(
      committed,
      'credential',
      { userId: invited.id },
      { passwordHash: null, passwordSetAt: null },
    )
    await committed
      .deleteFrom('credential')
      .where('userId', '=', ofLoanDock.id)
      .execute()

    const tries = [
      [known.email, 'a wrong password'],
      [unknownEmail, 'a wrong password'],
      [unknownEmail],
      [off.email],
      [invited.email],
      [ofLoanDock.email],
    ] as const
    const answers = []
    for (const [email, password] of tries) {
      const before = hashesComputed()
      answers.push(comparable(await browser().enterPassword(email, password)))
      expect(hashesComputed() - before, `hashes for ${email}`).toBe(1)
    }
    const [first] = answers
    expect(first).toMatchObject({ statusCode: 401 })
    expect(first?.body).toContain('Incorrect email or password')
    for (const answer of answers) expect(answer).toEqual(first)
  })

  test('costs as much for an unknown account', async () => {
    const { saltLen, outputLen, ...cost } = parseOptions(
      await hashPassword('a good password'),
    )
    expect(parseOptions(dummyHash)).toMatchObject(cost)
    expect(cost).toMatchObject({
      algorithm: 2,
      memoryCost: 19_456,
      timeCost: 2,
    })
    expect([saltLen, outputLen]).toEqual([16, 32])
  })
})

describe('too many wrong passwords', () => {
  test('wait longer and longer, for known and unknown accounts', async ({
    reviewer,
    strangers,
    time,
  }) => {
    for (const email of [reviewer.email, unknownEmail]) {
      const crowd = strangers(20)
      const guess = () => crowd.pop()?.enterPassword(email, 'a wrong password')
      for (let n = 0; n < 5; n++)
        expect(await guess()).toMatchObject({ statusCode: 401 })
      for (const seconds of [30, 60, 120]) {
        const refused = await guess()
        expect(refused).toMatchObject({
          statusCode: 429,
          headers: { 'retry-after': String(seconds) },
        })
        expect(refused?.json().error).toBe(
          'Too many attempts. Try again later.',
        )
        time.pass(seconds)
        expect(await guess()).toMatchObject({ statusCode: 401 })
      }
    }
  })

  test('are reset by a sign-in and after a day', async ({
    reviewer,
    browser,
    signIn,
    time,
    committed,
  }) => {
    const wrong = async () =>
      (await browser().enterPassword(reviewer.email, 'a wrong password'))
        .statusCode
    for (let n = 0; n < 4; n++) expect(await wrong()).toBe(401)
    await signIn(reviewer)
    for (let n = 0; n < 5; n++) expect(await wrong()).toBe(401)
    expect(await wrong()).toBe(429)
    time.pass(24 * 3600 + 30)
    for (let n = 0; n < 5; n++) expect(await wrong()).toBe(401)
    expect(JSON.stringify(await findRows(committed, 'throttle'))).not.toContain(
      'test.example',
    )
  })

  test('are not reset by the password alone', async ({ reviewer, browser }) => {
    for (let n = 0; n < 5; n++)
      expect((await browser().enterPassword(reviewer.email)).statusCode).toBe(
        200,
      )
    expect((await browser().enterPassword(reviewer.email)).statusCode).toBe(429)
  })

  test('of strangers do not slow a known device', async ({
    reviewer,
    own,
    strangers,
    time,
  }) => {
    for (const one of strangers(5))
      await one.enterPassword(reviewer.email, 'a wrong password')
    const [stranger] = strangers(1)
    expect((await stranger?.enterPassword(reviewer.email))?.statusCode).toBe(
      429,
    )
    expect((await own.enterPassword(reviewer.email)).statusCode).toBe(200)

    for (let n = 0; n < 4; n++)
      expect(
        (await own.enterPassword(reviewer.email, 'mistyped')).statusCode,
      ).toBe(401)
    expect((await own.enterPassword(reviewer.email)).statusCode).toBe(429)
    time.pass(30)
    expect((await own.enterPassword(reviewer.email)).statusCode).toBe(200)
  })

  test('are counted right on a node whose clock is behind', async ({
    reviewer,
    browser,
    time,
  }) => {
    for (const seconds of [3, -5, 4, -3]) {
      time.pass(seconds)
      expect(
        (await browser().enterPassword(reviewer.email, 'a wrong password'))
          .statusCode,
      ).toBe(401)
    }
  })

  test('block the network address for all accounts', async ({
    browser,
    committed,
    now,
  }) => {
    const [office, neighbor] = [
      browser('198.51.100.7'),
      browser('198.51.100.8'),
    ]
    for (let n = 0; n < 49; n++)
      await throttle({ db: committed, now, keys }, 'address', '198.51.100.7')
    expect(
      (await office.enterPassword('one@elsewhere.example')).statusCode,
    ).toBe(401)
    const refused = await office.enterPassword('another@elsewhere.example')
    expect(refused).toMatchObject({
      statusCode: 429,
      headers: { 'retry-after': '10' },
    })
    expect(
      (await neighbor.enterPassword('another@elsewhere.example')).statusCode,
    ).toBe(401)
  })

  test('from many IPv6 networks of a site or a company count together', async ({
    browser,
    committed,
    now,
  }) => {
    const deps = { db: committed, now, keys }
    const triesFrom = async (
      name: 'site' | 'company',
      network: string,
      count: number,
    ) => {
      for (let n = 0; n < count; n++) await throttle(deps, name, network)
    }
    const statusFrom = async (ip: string, email: string) =>
      (await browser(ip).enterPassword(email)).statusCode
    await triesFrom('site', '2001:db8:1:200::/56', 499)
    expect(await statusFrom('2001:db8:1:2aa::1', 'one@elsewhere.example')).toBe(
      401,
    )
    expect(await statusFrom('2001:db8:1:2bb::1', 'two@elsewhere.example')).toBe(
      429,
    )
    expect(await statusFrom('2001:db8:1:3bb::1', 'two@elsewhere.example')).toBe(
      401,
    )

    await triesFrom('company', '2001:db8:2::/48', 1999)
    expect(
      await statusFrom('2001:db8:2:aa00::1', 'three@elsewhere.example'),
    ).toBe(401)
    expect(
      await statusFrom('2001:db8:2:bb00::1', 'four@elsewhere.example'),
    ).toBe(429)
    expect(
      await statusFrom('2001:db8:3:bb00::1', 'four@elsewhere.example'),
    ).toBe(401)
  })

  test('lock the account after 100, until an emailed reset', async ({
    reviewer,
    browser,
    createLinkToken,
    committed,
    time,
  }) => {
    for (let n = 0; n < 100; n++) {
      await throttle(
        { db: committed, now: time.now(), keys },
        'account',
        reviewer.email,
      )
      if (n >= 4) time.pass(3600)
    }
    const own = browser()
    expect((await own.enterPassword(reviewer.email)).statusCode).toBe(429)
    time.pass(30 * 24 * 3600)
    await sweepSignIn(committed, time.now())
    expect((await own.enterPassword(reviewer.email)).statusCode).toBe(429)
    expect(
      (await own.setPassword(await createLinkToken(reviewer))).statusCode,
    ).toBe(200)
    expect(
      (await own.enterPassword(reviewer.email, newPassword)).statusCode,
    ).toBe(200)
  })
})

test('a resent code voids the one before and resets no attempts', async ({
  people,
  time,
  queued,
  atTheCode,
}) => {
  const { reviewer, own, code: former } = await atTheCode()
  expect(await own.post('/auth/tpr/resend-code')).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '30' },
  })
  time.pass(29)
  expect(await own.post('/auth/tpr/resend-code')).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '1' },
  })
  time.pass(1)
  const again = await own.post('/auth/tpr/resend-code')
  expect(again.json()).toMatchObject({
    expiresAt: '2026-03-04T15:10:30.000Z',
    resendAt: '2026-03-04T15:01:00.000Z',
  })
  expect((await queued('send-code')).map(({ number }) => number)).toEqual([
    1, 2,
  ])
  const fresh = await people.codeFor(reviewer)
  const answer = await own.enterCode(former)
  expect(answer.json().details[0].error).toBe('Incorrect code: 4 attempts left')
  expect((await own.enterCode(fresh)).statusCode).toBe(200)
})

test('a resent code is valid for ten minutes', async ({ time, atTheCode }) => {
  const { own, code } = await atTheCode()
  time.pass(600)
  expect((await own.get('/auth/tpr/challenge')).statusCode).toBe(401)
  expect((await own.enterCode(code)).statusCode).toBe(401)
})

test('a resent code is limited to five an hour per account', async ({
  reviewer,
  browser,
  time,
}) => {
  for (const sent of [3, 2]) {
    const own = browser()
    await own.enterPassword(reviewer.email)
    for (let n = 0; n < sent; n++) {
      time.pass(30)
      expect((await own.post('/auth/tpr/resend-code')).statusCode).toBe(200)
    }
    time.pass(30)
    if (sent === 2)
      expect((await own.post('/auth/tpr/resend-code')).statusCode).toBe(429)
  }
  time.pass(3600)
  const own = browser()
  await own.enterPassword(reviewer.email)
  time.pass(30)
  expect((await own.post('/auth/tpr/resend-code')).statusCode).toBe(200)
})

describe('a reviewer', () => {
  test('signs in with a password and the mailed code', async ({
    people,
    reviewer,
    browser,
    queued,
    committed,
  }) => {
    const own = browser()
    const first = await own.enterPassword(reviewer.email.toUpperCase())
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({
      factor: 'EMAIL',
      others: [],
      sentTo: `${reviewer.email.charAt(0)}•••@test.example`,
      expiresAt: '2026-03-04T15:10:00.000Z',
      resendAt: '2026-03-04T15:00:30.000Z',
    })
    expect(first.cookies).toMatchObject([
      { name: 'sign-in', httpOnly: true, sameSite: 'Lax', path: '/' },
    ])
    const { id } = await findRow(committed, 'challenge')
    expect(await queued('send-code')).toEqual([{ challengeId: id, number: 1 }])

    expect((await own.get('/auth/profile')).statusCode).toBe(401)
    expect((await own.get('/auth/tpr/challenge')).json()).toEqual(first.json())
    // Pasted, with spaces.
    const second = await own.enterCode(
      ` ${(await people.codeFor(reviewer)).replace(/^.../, '$& ')}\n`,
    )
    expect(second.json()).toMatchObject({
      id: reviewer.id,
      role: 'TPR',
      signsInWith: 'PASSWORD',
    })
    expect([...own.jar.keys()].sort()).toEqual(['device', 'session'])
    expect((await own.get('/auth/profile')).statusCode).toBe(200)
    expect((await own.get('/auth/tpr/challenge')).statusCode).toBe(401)
  })

  test('sees the attempts left, and starts over after five', async ({
    committed,
    atTheCode,
  }) => {
    const { own, code: right } = await atTheCode()
    for (const left of [
      '4 attempts left',
      '3 attempts left',
      '2 attempts left',
      '1 attempt left',
    ]) {
      const answer = await own.enterCode(anotherCode(right))
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toEqual([
        { field: 'code', error: `Incorrect code: ${left}` },
      ])
    }
    expect(await own.enterCode(anotherCode(right))).toMatchObject({
      statusCode: 401,
    })
    expect(await own.enterCode(right)).toMatchObject({ statusCode: 401 })
    expect(await findRows(committed, 'challenge')).toEqual([])
    expect(await findRows(committed, 'session')).toEqual([])
  })
})

test.for([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:0002:9::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
] as const)('%s is of %s', ([ip, network]) => {
  expect(toNetwork(ip)).toBe(network)
})

test('an IPv6 address is of a /56 and a /48, and an IPv4 address of neither', () => {
  expect(listWiderNetworks('2001:db8:1:2ab:9::1')).toEqual([
    { name: 'site', network: '2001:db8:1:200::/56' },
    { name: 'company', network: '2001:db8:1::/48' },
  ])
  for (const ip of ['192.0.2.7', '::ffff:192.0.2.7', 'not an address'])
    expect(listWiderNetworks(ip)).toEqual([])
})

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** How many responses had each status. */
const byStatus = (answers: { statusCode: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ statusCode }) => statusCode)].map(
      ([status, those]) => [status, those.length],
    ),
  )

describe('concurrently over two nodes', () => {
  test('the right code 100 times opens one session', async ({
    otherNode,
    committed,
    atTheCode,
  }) => {
    const { own, code } = await atTheCode()
    const copies = times(100, (n) => own.copy(n % 2 ? otherNode : undefined))
    const answers = await Promise.all(
      copies.map((copy) => copy.enterCode(code)),
    )
    expect(byStatus(answers)).toEqual({ 200: 1, 401: 99 })
    expect(await findRows(committed, 'session')).toHaveLength(1)
  })

  test('at most five of 300 wrong codes are evaluated', async ({
    otherNode,
    committed,
    atTheCode,
  }) => {
    const { own, code: right } = await atTheCode()
    let code = right
    const answers = await Promise.all(
      times(300, (n) => {
        code = anotherCode(code)
        return own.copy(n % 2 ? otherNode : undefined).enterCode(code)
      }),
    )
    const { 400: evaluated = 0, 401: over = 0 } = byStatus(answers)
    expect(evaluated).toBeLessThanOrEqual(5)
    expect(evaluated + over).toBe(300)
    expect((await own.enterCode(right)).statusCode).toBe(401)
    expect(await findRows(committed, 'session')).toEqual([])
  })

  test('at most five of 200 password guesses are evaluated', async ({
    reviewer,
    strangers,
  }) => {
    const guessing = strangers(200).map((one, n) =>
      one.enterPassword(reviewer.email, `a wrong guess ${n}`),
    )
    const answers = await Promise.all(guessing)
    expect(byStatus(answers)).toEqual({ 401: 5, 429: 195 })
  })

  test.for(['INVITE', 'RESET'] as const)(
    'a link (%s) used 20 times in parallel sets one password',
    async (purpose, {
      reviewer,
      browser,
      strangers,
      createLinkToken,
      committed,
    }) => {
      const token = await createLinkToken(reviewer, purpose)
      const long = (n: number) => `one of twenty long passwords ${n}`
      const answers = await Promise.all(
        strangers(20).map((one, n) => one.setPassword(token, long(n))),
      )
      expect(byStatus(answers)).toEqual({ 200: 1, 400: 19 })
      const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
      expect(
        (await browser().enterPassword(reviewer.email, long(winner)))
          .statusCode,
      ).toBe(200)
      expect(
        (await browser().enterPassword(reviewer.email, password)).statusCode,
      ).toBe(401)
      expect(await findRows(committed, 'userHistory')).toMatchObject([
        { action: 'set-password' },
      ])
    },
  )

  test('many resets leave one open link', async ({
    reviewer,
    committed,
    now,
  }) => {
    await Promise.all(
      times(20, () =>
        committed
          .transaction()
          .execute((db) => openLink({ db, now, keys }, reviewer.id, 'RESET')),
      ),
    )
    expect(await findRows(committed, 'accountLink')).toHaveLength(20)
    expect(
      await findRows(committed, 'accountLink', { usedAt: null }),
    ).toHaveLength(1)
  })
})
