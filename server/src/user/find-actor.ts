import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { permissionMap } from '../auth/session.ts'
import type { Db } from '../lib/db.ts'

/** An active person in the role that they act in, with what they hold, so that the rules can be asked about them. */
export async function findActor(db: Db, id: string): Promise<Actor | undefined> {
  const row = await db
    .selectFrom('appUser')
    .leftJoin('userRole', (join) => join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0))
    .select([
      'appUser.id',
      'appUser.name',
      'appUser.companyId',
      'userRole.role',
      sql<string[]>`array(select permission from user_permission where user_id = app_user.id)`.as('held'),
    ])
    .where('appUser.id', '=', id)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!row) return undefined
  const { held, role, ...person } = row
  return { ...person, role: role ?? 'DEFAULT', permissions: permissionMap(held) }
}
