import { workOf } from '@portal/contract/user/manage-policy'
import type {
  OpenWorkKind,
  Permission,
  Role,
} from '@portal/contract/user/model'
import type { ExpressionBuilder } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { badRequest, forbidden } from '../lib/errors.ts'
import { lockPerson } from './lock-person.ts'

/** Active people in these roles; services get no work. */
export const activeInRole = (db: Db, roles: readonly Role[]) =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) =>
      join
        .onRef('userRole.userId', '=', 'appUser.id')
        .on('userRole.position', '=', 0)
        .on('userRole.role', 'in', roles),
    )
    .where('appUser.status', '=', 'ACTIVE')
    .where('appUser.isService', '=', false)

export const hasPermission = (
  eb: ExpressionBuilder<DB, 'appUser'>,
  permission: Permission,
) =>
  eb.exists(
    eb
      .selectFrom('userPermission')
      .select('userPermission.userId')
      .whereRef('userPermission.userId', '=', 'appUser.id')
      .where('userPermission.permission', '=', permission),
  )

/**
 * An active user by id, locked, who acts in one of these roles and has the
 * permission, if one is named.
 */
async function lockedPerson(
  db: Db,
  id: string,
  roles: readonly Role[],
  permission: Permission | null,
) {
  await lockPerson(db, id)
  let query = activeInRole(db, roles)
    .select(['appUser.id', 'appUser.name', 'appUser.companyId'])
    .where('appUser.id', '=', id)
  if (permission) query = query.where((eb) => hasPermission(eb, permission))
  return query.executeTakeFirst()
}

/**
 * An active underwriter by id, locked; with the permission, if one is named.
 */
export const activeUnderwriter = (
  db: Db,
  id: string,
  permission: Permission | null = null,
) => lockedPerson(db, id, ['UNDERWRITER'], permission)

/** An active user by id, locked, to whom a kind of work can be assigned. */
export const activeFor = (db: Db, kind: OpenWorkKind, id: string) =>
  lockedPerson(db, id, workOf[kind].roles, workOf[kind].permissionToReceive)

export const activeSeller = (db: Db, id: string) => activeFor(db, 'seller', id)

/**
 * The reviewer named in a field. Throws 400, naming the field, if they can't do
 * the review.
 */
export async function underwriterFor(
  db: Db,
  field: string,
  id: string,
  permission: Permission,
) {
  const person = await activeUnderwriter(db, id, permission)
  if (!person)
    throw badRequest([{ field, error: 'This user can’t do this review' }])
  return person
}

/**
 * The actor, locked, for work that they assign to themselves. Throws 403 if
 * they lost the right to it.
 */
export async function actingUnderwriter(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  permission?: Permission,
) {
  const person = await activeUnderwriter(db, actor.id, permission)
  if (!person) throw forbidden('You do not have permission to do this')
  return person
}

/** The ids of active underwriters who have all of these permissions. */
export async function findUsersWithPermissions(
  db: Db,
  permissions: readonly Permission[],
): Promise<string[]> {
  const holders = await activeInRole(db, ['UNDERWRITER'])
    .select('appUser.id')
    .where((eb) =>
      eb.and(permissions.map((permission) => hasPermission(eb, permission))),
    )
    .orderBy('appUser.id')
    .execute()
  return holders.map(({ id }) => id)
}

export async function findName(
  db: Db,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null
  const person = await db
    .selectFrom('appUser')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  return person?.name ?? null
}

export async function findNames(
  db: Db,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const people = await db
    .selectFrom('appUser')
    .select(['id', 'name'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(wanted))))
    .execute()
  return new Map(people.map(({ id, name }) => [id, name]))
}
