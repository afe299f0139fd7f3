import { describe, expect } from 'vitest'
import { waitForLocks } from '../../../test/rows.ts'
import { password, test } from '../../../test/signing-in.ts'
import type { Db } from '../../lib/database/db.ts'
import { hashPassword } from '../factors/check-password.ts'
import { endAccess } from '../links/open-link.ts'
import { hashOf, renewSession } from './session.ts'

/** Ends a person's access while an attempt waits for its lock, and returns the attempt's result. */
async function whileEnding<T>(
  db: Db,
  now: Date,
  userId: string,
  attempt: () => Promise<T>,
  change?: (tx: Db) => unknown,
) {
  const ending = await db.startTransaction().execute()
  await endAccess({ db: ending, now }, userId)
  await change?.(ending)
  const result = attempt()
  await waitForLocks(db)
  await ending.commit().execute()
  return result
}

describe('while access is ended', () => {
  test('a former password opens nothing', async ({ people, browser, committed, now }) => {
    const { id, email } = await people.reviewer()
    const passwordHash = await hashPassword('another long passphrase')
    const late = await whileEnding(
      committed,
      now,
      id,
      () => browser().enterPassword(email, password),
      (tx) => tx.updateTable('credential').set({ passwordHash }).where('userId', '=', id).execute(),
    )
    expect(late.statusCode).toBe(401)
    expect(await committed.selectFrom('challenge').select('id').execute()).toEqual([])
  })

  test('a correct code opens no session', async ({ committed, now, atTheCode }) => {
    const { reviewer, own, code } = await atTheCode()
    const late = await whileEnding(
      committed,
      now,
      reviewer.id,
      () => own.enterCode(code),
      (tx) => tx.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', reviewer.id).execute(),
    )
    expect(late.statusCode).toBe(401)
    expect(await committed.selectFrom('session').select('id').execute()).toEqual([])
  })

  test('a session is not renewed', async ({ people, signIn, committed, now }) => {
    const reviewer = await people.reviewer()
    const token = (await signIn(reviewer)).jar.get('session') ?? ''
    const renew = () => renewSession(committed, hashOf(token), now).catch((error: Error) => error.message)
    expect(await whileEnding(committed, now, reviewer.id, renew)).toBe('Sign in to continue')
    expect(await committed.selectFrom('session').select('id').execute()).toEqual([])
  })
})

test('a session renewed twice keeps its end', async ({ people, signIn, committed, now }) => {
  const token = (await signIn(await people.reviewer())).jar.get('session') ?? ''
  const names = [await renewSession(committed, hashOf(token), now), await renewSession(committed, hashOf(token), now)]
  const ends = await committed
    .selectFrom('session')
    .select('endsAt')
    .where('tokenHash', 'in', names.map(hashOf))
    .execute()
  expect(ends.map(({ endsAt }) => endsAt.getTime() - now.getTime())).toEqual([12 * 3_600_000, 12 * 3_600_000])
})

test('hiding a known device refunds no attempt of its network', async ({ people, signIn, browser, committed }) => {
  const reviewer = await people.reviewer()
  const known = await signIn(reviewer)
  for (const guess of ['one wrong guess', 'another wrong guess'])
    await browser().enterPassword('nobody@test.example', guess)
  const tries = () => committed.selectFrom('throttle').select(['key', 'failures']).orderBy('key').execute()
  const before = await tries()
  expect(before.map(({ failures }) => failures)).toContain(2)
  await known.enterPassword(reviewer.email)
  known.jar.delete('device')
  expect((await known.enterCode(await people.codeFor(reviewer))).statusCode).toBe(200)
  const counted = new Map((await tries()).map(({ key, failures }) => [key.toString('hex'), failures]))
  for (const { key, failures } of before) expect(counted.get(key.toString('hex'))).toBe(failures)
})

test('attempts that the account refuses do not count for the network', async ({ people, browser }) => {
  const reviewer = await people.reviewer()
  for (let n = 0; n < 55; n++) await browser().enterPassword(reviewer.email, 'a wrong guess')
  expect((await browser().enterPassword('nobody@test.example', 'a wrong guess')).statusCode).toBe(401)
})
