import type { Role } from '@portal/contract/user/model'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { getProfile } from './profile.ts'

/** Puts one of the asker's own roles first: the acting one. Throws 409 for a role that they do not have. */
export const switchRole = (ctx: Ctx, role: Role) =>
  transact(ctx, async ({ db, actor }) => {
    // The person first: whoever else changes their roles waits here.
    await db.selectFrom('appUser').select('id').where('id', '=', actor.id).forUpdate().execute()
    const rows = await db
      .selectFrom('userRole')
      .select(['role', 'position'])
      .where('userId', '=', actor.id)
      .orderBy('position')
      .execute()
    if (!rows.some((row) => row.role === role)) throw conflict('You do not have this role')
    const ordered = [role, ...rows.map((row) => row.role).filter((other) => other !== role)]
    // Each place is held by one role at a time: beyond the present ones first, then where they belong.
    const beyond = 1 + Math.max(...rows.map(({ position }) => position))
    for (const start of [beyond, 0])
      for (const [index, one] of ordered.entries())
        await db
          .updateTable('userRole')
          .set({ position: start + index })
          .where('userId', '=', actor.id)
          .where('role', '=', one)
          .execute()
    return getProfile(db, actor.id)
  })
