import {
  type ManagedPersonFacts,
  managesInSomeRole,
} from '@portal/contract/user/manage-policy'
import { permissions } from '@portal/contract/user/model'
import type { Db } from '../../lib/database/db.ts'
import { type GroupRights, rightsByGroups } from '../../lib/group-roles.ts'
import { writeUserChange } from '../../user/changes.ts'
import { findUser } from '../../user/find-user.ts'
import { lockPersonForUpdate } from '../../user/lock-person.ts'
import {
  othersManage,
  toChanges,
  writeRights,
} from '../../user/write-rights.ts'

type Rights = Pick<ManagedPersonFacts, 'roles' | 'permissions'>

/**
 * Changes a user's rights to those of their groups. Open work stays assigned; a
 * lead reassigns it. Returns false if the user keeps Manage Permissions because
 * they are the last one who has it. Needs `lockAllRights`.
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
  const loses =
    managesInSomeRole(person) && !managesInSomeRole({ ...person, ...wanted })
  const isLast = loses && !(await othersManage(db, userId))
  const after = isLast ? keepManaging(wanted) : wanted

  const difference = {
    roles: after.roles.join() === person.roles.join() ? null : [...after.roles],
    granted: permissions.filter(
      (key) => after.permissions[key] && !person.permissions[key],
    ),
    taken: permissions.filter(
      (key) => !after.permissions[key] && person.permissions[key],
    ),
  }
  const changes = toChanges(person, difference)
  if (changes.length > 0) {
    await writeRights({ db, now }, userId, difference)
    await writeUserChange(
      { db, now, actorId: null },
      { userId, action: 'apply-groups', changes },
    )
  }
  return !isLast
}

const keepManaging = ({ roles, permissions: held }: Rights): Rights => ({
  roles: [
    'UNDERWRITER',
    ...roles.filter((role) => role !== 'UNDERWRITER' && role !== 'DEFAULT'),
  ],
  permissions: { ...held, managePermissions: true },
})
