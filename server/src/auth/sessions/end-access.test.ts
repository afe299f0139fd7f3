import { describe, expect } from 'vitest'
import { findRow, findRows, setRows, waitForLocks } from '../../../test/rows.ts'
import {
  test as base,
  password,
  unknownEmail,
} from '../../../test/signing-in.ts'
import type { Db } from '../../lib/database/db.ts'
import { hashPassword } from '../factors/check-password.ts'
import { endAccess } from '../links/open-link.ts'
import { hashToken, renewSession } from './session.ts'

const test = base
  /**
   * Ends the reviewer's access while an attempt waits for its lock, and returns
   * the attempt's result.
   */
  .extend('whileEnding', ({ committed, now }) => {
    return async <T>(
      userId: string,
      attempt: () => Promise<T>,
      change?: (tx: Db) => Promise<void>,
    ): Promise<T> => {
      const ending = await committed.startTransaction().execute()
      await endAccess({ db: ending, now }, userId)
      await change?.(ending)
      const result = attempt()
      await waitForLocks(committed)
      await ending.commit().execute()
      return result
    }
  })

describe('while access is ended', () => {
  test('a former password opens nothing', async ({
    reviewer: { id, email },
    browser,
    committed,
    whileEnding,
  }) => {
    const passwordHash = await hashPassword('another long passphrase')
    const change = (tx: Db) =>
      setRows(tx, 'credential', { userId: id }, { passwordHash })
    const late = await whileEnding(
      id,
      () => browser().enterPassword(email, password),
      change,
    )
    expect(late.statusCode).toBe(401)
    expect(await findRows(committed, 'challenge')).toEqual([])
  })

  test('a correct code opens no session', async ({
    committed,
    whileEnding,
    atTheCode,
  }) => {
    const { reviewer, own, code } = await atTheCode()
    const change = (tx: Db) =>
      setRows(tx, 'appUser', { id: reviewer.id }, { status: 'INACTIVE' })
    expect(
      (await whileEnding(reviewer.id, () => own.enterCode(code), change))
        .statusCode,
    ).toBe(401)
    expect(await findRows(committed, 'session')).toEqual([])
  })

  test('a session is not renewed', async ({
    reviewer,
    own,
    whileEnding,
    committed,
    now,
  }) => {
    const token = own.jar.get('session') ?? ''
    const renew = () =>
      renewSession(committed, hashToken(token), now).catch(
        (error: Error) => error.message,
      )
    expect(await whileEnding(reviewer.id, renew)).toBe('Sign in to continue')
    expect(await findRows(committed, 'session')).toEqual([])
  })
})

test('a session renewed twice keeps its end', async ({
  own,
  committed,
  now,
}) => {
  const token = own.jar.get('session') ?? ''
  const tokens = [
    await renewSession(committed, hashToken(token), now),
    await renewSession(committed, hashToken(token), now),
  ]
  for (const renewed of tokens) {
    const { endsAt } = await findRow(committed, 'session', {
      tokenHash: hashToken(renewed),
    })
    expect(endsAt.getTime() - now.getTime()).toBe(12 * 3_600_000)
  }
})

test('hiding a known device refunds no attempt of its network', async ({
  people,
  reviewer,
  own,
  browser,
  committed,
}) => {
  for (const guess of ['one wrong guess', 'another wrong guess'])
    await browser().enterPassword(unknownEmail, guess)
  const tries = async () =>
    (await findRows(committed, 'throttle')).map(
      ({ key, failures }) => `${key.toString('hex')} ${failures}`,
    )
  const before = await tries()
  expect(before).toContainEqual(expect.stringMatching(/ 2$/))
  await own.enterPassword(reviewer.email)
  own.jar.delete('device')
  expect((await own.enterCode(await people.codeFor(reviewer))).statusCode).toBe(
    200,
  )
  expect(await tries()).toEqual(expect.arrayContaining(before))
})

test('attempts that the account refuses do not count for the network', async ({
  reviewer,
  browser,
}) => {
  for (let n = 0; n < 55; n++)
    await browser().enterPassword(reviewer.email, 'a wrong guess')
  expect(
    (await browser().enterPassword(unknownEmail, 'a wrong guess')).statusCode,
  ).toBe(401)
})
