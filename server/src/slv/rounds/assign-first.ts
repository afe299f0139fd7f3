import { openStatuses } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { activeUnderwriter } from '../../user/find-person.ts'

/**
 * The first underwriter (product.md §2): the active one with myOwn and the fewest open units, ties by longest since
 * last assigned. Locks them, so that two requests don't both see them idle.
 */
export async function claimNextUnderwriter(ctx: Ctx): Promise<{ id: string; name: string } | null> {
  // One request at a time picks; without this, ten sent together would all go to the same person.
  await sql`select pg_advisory_xact_lock(hashtext('first assignment'))`.execute(ctx.db)
  for (;;) {
    const next = await findLeastBusy(ctx)
    if (!next) return null
    // Deactivated since the query: try the next one.
    if (!(await activeUnderwriter(ctx.db, next.id, 'myOwn'))) continue
    await sql`select note_assignment(${next.id}, ${ctx.now})`.execute(ctx.db)
    return next
  }
}

const findLeastBusy = (ctx: Ctx) =>
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
    // Row-level security shows a seller's request only that seller's SLVs, so a database function counts all of them.
    .orderBy((eb) => sql`open_units(${eb.ref('appUser.id')}, ${openStatuses}::text[])`)
    .orderBy('appUser.lastAssignedAt', (order) => order.asc().nullsFirst())
    .orderBy('appUser.id')
    .limit(1)
    .executeTakeFirst()
