import { transact } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { writeUserChange } from '../user/write-change.ts'
import { checkOwnPassword, type OwnCtx } from './check-own-password.ts'
import { checkNewPassword, hashPassword, type PasswordDeps } from './check-password.ts'
import { endAccess } from './end-access.ts'
import { queueNotice } from './send-notice.ts'
import { renewSession } from './session.ts'
import { storePassword } from './set-password.ts'

type Change = { password: string; newPassword: string }

/** Changes the asker's own password. Every other session of theirs ends; answers the new value of this one's cookie. */
export async function changePassword(
  ctx: OwnCtx & PasswordDeps,
  sessionHash: Buffer,
  { password, newPassword }: Change,
) {
  const { passwordHash: former, ...owner } = await checkOwnPassword(ctx, password)
  if (newPassword === password)
    throw badRequest(
      [{ field: 'newPassword', error: 'This is the password you have' }],
      'This is the password you have',
    )
  await checkNewPassword(ctx, 'newPassword', newPassword, owner)
  const passwordHash = await hashPassword(newPassword)

  return transact(ctx, async ({ db, now, actor }) => {
    // Of two changes at once one wins: the other's old password is the wrong one by now.
    await endAccess({ db, now }, actor.id, sessionHash)
    const changed = await storePassword({ db, now }, actor.id, passwordHash, former)
    if (!changed) throw badRequest([{ field: 'password', error: 'This is not your password' }])
    await writeUserChange({ db, now, actorId: actor.id }, { userId: actor.id, action: 'set-password' })
    await queueNotice({ db, now }, actor.id, 'set-password')
    return renewSession(db, sessionHash, now)
  })
}
