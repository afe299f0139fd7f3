import { transact } from '../../lib/ctx.ts'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import { badRequest } from '../../lib/errors.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import { enqueue } from '../../lib/jobs/jobs.ts'
import { writeUserChange } from '../../user/changes.ts'
import { lockPersonForUpdate } from '../../user/lock-person.ts'
import type { SignInDeps, Visitor } from '../factors/challenge.ts'
import {
  checkOwnPassword,
  type OwnCtx,
  recordOwnChange,
} from '../factors/check-own-password.ts'
import {
  checkNewPassword,
  hashPassword,
  type PasswordDeps,
} from '../factors/check-password.ts'
import { resetThrottle, throttle } from '../factors/throttle.ts'
import { queueNotice } from '../send-mail.ts'
import { hashToken, renewSession } from '../sessions/session.ts'
import { deleteDevices, storeDevice } from '../sessions/store-device.ts'
import {
  endAccess,
  findLink,
  linkIsOver,
  openLink,
  queueLink,
} from './open-link.ts'

/**
 * Sets a password by a link, once. It ends the owner's sessions and forgets
 * their devices, as a reset may answer a stolen password.
 */
export async function setPassword(
  deps: SignInDeps & PasswordDeps,
  token: string | undefined,
  password: string,
) {
  const owner = await findLink(deps, token)
  const { userId, email } = owner
  await checkNewPassword(deps, 'password', password, owner)
  // The link is checked again when hashing starts: most of many concurrent
  // requests end here.
  const passwordHash = await hashPassword(password, () => findLink(deps, token))

  return inTransaction(deps.db, async (db) => {
    const { now } = deps
    await lockPersonForUpdate(db, userId)
    const used = await db
      .updateTable('accountLink')
      .set({ usedAt: now })
      .where('tokenHash', '=', hashToken(token ?? ''))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning('purpose')
      .executeTakeFirst()
    if (!used) throw linkIsOver()
    await storePassword({ db, now }, userId, passwordHash)
    await endAccess({ db, now }, userId)
    await deleteDevices(db, userId)
    await resetThrottle({ ...deps, db }, 'account', email)
    await writeUserChange(
      { db, now, actorId: null },
      { userId, action: 'set-password' },
    )
    if (used.purpose === 'RESET')
      await queueNotice({ db, now }, userId, 'set-password')
    return { email, device: await storeDevice(db, userId, undefined, now) }
  })
}

/**
 * Stores a password's hash; with `former`, only if that is still the stored
 * one. Returns whether it did.
 */
async function storePassword(
  { db, now }: { db: Db; now: Date },
  userId: string,
  passwordHash: string,
  former?: string | null,
): Promise<boolean> {
  const stored = await db
    .updateTable('credential')
    .set({ passwordHash, passwordSetAt: now })
    .where('userId', '=', userId)
    .$if(former !== undefined, (query) =>
      query.where('passwordHash', '=', former ?? null),
    )
    .returning('userId')
    .executeTakeFirst()
  return stored !== undefined
}

/**
 * Requests a reset link. A job looks up the account later, so the response and
 * its time are the same for every address.
 */
export async function requestReset(
  deps: SignInDeps,
  { ip }: Visitor,
  email: string,
) {
  const address = email.toLowerCase()
  await throttle(deps, 'resetFrom', ip)
  await throttle(deps, 'reset', address)
  const key = deps.keys
    .sign('throttle', 'reset job', address)
    .toString('base64url')
  // Sealed, so that the queue reveals no addresses.
  const sealed = deps.keys
    .seal('reset address', Buffer.from(address), key)
    .toString('base64')
  await enqueue(deps.db, 'reset-password', { key, sealed }, { key })
  return { asked: true as const }
}

/**
 * Emails a reset link to a user with a password, or again the invitation to one
 * without.
 */
export const resetPassword = (
  { db, now, keys }: { db: Db; now: Date; keys: Keys },
  { key, sealed }: { key: string; sealed: string },
): Promise<void> => {
  const email = keys
    .unseal('reset address', Buffer.from(sealed, 'base64'), key)
    .toString()
  return inTransaction(db, async (tx) => {
    const account = await tx
      .selectFrom('appUser')
      .innerJoin('credential', 'credential.userId', 'appUser.id')
      .select(['appUser.id', 'credential.passwordSetAt'])
      .where('appUser.email', '=', email)
      .where('appUser.status', '=', 'ACTIVE')
      .executeTakeFirst()
    if (!account) return
    const { passwordSetAt } = account
    const open = await tx
      .selectFrom('accountLink')
      .select('id')
      .where('userId', '=', account.id)
      .where('usedAt', 'is', null)
      .where('purpose', '=', passwordSetAt ? 'RESET' : 'INVITE')
      .where('expiresAt', '>', passwordSetAt ? inMinutes(now, minMinutes) : now)
      .executeTakeFirst()
    if (open) return queueLink(tx, open.id)
    if (passwordSetAt)
      await openLink({ db: tx, now, keys }, account.id, 'RESET')
  })
}

/**
 * A reset link with this much time left is sent again, not replaced, so that
 * strangers can't keep voiding it.
 */
const minMinutes = 10
const inMinutes = (now: Date, minutes: number) =>
  new Date(now.getTime() + minutes * 60_000)

/**
 * Changes the actor's own password, ends their other sessions, and returns the
 * new value of this session's cookie.
 */
export async function changePassword(
  ctx: OwnCtx & PasswordDeps,
  sessionHash: Buffer,
  { password, newPassword }: { password: string; newPassword: string },
) {
  const { passwordHash: former, ...owner } = await checkOwnPassword(
    ctx,
    password,
  )
  const same = 'This is already your password'
  if (newPassword === password)
    throw badRequest([{ field: 'newPassword', error: same }], same)
  await checkNewPassword(ctx, 'newPassword', newPassword, owner)
  const passwordHash = await hashPassword(newPassword)

  return transact(ctx, async (inner) => {
    const { db, now, actor } = inner
    await endAccess({ db, now }, actor.id, sessionHash)
    // Of two concurrent changes one wins: the other's current password is wrong
    // by now.
    const changed = await storePassword(
      { db, now },
      actor.id,
      passwordHash,
      former,
    )
    if (!changed)
      throw badRequest([{ field: 'password', error: 'Incorrect password' }])
    await recordOwnChange(inner, 'set-password')
    return renewSession(db, sessionHash, now)
  })
}
