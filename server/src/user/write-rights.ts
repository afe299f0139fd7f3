import {
  type Permission,
  permissions,
  type Role,
} from '@portal/contract/user/model'
import type { Db } from '../lib/database/db.ts'
import type { PersonChange } from './changes.ts'
import type { UserRecord } from './find-user.ts'
import { closeAccessRequest, isPending } from './request-access.ts'

/** Roles are null if they don't change. */
export type RightsDifference = {
  roles: Role[] | null
  granted: Permission[]
  taken: Permission[]
}

export function toChanges(
  person: UserRecord,
  { roles, granted, taken }: RightsDifference,
): PersonChange[] {
  const changed = permissions.filter(
    (key) => granted.includes(key) || taken.includes(key),
  )
  return [
    ...(roles ? [{ field: 'roles', before: person.roles, after: roles }] : []),
    ...changed.map((field) => ({
      field,
      before: person.permissions[field],
      after: !person.permissions[field],
    })),
  ]
}

export async function writeRights(
  { db, now }: { db: Db; now: Date },
  userId: string,
  { roles, granted, taken }: RightsDifference,
) {
  if (roles && !isPending(roles)) await closeAccessRequest({ db, now }, userId)
  if (roles) {
    await db.deleteFrom('userRole').where('userId', '=', userId).execute()
    await db
      .insertInto('userRole')
      .values(roles.map((role, position) => ({ userId, role, position })))
      .execute()
  }
  if (taken.length > 0)
    await db
      .deleteFrom('userPermission')
      .where('userId', '=', userId)
      .where('permission', 'in', taken)
      .execute()
  if (granted.length > 0)
    await db
      .insertInto('userPermission')
      .values(granted.map((permission) => ({ userId, permission })))
      .execute()
}

/** Whether anyone but this person can manage everyone. */
export async function othersManage(
  db: Db,
  id: string | null,
): Promise<boolean> {
  const other = await db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) =>
      join
        .onRef('userRole.userId', '=', 'appUser.id')
        .on('userRole.role', '=', 'UNDERWRITER'),
    )
    .innerJoin('userPermission', (join) =>
      join
        .onRef('userPermission.userId', '=', 'appUser.id')
        .on('userPermission.permission', '=', 'managePermissions'),
    )
    .select('appUser.id')
    .where('appUser.status', '=', 'ACTIVE')
    .where('appUser.id', 'is distinct from', id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
