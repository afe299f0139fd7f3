import { tableOf } from '@portal/contract/lib/typed'
import { managesInSomeRole, type PersonStanding, rolesOf } from '@portal/contract/user/manage-policy'
import { permissions, type Role } from '@portal/contract/user/model'
import type { Db } from '../../lib/database/db.ts'
import type { GroupRights } from '../../lib/oidc-settings.ts'
import { writeUserChange } from '../../user/changes.ts'
import { findUser } from '../../user/find-user.ts'
import { lockPersonForUpdate } from '../../user/lock-person.ts'
import { changesOf, othersManage, writeRights } from '../../user/set-rights.ts'

type Rights = Pick<PersonStanding, 'roles' | 'permissions'>

/**
 * A user's rights by their groups. Groups manage the roles and permissions that `mapping` names: those of the user's groups
 * are given, the others taken. What it doesn't name stays as administrators set it.
 */
export function rightsByGroups(
  { roles, permissions: held, companyKind }: Pick<PersonStanding, 'roles' | 'permissions' | 'companyKind'>,
  groups: readonly string[],
  mapping: readonly GroupRights[],
): Rights {
  const possible = mapping.filter(({ role }) => rolesOf[companyKind].includes(role))
  const given = possible.filter(({ group }) => groups.includes(group))
  const isGiven = (role: Role) => given.some((rights) => rights.role === role)
  const isManaged = (role: Role) => possible.some((rights) => rights.role === role)
  const kept = roles.filter((role) => role !== 'DEFAULT' && (isGiven(role) || !isManaged(role)))
  const after = [...new Set([...kept, ...given.map(({ role }) => role)])]
  return {
    roles: after.length > 0 ? after : ['DEFAULT'],
    permissions: tableOf(permissions, (key) =>
      possible.some((rights) => rights.permissions.includes(key))
        ? given.some((rights) => rights.permissions.includes(key))
        : held[key],
    ),
  }
}

/**
 * Changes a user's rights to those of their groups; open work stays assigned, for a lead to reassign. The last user who can
 * manage permissions keeps that: then it returns false. Under `lockAllRights`.
 */
export async function applyGroups(
  { db, now, mapping }: { db: Db; now: Date; mapping: readonly GroupRights[] },
  userId: string,
  groups: readonly string[],
): Promise<boolean> {
  await lockPersonForUpdate(db, userId)
  const person = await findUser(db, userId)
  if (!person) throw new Error('the user is missing')
  const wanted = rightsByGroups(person, groups, mapping)
  const loses = managesInSomeRole(person) && !managesInSomeRole({ ...person, ...wanted })
  const isLast = loses && !(await othersManage(db, userId))
  const after = isLast ? keepManaging(wanted) : wanted

  const difference = {
    roles: after.roles.join() === person.roles.join() ? null : [...after.roles],
    granted: permissions.filter((key) => after.permissions[key] && !person.permissions[key]),
    taken: permissions.filter((key) => !after.permissions[key] && person.permissions[key]),
  }
  const changes = changesOf(person, difference)
  if (changes.length > 0) {
    await writeRights(db, userId, difference)
    await writeUserChange({ db, now, actorId: null }, { userId, action: 'apply-groups', changes })
  }
  return !isLast
}

const keepManaging = ({ roles, permissions: held }: Rights): Rights => ({
  roles: ['UNDERWRITER', ...roles.filter((role) => role !== 'UNDERWRITER' && role !== 'DEFAULT')],
  permissions: { ...held, managePermissions: true },
})
