import type { User } from '@portal/contract/user/manage-api'
import { factorsRefusal } from '@portal/contract/user/manage-policy'
import { managesPeople } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import { endAccess } from '../auth/end-access.ts'
import { queueNotice } from '../auth/send-notice.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, forbidden } from '../lib/errors.ts'
import { findActor } from './find-actor.ts'
import { findManaged } from './find-managed.ts'
import { presentUser } from './present.ts'
import { writeUserChange } from './write-change.ts'

/**
 * Takes the authenticator app and the passkeys of somebody who lost them. They are signed out everywhere, and the mailed
 * code is asked again. In turn with changes of rights: nobody does it by a right that is being taken from them.
 */
export const removeFactors = (ctx: Ctx, id: string): Promise<User> =>
  transact(ctx, async (given) => {
    await sql`select pg_advisory_xact_lock(hashtext('rights of people'))`.execute(given.db)
    const actor = await findActor(given.db, given.actor.id)
    if (!actor || !managesPeople(actor)) throw forbidden('You do not have the permission for this')
    const { db, now } = given
    const person = await findManaged({ db, actor }, id)
    const why = factorsRefusal(actor, person)
    if (why) throw conflict(why)

    // Ended first: it holds the person, so nobody opens a session by what goes here.
    await endAccess({ db, now }, id)
    const apps = await db.deleteFrom('totp').where('userId', '=', id).returning('addedAt').execute()
    const passkeys = await db.deleteFrom('passkey').where('userId', '=', id).returning('name').execute()
    const changes = [
      ...apps.filter(({ addedAt }) => addedAt).map(() => ({ field: 'totp', before: 'set up', after: null })),
      ...passkeys.map(({ name }) => ({ field: 'passkey', before: name, after: null })),
    ]
    if (changes.length === 0) throw conflict('They have no authenticator app and no passkey')
    await writeUserChange({ db, now, actorId: actor.id }, { userId: id, action: 'remove-factors', changes })
    await queueNotice({ db, now }, id, 'remove-factors')
    return presentUser(person)
  })
