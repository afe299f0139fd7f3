import { parseOptions } from '@node-rs/argon2'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect } from 'vitest'
import { keys } from '../../../test/http.ts'
import { findRows, setRows } from '../../../test/rows.ts'
import { newPassword, test, unknownEmail } from '../../../test/signing-in.ts'
import { sweepSignIn } from '../sessions/session.ts'
import { dummyHash, hashesComputed, hashPassword } from './check-password.ts'
import { throttle } from './throttle.ts'

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
