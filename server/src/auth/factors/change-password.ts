import { transact } from '../../lib/ctx.ts'
import { badRequest } from '../../lib/errors.ts'
import { storePassword } from '../links/set-password.ts'
import { endAccess } from '../sessions/end-access.ts'
import { renewSession } from '../sessions/session.ts'
import { checkOwnPassword, type OwnCtx, recordOwnChange } from './check-own-password.ts'
import { checkNewPassword, hashPassword, type PasswordDeps } from './check-password.ts'

/** Changes the actor's own password, ends their other sessions, and returns the new value of this session's cookie. */
export async function changePassword(
  ctx: OwnCtx & PasswordDeps,
  sessionHash: Buffer,
  { password, newPassword }: { password: string; newPassword: string },
) {
  const { passwordHash: former, ...owner } = await checkOwnPassword(ctx, password)
  const same = 'This is already your password'
  if (newPassword === password) throw badRequest([{ field: 'newPassword', error: same }], same)
  await checkNewPassword(ctx, 'newPassword', newPassword, owner)
  const passwordHash = await hashPassword(newPassword)

  return transact(ctx, async (inner) => {
    const { db, now, actor } = inner
    await endAccess({ db, now }, actor.id, sessionHash)
    // Of two concurrent changes one wins: the other's current password is wrong by now.
    const changed = await storePassword({ db, now }, actor.id, passwordHash, former)
    if (!changed) throw badRequest([{ field: 'password', error: 'Incorrect password' }])
    await recordOwnChange(inner, 'set-password')
    return renewSession(db, sessionHash, now)
  })
}
