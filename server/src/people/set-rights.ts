import { toRecord } from '@portal/contract/lib/typed'
import {
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import type {
  setPermissions as api,
  User,
} from '@portal/contract/user/manage-api'
import {
  permissionRefusal,
  roleRefusal,
} from '@portal/contract/user/manage-policy'
import {
  type Permission,
  permissionLabels,
  permissions,
  type Role,
  roleLabels,
} from '@portal/contract/user/model'
import { managesEveryone, managesPeople } from '@portal/contract/user/policy'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { notify } from '../lib/notify.ts'
import { writeUserChange } from '../user/changes.ts'
import {
  findManagedUser,
  presentUser,
  type UserRecord,
} from '../user/find-user.ts'
import { transactWithRights } from '../user/lock-person.ts'
import { isPending } from '../user/request-access.ts'
import {
  type RightsDifference,
  toChanges,
  writeRights,
} from '../user/write-rights.ts'
import { assignOpenWork } from './assign-open-work.ts'
import {
  type HandOverRequest,
  lockManagedUser,
  planHandOver,
} from './change-rights.ts'

type PermissionFlags = Partial<Record<Permission, boolean | undefined>>

type RightsRequest = Omit<z.output<typeof api.body>, 'handOver'> &
  HandOverRequest

/**
 * Sets roles (the acting one first), permissions (a flag for each that
 * changes), or both. A permission may need the role that comes with it, so
 * roles are checked first.
 */
export function setRights(
  ctx: Ctx,
  { id, handOver, customMessage, roles, ...flags }: RightsRequest,
): Promise<User> {
  const access = roles ? managesEveryone : managesPeople
  return transactWithRights(ctx, access, async (inner) => {
    const { db, now, actor } = inner
    const locked = await lockManagedUser(inner, id)
    const { person, work, othersManage } = locked
    const withRoles = roles ? { ...person, roles } : person
    const refusal =
      (roles && roleRefusal(actor, person, roles, othersManage)) ??
      permissionRefusal(actor, withRoles, flags, othersManage)
    if (refusal) throw conflict(refusal)
    const difference = findDifference(person, roles, flags)
    const changes = toChanges(person, difference)
    if (changes.length === 0) return presentUser(person)

    const personAfter = {
      ...withRoles,
      permissions: applyFlags(person.permissions, flags),
    }
    const plan = await planHandOver(inner, locked, personAfter, handOver)
    await writeRights(inner, id, difference)
    const reassigned = await assignOpenWork(inner, person, work, plan)
    const message = customMessage || null
    await writeUserChange(
      { db, now, actorId: actor.id },
      {
        userId: id,
        action: hasFlags(flags) ? 'set-permissions' : 'set-roles',
        changes: [...changes, ...reassigned],
        customMessage: message,
      },
    )
    await notifyOfChange(inner, person, difference, message)
    return presentUser(await findManagedUser(inner, id))
  })
}

const hasFlags = (flags: PermissionFlags): boolean =>
  Object.values(flags).some((flag) => flag !== undefined)

const applyFlags = (
  current: UserRecord['permissions'],
  flags: PermissionFlags,
): UserRecord['permissions'] =>
  toRecord(permissions, (key) => flags[key] ?? current[key])

function findDifference(
  person: UserRecord,
  roles: Role[] | undefined,
  flags: PermissionFlags,
): RightsDifference {
  const changed = permissions.filter(
    (key) => flags[key] !== undefined && flags[key] !== person.permissions[key],
  )
  return {
    roles: roles && roles.join() !== person.roles.join() ? roles : null,
    granted: changed.filter((key) => flags[key]),
    taken: changed.filter((key) => !flags[key]),
  }
}

/** Grants for which spec.md has a separate notification. */
const ownNotifications: Partial<Record<Permission, NotificationAction>> = {
  myCompanyView: 'MY_COMPANY_VIEW',
  myCompanyAdmin: 'MY_COMPANY_ADMIN',
  myCompanyReassignSlv: 'MY_COMPANY_REASSIGN_SLV',
}

const listLabels = (verb: string, keys: readonly Permission[]) =>
  keys.length === 0
    ? []
    : [`${verb}: ${keys.map((key) => permissionLabels[key]).join(', ')}.`]

/**
 * Notifies the user of their new roles and permissions; the admin's message is
 * in the last notification only.
 */
async function notifyOfChange(
  ctx: Ctx,
  person: UserRecord,
  { roles, granted, taken }: RightsDifference,
  message: string | null,
) {
  const about = { entityId: person.id, to: [person.id] }
  const messages = message === null ? [] : [message]
  const changesPermissions = granted.length + taken.length > 0
  if (roles) {
    const current = `You now have these roles: ${roles.map((role) => roleLabels[role]).join(', ')}.`
    const description = [current, ...(changesPermissions ? [] : messages)].join(
      ' ',
    )
    const getsAccess = isPending(person.roles) && !isPending(roles)
    const title = getsAccess
      ? 'You now have access'
      : notificationActions.ROLES_CHANGED.title
    await notify(ctx, { ...about, action: 'ROLES_CHANGED', title, description })
  }
  if (!changesPermissions) return
  for (const key of granted) {
    const action = ownNotifications[key]
    if (action) await notify(ctx, { ...about, action, description: '' })
  }
  const others = granted.filter((key) => ownNotifications[key] === undefined)
  const parts = [
    ...listLabels('Granted', others),
    ...listLabels('Removed', taken),
    ...messages,
  ]
  if (parts.length > 0)
    await notify(ctx, {
      ...about,
      action: 'PERMISSIONS_CHANGED',
      description: parts.join(' '),
    })
}
