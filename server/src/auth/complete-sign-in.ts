import { randomBytes } from 'node:crypto'
import type { Profile } from '@portal/contract/auth/api'
import { type Db, inTransaction } from '../lib/db.ts'
import { deviceSubject, type SignInHouse, type Visitor } from './enter-password.ts'
import { signInIsOver } from './find-challenge.ts'
import { getProfile } from './profile.ts'
import { closeSession, hashOf, openSession } from './session.ts'
import { forgetTries, returnTry } from './take-try.ts'

/** A session, and what its browser is known by from now on. */
export type SignedIn = { session: string; device: string; profile: Profile }

type Passed = {
  tokenHash: Buffer
  /** Uses up what was shown, once; false when it was used already. */
  useUp?: (tx: Db) => Promise<boolean>
}

/**
 * Turns a challenge that was passed into a session: the challenge is deleted in one statement, so it opens one however
 * often it is passed at once. The session that the browser had before ends. Undefined when what was shown was used before.
 */
export const completeSignIn = (house: SignInHouse, visitor: Visitor, { tokenHash, useUp }: Passed) =>
  inTransaction(house.db, async (db): Promise<SignedIn | undefined> => {
    if (useUp && !(await useUp(db))) return undefined
    const passed = await db
      .deleteFrom('challenge')
      .using('appUser')
      .whereRef('appUser.id', '=', 'challenge.userId')
      .where('appUser.status', '=', 'ACTIVE')
      .where('challenge.tokenHash', '=', tokenHash)
      .where('challenge.expiresAt', '>', house.now)
      .returning(['appUser.id', 'appUser.email'])
      .executeTakeFirst()
    if (!passed) throw signInIsOver()
    if (visitor.session) await closeSession(db, hashOf(visitor.session))
    const session = await openSession(db, passed.id, house.now, visitor.userAgent)
    const device = await rememberDevice(db, passed.id, visitor.device, house.now)
    await forgetOwnTries({ ...house, db }, visitor, passed.email, device === visitor.device)
    return { session, device, profile: await getProfile(db, passed.id) }
  })

/** What this person tried from here is forgotten; what strangers tried, or others from the same network, stays. */
async function forgetOwnTries(house: SignInHouse, { ip, device }: Visitor, email: string, isKnown: boolean) {
  if (isKnown) return forgetTries(house, 'device', deviceSubject(email, device))
  await forgetTries(house, 'account', email)
  await returnTry(house, 'address', ip)
}

/** Notes that this person came from this browser, and answers the value of its cookie: a new one for a browser that is new to them. */
export async function rememberDevice(db: Db, userId: string, device: string | undefined, now: Date): Promise<string> {
  const known = device
    ? await db
        .updateTable('knownDevice')
        .set({ lastUsedAt: now })
        .where('tokenHash', '=', hashOf(device))
        .where('userId', '=', userId)
        .returning('userId')
        .executeTakeFirst()
    : undefined
  if (known && device) return device
  const fresh = randomBytes(32).toString('base64url')
  await db
    .insertInto('knownDevice')
    .values({ tokenHash: hashOf(fresh), userId, lastUsedAt: now })
    .execute()
  return fresh
}
