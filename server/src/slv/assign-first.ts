import { openStatuses } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { activeUnderwriter } from '../user/find-person.ts'

/**
 * First assignment (product.md §2): the active underwriter with myOwn who has the fewest open units, ties by longest
 * since last assigned. Null when there is nobody. Locks the one it takes, so that two requests at once do not both
 * see them idle.
 */
export async function takeNextUnderwriter(ctx: Ctx): Promise<{ id: string; name: string } | null> {
  // One request at a time picks; without this, ten sent together would all go to the same person.
  await sql`select pg_advisory_xact_lock(hashtext('first assignment'))`.execute(ctx.db)
  for (;;) {
    const next = await idlest(ctx)
    if (!next) return null
    // Somebody may have been switched off between the look and the hold: then whoever is next.
    if (!(await activeUnderwriter(ctx.db, next.id, 'myOwn'))) continue
    await sql`select note_assignment(${next.id}, ${ctx.now})`.execute(ctx.db)
    return next
  }
}

const idlest = (ctx: Ctx) =>
  ctx.db
    .selectFrom('appUser')
    .innerJoin('userPermission', (join) =>
      join.onRef('userPermission.userId', '=', 'appUser.id').on('userPermission.permission', '=', 'myOwn'),
    )
    .innerJoin('userRole', (join) =>
      join
        .onRef('userRole.userId', '=', 'appUser.id')
        .on('userRole.position', '=', 0)
        .on('userRole.role', '=', 'UNDERWRITER'),
    )
    .select(['appUser.id', 'appUser.name'])
    .where('appUser.status', '=', 'ACTIVE')
    // Of all sellers: the request of one of them sees no others, so the database counts for it.
    .orderBy((eb) => sql`open_units(${eb.ref('appUser.id')}, ${openStatuses}::text[])`)
    .orderBy('appUser.lastAssignedAt', (order) => order.asc().nullsFirst())
    .orderBy('appUser.id')
    .limit(1)
    .executeTakeFirst()
