import { type Db, inTransaction } from '../lib/db.ts'
import { writeUserChange } from '../user/write-change.ts'
import { checkNewPassword, hashPassword, type PasswordDeps } from './check-password.ts'
import { endAccess } from './end-access.ts'
import type { SignInHouse } from './enter-password.ts'
import { findLink, linkIsOver } from './find-link.ts'
import { stopPerson } from './hold-person.ts'
import { forgetDevices, rememberDevice } from './keep-device.ts'
import { queueNotice } from './send-notice.ts'
import { hashOf } from './session.ts'
import { forgetTries } from './take-try.ts'

/**
 * Sets a password by a link, once however often it is tried at the same time. Every session, sign-in under way and known
 * browser of its owner is gone then, for a reset may be the answer to a stolen password; who held the link is known.
 * Answers whose it is, and what this browser is known by.
 */
export async function setPassword(house: SignInHouse & PasswordDeps, token: string | undefined, password: string) {
  const owner = await findLink(house, token)
  const { userId, email } = owner
  await checkNewPassword(house, 'password', password, owner)
  // Asked again when its turn has come: of many tries at once most end here.
  const passwordHash = await hashPassword(password, () => findLink(house, token))

  return inTransaction(house.db, async (db) => {
    const { now } = house
    await stopPerson(db, userId)
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
    await forgetDevices(db, userId)
    await forgetTries({ ...house, db }, 'account', email)
    await writeUserChange({ db, now, actorId: null }, { userId, action: 'set-password' })
    if (used.purpose === 'RESET') await queueNotice({ db, now }, userId, 'set-password')
    return { email, device: await rememberDevice(db, userId, undefined, now) }
  })
}

/** Keeps a new password's hash; where `former` is given, in its place only. Answers whether it did. */
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
