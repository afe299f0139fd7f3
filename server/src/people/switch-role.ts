import { workableKinds } from '@portal/contract/user/manage-policy'
import {
  openWorkKinds,
  openWorkLabels,
  type Role,
  roleLabels,
} from '@portal/contract/user/model'
import { everyone } from '@portal/contract/user/policy'
import { getProfile } from '../auth/profile.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { writeUserChange } from '../user/changes.ts'
import { findUser } from '../user/find-user.ts'
import { lockRights } from '../user/lock-person.ts'
import { lockOpenWork } from './assign-open-work.ts'

/** Beyond all positions in use. */
const freePosition = 1000

/**
 * Makes a role the acting one. Throws 409 for a role that the actor doesn't
 * have, or with open work that they couldn't continue, a BDD's sellers
 * excepted.
 */
export const switchRole = (ctx: Ctx, role: Role) =>
  transact(ctx, async ({ db, now, actor }) => {
    await lockRights({ db, actor }, everyone)
    const { ids } = await lockOpenWork(db, actor.id)
    const person = await findUser(db, actor.id)
    if (!person) throw notFound('User')
    const { roles } = person
    if (!roles.includes(role)) throw conflict('You do not have this role')
    if (roles[0] === role) return getProfile(db, actor.id)

    const ordered = [role, ...roles.filter((other) => other !== role)]
    const keptKinds = workableKinds({ ...person, roles: ordered })
    const waiting = openWorkKinds.filter(
      (kind) =>
        kind !== 'bdd' && !keptKinds.includes(kind) && ids[kind].length > 0,
    )
    if (waiting.length > 0)
      throw conflict(
        `Finish or reassign your open work as ${roleLabels[roles[0] ?? 'DEFAULT']} first`,
        waiting.map((kind) => ({
          field: 'role',
          error: `${openWorkLabels[kind]}: ${ids[kind].length}`,
        })),
      )

    // Positions are unique: all roles move to free ones first.
    for (const start of [freePosition, 0])
      for (const [index, one] of ordered.entries())
        await db
          .updateTable('userRole')
          .set({ position: start + index })
          .where('userId', '=', actor.id)
          .where('role', '=', one)
          .execute()
    const changes = [{ field: 'roles', before: roles, after: ordered }]
    await writeUserChange(
      { db, now, actorId: actor.id },
      { userId: actor.id, action: 'set-roles', changes },
    )
    return getProfile(db, actor.id)
  })
