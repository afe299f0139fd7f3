import { managesInSomeRole } from '@portal/contract/user/manage-policy'
import { permissions } from '@portal/contract/user/model'
import type { Db } from '../lib/database/db.ts'
import { writeUserChange } from './changes.ts'
import { findUser, type UserRecord } from './find-user.ts'
import { lockAllRights } from './lock-person.ts'
import {
  othersManage,
  type RightsDifference,
  toChanges,
  writeRights,
} from './write-rights.ts'

export const someoneManages =
  'The portal already has an administrator, who can grant access in Settings > Permissions'

/** Why this person can't become the first administrator, or null. */
async function refusalOf(db: Db, person: UserRecord): Promise<string | null> {
  if (managesInSomeRole(person))
    return `${person.email} is already an administrator`
  if (await othersManage(db, person.id)) return someoneManages
  if (person.companyKind !== 'BUYER')
    return `${person.email} belongs to ${person.companyName}: the first administrator must be on the buyer's staff`
  return person.status === 'ACTIVE' ? null : `${person.email} is not active`
}

/**
 * If no one manages permissions, makes a person an underwriter with every
 * permission, so that they can grant all of them. Returns why not, or null.
 * Runs in the caller's transaction.
 */
export async function makeFirstAdmin(
  db: Db,
  now: Date,
  userId: string,
): Promise<string | null> {
  await lockAllRights(db)
  const person = await findUser(db, userId)
  const refusal = person ? await refusalOf(db, person) : 'There is no such user'
  if (!person || refusal) return refusal
  const others = person.roles.filter(
    (role) => role !== 'UNDERWRITER' && role !== 'DEFAULT',
  )
  const difference: RightsDifference = {
    roles: ['UNDERWRITER', ...others],
    granted: permissions.filter((key) => !person.permissions[key]),
    taken: [],
  }
  await writeRights({ db, now }, userId, difference)
  const changes = toChanges(person, difference)
  await writeUserChange(
    { db, now, actorId: null },
    { userId, action: 'set-permissions', changes },
  )
  return null
}

type SignIn = { email: string; now: Date; firstAdminEmail: string | undefined }

/**
 * Whether the person who signs in becomes the first administrator, by
 * FIRST_ADMIN_EMAIL or by an invitation, which this deletes. If so, locks all
 * rights before the person is locked.
 */
export async function claimFirstAdmin(
  db: Db,
  { email, now, firstAdminEmail }: SignIn,
): Promise<boolean> {
  const used = await db
    .deleteFrom('adminInvitation')
    .where('email', '=', email)
    .where('expiresAt', '>', now)
    .returning('email')
    .executeTakeFirst()
  const isMeant = used !== undefined || email === firstAdminEmail
  if (isMeant) await lockAllRights(db)
  return isMeant
}
