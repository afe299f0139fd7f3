import { workableKinds } from '@portal/contract/user/manage-policy'
import { openWorkKinds, openWorkLabels, type Role, roleLabels } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { takeOpenWork } from '../user/assign-open-work.ts'
import { findFacts } from '../user/find-facts.ts'
import { writeUserChange } from '../user/write-change.ts'
import { getProfile } from './profile.ts'

/** Beyond every place that a role stands at. */
const openPlaces = 1000

/**
 * Puts one of the asker's own roles first: the acting one. Throws 409 for a role that they do not have, and while SLVs wait for
 * them in the role that they would leave: nobody could go on with those. Sellers that a BDD looks after do not wait.
 */
export const switchRole = (ctx: Ctx, role: Role) =>
  transact(ctx, async ({ db, now, actor }) => {
    // In turn with whoever changes their roles, and with whoever gives them work.
    await sql`select pg_advisory_xact_lock(hashtext('rights of people'))`.execute(db)
    const { ids } = await takeOpenWork(db, actor.id)
    const person = await findFacts(db, actor.id)
    if (!person) throw notFound('User')
    const { roles } = person
    if (!roles.includes(role)) throw conflict('You do not have this role')
    if (roles[0] === role) return getProfile(db, actor.id)

    const ordered = [role, ...roles.filter((other) => other !== role)]
    const able = workableKinds({ ...person, roles: ordered })
    const waiting = openWorkKinds.filter((kind) => kind !== 'bdd' && !able.includes(kind) && ids[kind].length > 0)
    if (waiting.length > 0)
      throw conflict(
        `Finish or hand over your open work as ${roleLabels[roles[0] ?? 'DEFAULT']} first`,
        waiting.map((kind) => ({ field: 'role', error: `${openWorkLabels[kind]}: ${ids[kind].length}` })),
      )

    // Each place is held by one role at a time: beyond the present ones first, then where they belong.
    for (const start of [openPlaces, 0])
      for (const [index, one] of ordered.entries())
        await db
          .updateTable('userRole')
          .set({ position: start + index })
          .where('userId', '=', actor.id)
          .where('role', '=', one)
          .execute()
    const changes = [{ field: 'roles', before: roles, after: ordered }]
    await writeUserChange({ db, now, actorId: actor.id }, { userId: actor.id, action: 'set-roles', changes })
    return getProfile(db, actor.id)
  })
