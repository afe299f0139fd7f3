import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { password, test } from '../../test/signing-in.ts'
import { hashPassword } from './check-password.ts'
import { endAccess } from './end-access.ts'
import { hashOf, renewSession } from './session.ts'

/** Until one waits for a lock. */
const waiting = (db: Parameters<typeof endAccess>[0]['db']) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db)
    expect(rows).toHaveLength(1)
  })

describe('beside the end of somebody’s access', () => {
  test('a password that was right a moment ago opens nothing', async ({ people, browser, committed, now }) => {
    const reviewer = await people.reviewer()
    const fresh = await hashPassword('another long passphrase')
    const reset = await committed.startTransaction().execute()
    await endAccess({ db: reset, now }, reviewer.id)
    await reset.updateTable('credential').set({ passwordHash: fresh }).where('userId', '=', reviewer.id).execute()
    const late = browser().enterPassword(reviewer.email, password)
    await waiting(committed)
    await reset.commit().execute()
    expect((await late).statusCode).toBe(401)
    expect(await committed.selectFrom('challenge').select('id').execute()).toEqual([])
  })

  test('a code that was right opens no session', async ({ committed, now, atTheCode }) => {
    const { reviewer, own, code } = await atTheCode()
    const end = await committed.startTransaction().execute()
    await end.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', reviewer.id).execute()
    await endAccess({ db: end, now }, reviewer.id)
    const late = own.enterCode(code)
    await waiting(committed)
    await end.commit().execute()
    expect((await late).statusCode).toBe(401)
    expect(await committed.selectFrom('session').select('id').execute()).toEqual([])
  })

  test('a session is not carried on under a new name', async ({ people, signIn, committed, now }) => {
    const reviewer = await people.reviewer()
    const token = (await signIn(reviewer)).jar.get('session') ?? ''
    const end = await committed.startTransaction().execute()
    await endAccess({ db: end, now }, reviewer.id)
    const late = renewSession(committed, hashOf(token), now).catch((error: Error) => error.message)
    await waiting(committed)
    await end.commit().execute()
    expect(await late).toBe('Sign in to go on')
    expect(await committed.selectFrom('session').select('id').execute()).toEqual([])
  })
})

test('a session renewed twice within a second lasts as long as it was meant to', async ({
  people,
  signIn,
  committed,
  now,
}) => {
  const token = (await signIn(await people.reviewer())).jar.get('session') ?? ''
  const names = [await renewSession(committed, hashOf(token), now), await renewSession(committed, hashOf(token), now)]
  const ends = await committed
    .selectFrom('session')
    .select('endsAt')
    .where('tokenHash', 'in', names.map(hashOf))
    .execute()
  expect(ends.map(({ endsAt }) => endsAt.getTime() - now.getTime())).toEqual([12 * 3_600_000, 12 * 3_600_000])
})

test('who signs in from a known browser and then hides it gives nothing back to the address', async ({
  people,
  signIn,
  browser,
  committed,
}) => {
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

test('what an account refuses does not count for the network address', async ({ people, browser }) => {
  const reviewer = await people.reviewer()
  for (let n = 0; n < 100; n++) await browser().enterPassword(reviewer.email, 'a wrong guess')
  expect((await browser().enterPassword('nobody@test.example', 'a wrong guess')).statusCode).toBe(401)
})
