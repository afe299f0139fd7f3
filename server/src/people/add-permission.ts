import { permissionsOf } from '@portal/contract/user/manage-policy'
import { type Permission, permissionLabels } from '@portal/contract/user/model'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { writeUserChange } from '../user/changes.ts'
import { findUser, type UserRecord } from '../user/find-user.ts'
import { lockAllRights } from '../user/lock-person.ts'
import {
  type RightsDifference,
  toChanges,
  writeRights,
} from '../user/write-rights.ts'

function refusalOf(person: UserRecord, permission: Permission): string | null {
  if (person.status !== 'ACTIVE') return `${person.email} is not active`
  if (person.permissions[permission])
    return `${person.email} already has ${permissionLabels[permission]}`
  const hasEffect = person.roles.some((role) =>
    permissionsOf[role].includes(permission),
  )
  return hasEffect
    ? null
    : `${permissionLabels[permission]} has no effect with the roles of ${person.email}`
}

/**
 * Grants a permission from the command line, for the operator of the portal.
 * Returns why not, or null.
 */
export const addPermission = (
  db: Db,
  now: Date,
  email: string,
  permission: Permission,
): Promise<string | null> =>
  inTransaction(db, async (inner) => {
    await lockAllRights(inner)
    const known = await inner
      .selectFrom('appUser')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    const person = known && (await findUser(inner, known.id))
    if (!person) return `There is no user with the address ${email}`
    const refusal = refusalOf(person, permission)
    if (refusal) return refusal
    const difference: RightsDifference = {
      roles: null,
      granted: [permission],
      taken: [],
    }
    await writeRights({ db: inner, now }, person.id, difference)
    const changes = toChanges(person, difference)
    await writeUserChange(
      { db: inner, now, actorId: null },
      { userId: person.id, action: 'set-permissions', changes },
    )
    return null
  })
