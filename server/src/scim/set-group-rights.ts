import { isOneOf, tableOf } from '@portal/contract/lib/typed'
import { permissions } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { type GroupRoles, type Rights, rightsOfGroups } from '../lib/group-roles.ts'
import { setRights } from '../user/set-rights.ts'

/** What a person has whom no group gives anything. */
const none: Rights = { roles: ['DEFAULT'], permissions: [] }

/**
 * Gives people exactly what their mapped groups give together, after a change of one of these. The role that they act in
 * stays the acting one if they keep it. Open work that they lose the right to is handed over.
 */
export async function setGroupRights(ctx: Ctx, groupRoles: GroupRoles, userIds: readonly string[]): Promise<void> {
  const people = await ctx.db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) => join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0))
    .select([
      'appUser.id',
      'userRole.role',
      sql<string[]>`array(select display_name from scim_member join scim_group on scim_group.id = group_id
        where user_id = app_user.id)`.as('groups'),
    ])
    .where((eb) => eb('appUser.id', '=', eb.fn.any(eb.val([...userIds]))))
    .orderBy('appUser.id')
    .execute()
  for (const { id, role, groups } of people) {
    const rights = rightsOfGroups(groupRoles, groups) ?? none
    const acting = rights.roles.filter((one) => one === role)
    const others = rights.roles.filter((one) => one !== role)
    const flags = tableOf(permissions, (key) => isOneOf(rights.permissions, key))
    await setRights(ctx, { id, roles: [...acting, ...others], ...flags, handOver: 'AUTOMATIC' })
  }
}
