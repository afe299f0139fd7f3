import type { NotificationAction } from '@portal/contract/notification/model'
import type { setPermissions as api } from '@portal/contract/user/manage-api'
import { permissionRefusal } from '@portal/contract/user/manage-policy'
import { type Permission, permissionLabels, permissions } from '@portal/contract/user/model'
import { managesPeople } from '@portal/contract/user/policy'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { notify } from '../notification/notify.ts'
import { changeRights } from './change-rights.ts'
import type { KnownPerson } from './find-facts.ts'

/** Grants and takes permissions: a flag for each that is to change. */
export function setPermissions(ctx: Ctx, { id, handOver, customMessage, ...flags }: z.output<typeof api.body>) {
  const changed = (person: KnownPerson) =>
    permissions.filter((key) => flags[key] !== undefined && flags[key] !== person.permissions[key])
  const granted = (person: KnownPerson) => changed(person).filter((key) => flags[key])
  const taken = (person: KnownPerson) => changed(person).filter((key) => !flags[key])
  return changeRights(
    ctx,
    { id, handOver, customMessage },
    {
      action: 'set-permissions',
      access: managesPeople,
      refusal: (actor, person, othersManage) => permissionRefusal(actor, person, flags, othersManage),
      after: (person) => {
        const now = { ...person.permissions }
        for (const key of changed(person)) now[key] = flags[key] ?? false
        return { ...person, permissions: now }
      },
      changes: (person) =>
        changed(person).map((field) => ({
          field,
          before: person.permissions[field],
          after: !person.permissions[field],
        })),
      write: async (db, person) => {
        const [gone, come] = [taken(person), granted(person)]
        if (gone.length > 0)
          await db.deleteFrom('userPermission').where('userId', '=', id).where('permission', 'in', gone).execute()
        if (come.length > 0)
          await db
            .insertInto('userPermission')
            .values(come.map((permission) => ({ userId: id, permission })))
            .execute()
      },
      tell: (inner, person, message) => tellOf(inner, person, granted(person), taken(person), message),
    },
  )
}

/** Grants that have a notification of their own in spec.md. */
const ownWords: Partial<Record<Permission, NotificationAction>> = {
  myCompanyView: 'MY_COMPANY_VIEW',
  myCompanyAdmin: 'MY_COMPANY_ADMIN',
  myCompanyReassignSlv: 'MY_COMPANY_REASSIGN_SLV',
}

const named = (word: string, keys: readonly Permission[]) =>
  keys.length === 0 ? [] : [`${word}: ${keys.map((key) => permissionLabels[key]).join(', ')}.`]

/** Tells the person: some grants by their own words, the rest, and what the admin adds, together. */
async function tellOf(
  ctx: Ctx,
  person: KnownPerson,
  granted: readonly Permission[],
  taken: readonly Permission[],
  message: string | null,
) {
  const about = { entityId: person.id, to: [person.id] }
  const others = granted.filter((key) => ownWords[key] === undefined)
  for (const key of granted) {
    const action = ownWords[key]
    if (action) await notify(ctx, { ...about, action, description: '' })
  }
  if (message === null && others.length + taken.length === 0) return
  const description = message ?? [...named('Granted', others), ...named('Taken', taken)].join(' ')
  await notify(ctx, { ...about, action: 'PERMISSIONS_CHANGED', description })
}
