import type { Profile } from '@portal/contract/auth/api'
import type { SignInWay } from '@portal/contract/auth/model'
import type { Role } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import { heldPermissions, permissionMap } from '../user/find-actor.ts'

/** The signed-in user, as the web's shell needs them. */
export async function getProfile(db: Db, userId: string): Promise<Profile> {
  const user = await db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .leftJoin('credential', 'credential.userId', 'appUser.id')
    .select([
      'appUser.id',
      'appUser.firstName',
      'appUser.lastName',
      'appUser.name',
      'appUser.email',
      'appUser.phone',
      'company.name as companyName',
      'company.kind as companyKind',
      sql<Role[]>`array(select role from user_role where user_id = app_user.id order by position)`.as('roles'),
      sql<SignInWay>`case when credential.user_id is null then 'LOAN_DOCK' else 'PASSWORD' end`.as('signsInWith'),
      heldPermissions,
    ])
    .where('appUser.id', '=', userId)
    .executeTakeFirstOrThrow()
  const { held, roles, ...person } = user
  return { ...person, roles, role: roles[0] ?? 'DEFAULT', permissions: permissionMap(held) }
}
