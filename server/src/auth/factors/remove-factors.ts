import type { User } from '@portal/contract/user/manage-api'
import { factorsRefusal } from '@portal/contract/user/manage-policy'
import { managesPeople } from '@portal/contract/user/policy'
import type { Ctx } from '../../lib/ctx.ts'
import { conflict } from '../../lib/errors.ts'
import { writeUserChange } from '../../user/changes.ts'
import { findManagedUser, presentUser } from '../../user/find-user.ts'
import { transactWithRights } from '../../user/lock-person.ts'
import { endAccess } from '../links/open-link.ts'
import { queueNotice } from '../send-mail.ts'
import { deleteRecoveryCodes } from './create-recovery-codes.ts'

/**
 * Removes the authenticator app and passkeys of a user who lost them, and signs
 * the user out everywhere.
 */
export const removeFactors = (ctx: Ctx, id: string): Promise<User> =>
  transactWithRights(ctx, managesPeople, async ({ db, now, actor }) => {
    const person = await findManagedUser({ db, actor }, id)
    const refusal = factorsRefusal(actor, person)
    if (refusal) throw conflict(refusal)

    // First, as it locks the person: no one opens a session by a factor that is
    // removed here.
    await endAccess({ db, now }, id)
    const apps = await db
      .deleteFrom('totp')
      .where('userId', '=', id)
      .returning('addedAt')
      .execute()
    const passkeys = await db
      .deleteFrom('passkey')
      .where('userId', '=', id)
      .returning('name')
      .execute()
    const changes = [
      ...apps
        .filter(({ addedAt }) => addedAt)
        .map(() => ({ field: 'totp', before: 'set up', after: null })),
      ...passkeys.map(({ name }) => ({
        field: 'passkey',
        before: name,
        after: null,
      })),
    ]
    if (changes.length === 0)
      throw conflict('This user has no authenticator app or passkey')
    await deleteRecoveryCodes(db, id)
    await writeUserChange(
      { db, now, actorId: actor.id },
      { userId: id, action: 'remove-factors', changes },
    )
    await queueNotice({ db, now }, id, 'remove-factors')
    return presentUser(person)
  })
