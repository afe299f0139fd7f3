import type { Profile } from '@portal/contract/auth/api'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import { lockActivePerson } from '../../user/lock-person.ts'
import {
  type SignInDeps,
  signInIsOver,
  type Visitor,
} from '../factors/challenge.ts'
import { refundThrottle, resetThrottle } from '../factors/throttle.ts'
import { getProfile } from '../profile.ts'
import { closeSession, hashToken, openSession } from './session.ts'
import { deviceThrottleSubject, storeDevice } from './store-device.ts'

/** The values of the session and device cookies, and the profile. */
export type SignedIn = { session: string; device: string; profile: Profile }

type PassedChallenge = {
  tokenHash: Buffer
  userId: string
  /** Uses up the code or signature; false if it was used before. */
  useUp?: (tx: Db) => Promise<boolean>
}

/**
 * Opens a session for a passed challenge, once: one statement deletes the
 * challenge. Undefined if the code or signature was used before.
 */
export const completeSignIn = (
  deps: SignInDeps,
  visitor: Visitor,
  { tokenHash, userId, useUp }: PassedChallenge,
) =>
  inTransaction(deps.db, async (db): Promise<SignedIn | undefined> => {
    if (!(await lockActivePerson(db, userId))) throw signInIsOver()
    if (useUp && !(await useUp(db))) return undefined
    const passed = await db
      .deleteFrom('challenge')
      .using('appUser')
      .whereRef('appUser.id', '=', 'challenge.userId')
      .where('challenge.tokenHash', '=', tokenHash)
      .where('challenge.expiresAt', '>', deps.now)
      .returning(['appUser.id', 'appUser.email', 'challenge.addressKey'])
      .executeTakeFirst()
    if (!passed) throw signInIsOver()
    if (visitor.session) await closeSession(db, hashToken(visitor.session))
    const session = await openSession(
      db,
      passed.id,
      deps.now,
      visitor.userAgent,
    )
    const device = await storeDevice(db, passed.id, visitor.device, deps.now)
    await resetThrottles({ ...deps, db }, visitor.device, passed)
    return { session, device, profile: await getProfile(db, passed.id) }
  })

/**
 * Clears the attempts that this sign-in was counted by; those of strangers and
 * of others on the network stay.
 */
async function resetThrottles(
  deps: SignInDeps,
  device: string | undefined,
  { email, addressKey }: { email: string; addressKey: Buffer | null },
) {
  if (!addressKey)
    return resetThrottle(deps, 'device', deviceThrottleSubject(email, device))
  await resetThrottle(deps, 'account', email)
  await refundThrottle(deps.db, addressKey)
}
