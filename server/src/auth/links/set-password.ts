import { type Db, inTransaction } from '../../lib/database/db.ts'
import { writeUserChange } from '../../user/changes.ts'
import { lockPersonForUpdate } from '../../user/lock-person.ts'
import type { SignInDeps } from '../factors/challenge.ts'
import { checkNewPassword, hashPassword, type PasswordDeps } from '../factors/check-password.ts'
import { resetThrottle } from '../factors/throttle.ts'
import { queueNotice } from '../send-mail.ts'
import { endAccess } from '../sessions/end-access.ts'
import { hashOf } from '../sessions/session.ts'
import { deleteDevices, storeDevice } from '../sessions/store-device.ts'
import { findLink, linkIsOver } from './open-link.ts'

/**
 * Sets a password by a link, once. It ends all sessions and sign-ins of the owner and forgets their known devices, as a reset
 * may answer a stolen password. Returns the owner's email and this browser's device token.
 */
export async function setPassword(deps: SignInDeps & PasswordDeps, token: string | undefined, password: string) {
  const owner = await findLink(deps, token)
  const { userId, email } = owner
  await checkNewPassword(deps, 'password', password, owner)
  // The link is checked again when hashing starts: most of many concurrent requests end here.
  const passwordHash = await hashPassword(password, () => findLink(deps, token))

  return inTransaction(deps.db, async (db) => {
    const { now } = deps
    await lockPersonForUpdate(db, userId)
    const used = await db
      .updateTable('accountLink')
      .set({ usedAt: now })
      .where('tokenHash', '=', hashOf(token ?? ''))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning('purpose')
      .executeTakeFirst()
    if (!used) throw linkIsOver()
    await storePassword({ db, now }, userId, passwordHash)
    await endAccess({ db, now }, userId)
    await deleteDevices(db, userId)
    await resetThrottle({ ...deps, db }, 'account', email)
    await writeUserChange({ db, now, actorId: null }, { userId, action: 'set-password' })
    if (used.purpose === 'RESET') await queueNotice({ db, now }, userId, 'set-password')
    return { email, device: await storeDevice(db, userId, undefined, now) }
  })
}

/** Stores a password's hash; with `former`, only if that is still the stored one. Returns whether it did. */
export async function storePassword(
  { db, now }: { db: Db; now: Date },
  userId: string,
  passwordHash: string,
  former?: string | null,
): Promise<boolean> {
  const stored = await db
    .updateTable('credential')
    .set({ passwordHash, passwordSetAt: now })
    .where('userId', '=', userId)
    .$if(former !== undefined, (query) => query.where('passwordHash', '=', former ?? null))
    .returning('userId')
    .executeTakeFirst()
  return stored !== undefined
}
