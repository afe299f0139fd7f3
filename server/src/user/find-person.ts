import type { Permission } from '@portal/contract/user/model'
import type { Db } from '../lib/db.ts'

/** An active underwriter by id, if they hold the permission; undefined else. */
export const activeUnderwriter = (db: Db, id: string, permission: Permission) =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', 'userRole.userId', 'appUser.id')
    .innerJoin('userPermission', 'userPermission.userId', 'appUser.id')
    .select(['appUser.id', 'appUser.name'])
    .where('appUser.id', '=', id)
    .where('appUser.status', '=', 'ACTIVE')
    .where('userRole.role', '=', 'UNDERWRITER')
    .where('userPermission.permission', '=', permission)
    .executeTakeFirst()

/** An active seller by id, with their company; undefined else. */
export const activeSeller = (db: Db, id: string) =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', 'userRole.userId', 'appUser.id')
    .select(['appUser.id', 'appUser.name', 'appUser.companyId'])
    .where('appUser.id', '=', id)
    .where('appUser.status', '=', 'ACTIVE')
    .where('userRole.role', '=', 'SELLER')
    .executeTakeFirst()

/** The name people read for a user id. */
export const nameOf = async (db: Db, id: string | null): Promise<string | null> =>
  id === null
    ? null
    : ((await db.selectFrom('appUser').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null)
