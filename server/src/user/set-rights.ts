import { tableOf } from '@portal/contract/lib/typed'
import {
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import type {
  setPermissions as api,
  HandOver,
  User,
  UserAction,
} from '@portal/contract/user/manage-api'
import {
  type PersonStanding,
  permissionRefusal,
  roleRefusal,
  workableKinds,
} from '@portal/contract/user/manage-policy'
import {
  type Actor,
  type Permission,
  permissionLabels,
  permissions,
  roleLabels,
} from '@portal/contract/user/model'
import {
  type ActorRule,
  managesEveryone,
  managesPeople,
} from '@portal/contract/user/policy'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { conflict } from '../lib/errors.ts'
import { enqueue } from '../lib/jobs/jobs.ts'
import { notify } from '../lib/notify.ts'
import {
  assignOpenWork,
  checkHandOver,
  lockOpenWork,
} from './assign-open-work.ts'
import { type PersonChange, writeUserChange } from './changes.ts'
import { chooseSuccessors } from './find-open-work.ts'
import { findManagedUser, presentUser, type UserRecord } from './find-user.ts'
import { transactWithRights } from './lock-person.ts'
import { deleteAccessRequest, isPending } from './request-access.ts'

/**
 * The successors by kind of work, or AUTOMATIC: for each kind, the person with
 * the least of it.
 */
export type HandOverRequest = { handOver?: HandOver | 'AUTOMATIC' | undefined }

type ChangeRequest = {
  id: string
  customMessage?: string | undefined
} & HandOverRequest

type Plan = {
  action: UserAction
  /**
   * The endpoint's own rule, checked again against the actor's current rights.
   */
  access: ActorRule
  /** Why the change is refused, as a sentence; null if it is allowed. */
  refusal: (
    actor: Actor,
    person: UserRecord,
    othersManage: boolean,
  ) => string | null
  /** The user after the change. */
  after: (person: UserRecord) => PersonStanding
  changes: (person: UserRecord) => PersonChange[]
  write: (db: Db, person: UserRecord) => Promise<void>
  /** `changeId` is the id of the history entry. */
  notify: (
    ctx: Ctx,
    person: UserRecord,
    about: { message: string | null; changeId: number },
  ) => Promise<void>
}

/**
 * Changes a user's rights in one transaction, one at a time, so that two admins
 * can't remove each other's rights.
 */
export const changeRights = (
  ctx: Ctx,
  { id, handOver = {}, customMessage }: ChangeRequest,
  plan: Plan,
): Promise<User> =>
  transactWithRights(ctx, plan.access, async (inner) => {
    const { db, now, actor } = inner
    await findManagedUser(inner, id)

    const work = await lockOpenWork(db, id)
    const person = await findManagedUser(inner, id)
    const refusal = plan.refusal(actor, person, await othersManage(db, id))
    if (refusal) throw conflict(refusal)
    const changes = plan.changes(person)
    if (changes.length === 0) return presentUser(person)

    const able = workableKinds(plan.after(person))
    const successors =
      handOver === 'AUTOMATIC'
        ? await chooseSuccessors(db, person, able)
        : handOver
    const reassignments = await checkHandOver(
      inner,
      person,
      work,
      able,
      successors,
    )
    // Before the reassignment: a user who loses a right is not notified of work
    // that needs it.
    await plan.write(db, person)
    const reassigned = await assignOpenWork(inner, person, work, reassignments)
    const message = customMessage || null
    const changeId = await writeUserChange(
      { db, now, actorId: actor.id },
      {
        userId: id,
        action: plan.action,
        changes: [...changes, ...reassigned],
        customMessage: message,
      },
    )
    await plan.notify(inner, person, { message, changeId })
    return presentUser(await findManagedUser(inner, id))
  })

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

type RightsRequest = z.output<typeof api.body>

/** Roles are null if they don't change. */
export type RightsDifference = {
  roles: RightsRequest['roles'] | null
  granted: Permission[]
  taken: Permission[]
}

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
  const differenceOf = (person: UserRecord): RightsDifference => {
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
        const changed = tableOf(
          permissions,
          (key) => flags[key] ?? person.permissions[key],
        )
        return { ...withRoles(person), permissions: changed }
      },
      changes: (person) => changesOf(person, differenceOf(person)),
      write: (db, person) => writeRights(db, id, differenceOf(person)),
      notify: async (inner, person, { message, changeId }) => {
        const difference = differenceOf(person)
        const getsAccess =
          isPending(person.roles) &&
          !isPending(difference.roles ?? person.roles)
        await notifyOfChange(inner, id, { ...difference, getsAccess }, message)
        if (getsAccess)
          await enqueue(
            inner.db,
            'send-access-mail',
            { changeId },
            { key: String(changeId) },
          )
      },
    },
  )
}

export function changesOf(
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
  db: Db,
  userId: string,
  { roles, granted, taken }: RightsDifference,
) {
  if (roles && !isPending(roles)) await deleteAccessRequest(db, userId)
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
