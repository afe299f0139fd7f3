import { toRecord } from '@portal/contract/lib/typed'
import {
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import type { setPermissions as api } from '@portal/contract/user/manage-api'
import {
  permissionRefusal,
  roleRefusal,
} from '@portal/contract/user/manage-policy'
import {
  type Permission,
  permissionLabels,
  permissions,
  roleLabels,
} from '@portal/contract/user/model'
import { managesEveryone, managesPeople } from '@portal/contract/user/policy'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { notify } from '../lib/notify.ts'
import type { UserRecord } from '../user/find-user.ts'
import { isPending } from '../user/request-access.ts'
import {
  type RightsDifference,
  toChanges,
  writeRights,
} from '../user/write-rights.ts'
import { changeRights, type HandOverRequest } from './change-rights.ts'

type RightsRequest = z.output<typeof api.body>

/**
 * Sets roles (the acting one first), permissions (a flag for each that
 * changes), or both. A permission may need the role that comes with it, so
 * roles are checked first.
 */
export function setRights(
  ctx: Ctx,
  {
    id,
    handOver,
    customMessage,
    roles,
    ...flags
  }: Omit<RightsRequest, 'handOver'> & HandOverRequest,
) {
  const findDifference = (person: UserRecord): RightsDifference => {
    const changed = permissions.filter(
      (key) =>
        flags[key] !== undefined && flags[key] !== person.permissions[key],
    )
    return {
      roles: roles && roles.join() !== person.roles.join() ? roles : null,
      granted: changed.filter((key) => flags[key]),
      taken: changed.filter((key) => !flags[key]),
    }
  }
  const withRoles = (person: UserRecord) =>
    roles ? { ...person, roles } : person
  return changeRights(
    ctx,
    { id, handOver, customMessage },
    {
      action: Object.values(flags).every((flag) => flag === undefined)
        ? 'set-roles'
        : 'set-permissions',
      access: roles ? managesEveryone : managesPeople,
      refusal: (actor, person, othersManage) =>
        (roles && roleRefusal(actor, person, roles, othersManage)) ??
        permissionRefusal(actor, withRoles(person), flags, othersManage),
      after: (person) => {
        const changed = toRecord(
          permissions,
          (key) => flags[key] ?? person.permissions[key],
        )
        return { ...withRoles(person), permissions: changed }
      },
      changes: (person) => toChanges(person, findDifference(person)),
      write: (db, person) =>
        writeRights({ db, now: ctx.now }, id, findDifference(person)),
      notify: async (inner, person, { message }) => {
        const difference = findDifference(person)
        const getsAccess =
          isPending(person.roles) &&
          !isPending(difference.roles ?? person.roles)
        await notifyOfChange(inner, id, { ...difference, getsAccess }, message)
      },
    },
  )
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
  userId: string,
  {
    roles,
    granted,
    taken,
    getsAccess,
  }: RightsDifference & { getsAccess: boolean },
  message: string | null,
) {
  const about = { entityId: userId, to: [userId] }
  const messages = message === null ? [] : [message]
  const hasFlags = granted.length + taken.length > 0
  if (roles) {
    const current = `You now have these roles: ${roles.map((role) => roleLabels[role]).join(', ')}.`
    const description = [current, ...(hasFlags ? [] : messages)].join(' ')
    const title = getsAccess
      ? 'You now have access'
      : notificationActions.ROLES_CHANGED.title
    await notify(ctx, { ...about, action: 'ROLES_CHANGED', title, description })
  }
  if (!hasFlags) return
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
