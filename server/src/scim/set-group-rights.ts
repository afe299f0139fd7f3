import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { type GroupRights, rightsByGroups } from '../lib/group-roles.ts'
import { findManagedUser } from '../user/find-user.ts'
import { setRights } from '../user/set-rights.ts'

/**
 * Updates people's rights after a change to a mapped group. Open work that they can no longer continue is handed over.
 */
export async function setGroupRights(ctx: Ctx, mapping: readonly GroupRights[], userIds: readonly string[]) {
  const people = await ctx.db
    .selectFrom('appUser')
    .select([
      'id',
      sql<string[]>`array(select display_name from scim_member join scim_group on scim_group.id = group_id
        where user_id = app_user.id)`.as('groups'),
    ])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...userIds]))))
    .orderBy('id')
    .execute()
  for (const { id, groups } of people) {
    const { roles, permissions } = rightsByGroups(await findManagedUser(ctx, id), groups, mapping)
    await setRights(ctx, { id, roles, ...permissions, handOver: 'AUTOMATIC' })
  }
}
