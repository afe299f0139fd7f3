import type { NotificationAction } from '@portal/contract/notification/model'
import type { setPermissions as api } from '@portal/contract/user/manage-api'
import { permissionRefusal, roleRefusal } from '@portal/contract/user/manage-policy'
import { type Permission, permissionLabels, permissions, roleLabels } from '@portal/contract/user/model'
import { managesEveryone, managesPeople } from '@portal/contract/user/policy'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { notify } from '../notification/notify.ts'
import { changeRights } from './change-rights.ts'
import type { KnownPerson } from './find-facts.ts'
import type { PersonChange } from './write-change.ts'

type Asked = z.output<typeof api.body>

/** What of it is a change for the person as they stand: their new roles, or null; keys that come and go. */
type Difference = { roles: Asked['roles'] | null; granted: Permission[]; taken: Permission[] }

/**
 * Sets roles, or permissions, or both in one step: a flag for each permission that is to change, all of the roles, the acting one
 * first. A permission may need the role that comes with it, so roles are asked about and told first.
 */
export function setRights(ctx: Ctx, { id, handOver, customMessage, roles, ...flags }: Asked) {
  const differenceOf = (person: KnownPerson): Difference => {
    const changed = permissions.filter((key) => flags[key] !== undefined && flags[key] !== person.permissions[key])
    return {
      roles: roles && roles.join() !== person.roles.join() ? roles : null,
      granted: changed.filter((key) => flags[key]),
      taken: changed.filter((key) => !flags[key]),
    }
  }
  const withRoles = (person: KnownPerson) => (roles ? { ...person, roles } : person)
  return changeRights(
    ctx,
    { id, handOver, customMessage },
    {
      action: Object.values(flags).every((flag) => flag === undefined) ? 'set-roles' : 'set-permissions',
      access: roles ? managesEveryone : managesPeople,
      refusal: (actor, person, othersManage) =>
        (roles && roleRefusal(actor, person, roles, othersManage)) ??
        permissionRefusal(actor, withRoles(person), flags, othersManage),
      after: (person) => {
        const { granted, taken } = differenceOf(person)
        const now = { ...person.permissions }
        for (const key of granted) now[key] = true
        for (const key of taken) now[key] = false
        return { ...withRoles(person), permissions: now }
      },
      changes: (person) => changesOf(person, differenceOf(person)),
      write: (db, person) => write(db, id, differenceOf(person)),
      tell: (inner, person, { message }) => tell(inner, id, differenceOf(person), message),
    },
  )
}

function changesOf(person: KnownPerson, { roles, granted, taken }: Difference): PersonChange[] {
  const changed = permissions.filter((key) => granted.includes(key) || taken.includes(key))
  return [
    ...(roles ? [{ field: 'roles', before: person.roles, after: roles }] : []),
    ...changed.map((field) => ({ field, before: person.permissions[field], after: !person.permissions[field] })),
  ]
}

async function write(db: Db, userId: string, { roles, granted, taken }: Difference) {
  if (roles) {
    await db.deleteFrom('userRole').where('userId', '=', userId).execute()
    await db
      .insertInto('userRole')
      .values(roles.map((role, position) => ({ userId, role, position })))
      .execute()
  }
  if (taken.length > 0)
    await db.deleteFrom('userPermission').where('userId', '=', userId).where('permission', 'in', taken).execute()
  if (granted.length > 0)
    await db
      .insertInto('userPermission')
      .values(granted.map((permission) => ({ userId, permission })))
      .execute()
}

/** Grants that have a notification of their own in spec.md. */
const ownWords: Partial<Record<Permission, NotificationAction>> = {
  myCompanyView: 'MY_COMPANY_VIEW',
  myCompanyAdmin: 'MY_COMPANY_ADMIN',
  myCompanyReassignSlv: 'MY_COMPANY_REASSIGN_SLV',
}

const named = (word: string, keys: readonly Permission[]) =>
  keys.length === 0 ? [] : [`${word}: ${keys.map((key) => permissionLabels[key]).join(', ')}.`]

/** Tells the person what changed, some grants by their own words; what the admin adds follows what changed. */
async function tell(ctx: Ctx, userId: string, { roles, granted, taken }: Difference, message: string | null) {
  const about = { entityId: userId, to: [userId] }
  const said = message === null ? [] : [message]
  const hasFlags = granted.length + taken.length > 0
  if (roles) {
    const now = `You are ${roles.map((role) => roleLabels[role]).join(', ')} now.`
    // Said once, with what comes last.
    const description = [now, ...(hasFlags ? [] : said)].join(' ')
    await notify(ctx, { ...about, action: 'ROLES_CHANGED', description })
  }
  if (!hasFlags) return
  for (const key of granted) {
    const action = ownWords[key]
    if (action) await notify(ctx, { ...about, action, description: '' })
  }
  const others = granted.filter((key) => ownWords[key] === undefined)
  const words = [...named('Granted', others), ...named('Taken', taken), ...said]
  if (words.length > 0) await notify(ctx, { ...about, action: 'PERMISSIONS_CHANGED', description: words.join(' ') })
}
