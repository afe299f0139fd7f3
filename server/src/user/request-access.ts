import type { Role } from '@portal/contract/user/model'
import type { Db } from '../lib/database/db.ts'
import { notify } from '../lib/notify.ts'
import { findUsersWithPermissions } from './find-person.ts'
import { findUser } from './find-user.ts'

/** Whether a user with these roles has no access yet. */
export const isPending = (roles: readonly Role[]): boolean =>
  (roles[0] ?? 'DEFAULT') === 'DEFAULT'

/**
 * Notifies the administrators that a person who signs in has no role. They are
 * notified once; the notification is deleted when the person gets a role.
 */
export async function requestAccess(
  { db, now }: { db: Db; now: Date },
  userId: string,
): Promise<void> {
  const person = await findUser(db, userId)
  if (!person || !isPending(person.roles)) return
  const earlier = await db
    .selectFrom('notification')
    .select('id')
    .where('entityId', '=', userId)
    .where('action', '=', 'ACCESS_REQUESTED')
    .limit(1)
    .executeTakeFirst()
  if (earlier) return
  // Someone who was refused asks again on the page that they see.
  const request = await db
    .selectFrom('accessRequest')
    .select('id')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (request) return
  await notify(
    { db, now, actor: null },
    {
      action: 'ACCESS_REQUESTED',
      entityId: userId,
      to: await findUsersWithPermissions(db, ['managePermissions']),
      description: `${person.name}, ${person.companyName} (${person.email})`,
    },
  )
}

/**
 * Deletes the administrators' notifications about a person whose request was
 * answered, and marks an open request as granted: the person got a role.
 */
export async function closeAccessRequest(
  { db, now }: { db: Db; now: Date },
  userId: string,
): Promise<void> {
  await deleteAccessNotifications(db, userId)
  await db
    .updateTable('accessRequest')
    .set({ answeredAt: now })
    .where('userId', '=', userId)
    .where('answeredAt', 'is', null)
    .execute()
}

export const deleteAccessNotifications = (db: Db, userId: string) =>
  db
    .deleteFrom('notification')
    .where('entityId', '=', userId)
    .where('action', '=', 'ACCESS_REQUESTED')
    .execute()
