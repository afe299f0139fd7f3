import type { Permission, Role } from '@portal/contract/user/model'
import type { Db } from '../lib/db.ts'
import { badRequest } from '../lib/errors.ts'

/** Active people who act in this role: their first one. */
const active = (db: Db, role: Role) =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0).on('userRole.role', '=', role),
    )
    .select(['appUser.id', 'appUser.name', 'appUser.companyId'])
    .where('appUser.status', '=', 'ACTIVE')

/** An active underwriter by id, or undefined; one who holds the permission, when it is named. */
export const activeUnderwriter = (db: Db, id: string, permission?: Permission) =>
  active(db, 'UNDERWRITER')
    .where('appUser.id', '=', id)
    .$if(permission !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('userPermission')
            .select('userPermission.userId')
            .whereRef('userPermission.userId', '=', 'appUser.id')
            .where('userPermission.permission', '=', permission ?? 'myOwn'),
        ),
      ),
    )
    .executeTakeFirst()

/** Whoever was named in a field for a review that needs a permission. Throws 400, naming the field, when they can't do it. */
export async function underwriterFor(db: Db, field: string, id: string, permission: Permission) {
  const person = await activeUnderwriter(db, id, permission)
  if (!person) throw badRequest([{ field, error: 'Nobody who can do this review' }])
  return person
}

/** An active seller by id, with their company; undefined else. */
export const activeSeller = (db: Db, id: string) => active(db, 'SELLER').where('appUser.id', '=', id).executeTakeFirst()

/** The name people read for a user id. */
export const nameOf = async (db: Db, id: string | null): Promise<string | null> =>
  id === null
    ? null
    : ((await db.selectFrom('appUser').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null)
