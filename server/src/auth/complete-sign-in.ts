import type { Profile } from '@portal/contract/auth/api'
import { type Db, inTransaction } from '../lib/db.ts'
import type { SignInHouse, Visitor } from './enter-password.ts'
import { signInIsOver } from './find-challenge.ts'
import { holdPerson } from './hold-person.ts'
import { deviceSubject, rememberDevice } from './keep-device.ts'
import { getProfile } from './profile.ts'
import { closeSession, hashOf, openSession } from './session.ts'
import { forgetTries, returnTry } from './take-try.ts'

/** A session, and what its browser is known by from now on. */
export type SignedIn = { session: string; device: string; profile: Profile }

type Passed = {
  tokenHash: Buffer
  userId: string
  /** Uses up what was shown, once; false when it was used already. */
  useUp?: (tx: Db) => Promise<boolean>
}

/**
 * Turns a challenge that was passed into a session: the challenge is deleted in one statement, so it opens one however
 * often it is passed at once. The session that the browser had before ends. Undefined when what was shown was used before.
 */
export const completeSignIn = (house: SignInHouse, visitor: Visitor, { tokenHash, userId, useUp }: Passed) =>
  inTransaction(house.db, async (db): Promise<SignedIn | undefined> => {
    if (!(await holdPerson(db, userId))) throw signInIsOver()
    if (useUp && !(await useUp(db))) return undefined
    const passed = await db
      .deleteFrom('challenge')
      .using('appUser')
      .whereRef('appUser.id', '=', 'challenge.userId')
      .where('challenge.tokenHash', '=', tokenHash)
      .where('challenge.expiresAt', '>', house.now)
      .returning(['appUser.id', 'appUser.email', 'challenge.addressKey'])
      .executeTakeFirst()
    if (!passed) throw signInIsOver()
    if (visitor.session) await closeSession(db, hashOf(visitor.session))
    const session = await openSession(db, passed.id, house.now, visitor.userAgent)
    const device = await rememberDevice(db, passed.id, visitor.device, house.now)
    await forgetOwnTries({ ...house, db }, visitor.device, passed)
    return { session, device, profile: await getProfile(db, passed.id) }
  })

/** What this person tried is forgotten, as it was counted; what strangers tried, or others from the same network, stays. */
async function forgetOwnTries(
  house: SignInHouse,
  device: string | undefined,
  { email, addressKey }: { email: string; addressKey: Buffer | null },
) {
  if (!addressKey) return forgetTries(house, 'device', deviceSubject(email, device))
  await forgetTries(house, 'account', email)
  await returnTry(house.db, addressKey)
}
