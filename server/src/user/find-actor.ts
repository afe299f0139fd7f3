import { tableOf } from '@portal/contract/lib/typed'
import { type Actor, type PermissionMap, permissions } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'

export const heldPermissions = sql<
  string[]
>`array(select permission from user_permission where user_id = app_user.id)`.as('held')

export const permissionMap = (held: readonly string[]): PermissionMap =>
  tableOf(permissions, (key) => held.includes(key))

/** An active user with their acting role and current permissions, so that the rules can be asked about them. */
export async function findActor(db: Db, id: string): Promise<Actor | undefined> {
  const row = await db
    .selectFrom('appUser')
    .leftJoin('userRole', (join) => join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0))
    .select(['appUser.id', 'appUser.name', 'appUser.companyId', 'userRole.role', heldPermissions])
    .where('appUser.id', '=', id)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!row) return undefined
  const { held, role, ...person } = row
  return { ...person, role: role ?? 'DEFAULT', permissions: permissionMap(held) }
}
