import { toRecord } from '@portal/contract/lib/typed'
import {
  type Actor,
  type PermissionMap,
  permissions,
} from '@portal/contract/user/model'
import { type JoinBuilder, sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'

export const heldPermissions = sql<
  string[]
>`array(select permission from user_permission where user_id = app_user.id)`.as(
  'held',
)

/** Joins the acting role of a user, the first of their roles. */
export const onActingRole = (join: JoinBuilder<DB, 'appUser' | 'userRole'>) =>
  join
    .onRef('userRole.userId', '=', 'appUser.id')
    .on('userRole.position', '=', 0)

export const permissionMap = (held: readonly string[]): PermissionMap =>
  toRecord(permissions, (key) => held.includes(key))

/**
 * An active user or service with their acting role and current permissions, so
 * that the rules can be asked about them.
 */
export const findActor = (db: Db, id: string): Promise<Actor | undefined> =>
  find(db, id, [true, false])

/**
 * An active person, as `findActor`: services get no work and no notifications.
 */
export const findPersonActor = (
  db: Db,
  id: string,
): Promise<Actor | undefined> => find(db, id, [false])

async function find(
  db: Db,
  id: string,
  isService: readonly boolean[],
): Promise<Actor | undefined> {
  const row = await db
    .selectFrom('appUser')
    .leftJoin('userRole', onActingRole)
    .select([
      'appUser.id',
      'appUser.name',
      'appUser.companyId',
      'userRole.role',
      heldPermissions,
    ])
    .where('appUser.id', '=', id)
    .where('appUser.status', '=', 'ACTIVE')
    .where('appUser.isService', 'in', isService)
    .executeTakeFirst()
  if (!row) return undefined
  const { held, role, ...person } = row
  return {
    ...person,
    role: role ?? 'DEFAULT',
    permissions: permissionMap(held),
  }
}
