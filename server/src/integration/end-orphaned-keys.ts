import { graceDays } from '@portal/contract/integration/model'
import { hasAll } from '@portal/contract/integration/policy'
import { dayMs } from '@portal/contract/sla/calendar'
import { type Actor, permissions } from '@portal/contract/user/model'
import { managesIntegrations } from '@portal/contract/user/policy'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { notify } from '../lib/notify.ts'
import { writeUserChange } from '../user/changes.ts'
import { heldPermissions, permissionMap } from '../user/find-actor.ts'
import { findUser, type UserRecord } from '../user/find-user.ts'
import { findManagers } from './find-managers.ts'

/** The day in New York, as people read it. */
export const formatDay = (at: Date): string =>
  at.toLocaleDateString('en-US', {
    timeZone: 'America/New_York',
    dateStyle: 'long',
  })

export type KeyService = { companyId: string; held: readonly string[] }

/**
 * Whether the creator of a key is active, manages their company's integrations
 * in one of their roles, and has the rights of its service. A key doesn't end
 * because its creator switched roles.
 */
export function isCreatorEntitled(
  creator: UserRecord | undefined,
  { companyId, held }: KeyService,
): boolean {
  if (creator?.status !== 'ACTIVE' || creator.companyId !== companyId)
    return false
  const { id, name, roles, permissions: own } = creator
  const actors = roles.map(
    (role): Actor => ({ id, name, role, companyId, permissions: own }),
  )
  const granted = permissionMap(held)
  const needed = permissions.filter((key) => granted[key])
  return actors.some(
    (actor) => managesIntegrations(actor) && hasAll(actor, needed),
  )
}

/** The keys that have not expired, with their services. */
export const selectLiveKeys = (db: Db, now: Date) =>
  db
    .selectFrom('apiKey')
    .innerJoin('appUser', 'appUser.id', 'apiKey.serviceId')
    .select(['apiKey.id', 'apiKey.shown', 'apiKey.serviceId'])
    .select(['apiKey.expiresAt', 'appUser.name as serviceName'])
    .select('appUser.companyId')
    .where('apiKey.expiresAt', '>', now)
    .orderBy('apiKey.id')

const findLiveKeys = (db: Db, now: Date) =>
  selectLiveKeys(db, now)
    .select(['apiKey.createdById', heldPermissions])
    .where('apiKey.orphanedAt', 'is', null)
    .execute()

type LiveKey = Awaited<ReturnType<typeof findLiveKeys>>[number]

/**
 * Expires the keys of people who left or lost a key's permissions, after a
 * grace period in which someone else can rotate them. Notifies the company's
 * managers of integrations and of people.
 */
export async function endOrphanedKeys({
  db,
  now,
}: {
  db: Db
  now: Date
}): Promise<number> {
  let ended = 0
  for (const key of await findLiveKeys(db, now)) {
    if (isCreatorEntitled(await findUser(db, key.createdById), key)) continue
    await inTransaction(db, (tx) => endKey(tx, key, now))
    ended++
  }
  return ended
}

async function endKey(db: Db, key: LiveKey, now: Date): Promise<void> {
  const graceEnd = new Date(now.getTime() + graceDays * dayMs)
  const expiresAt = key.expiresAt < graceEnd ? key.expiresAt : graceEnd
  const { numUpdatedRows } = await db
    .updateTable('apiKey')
    .set({ orphanedAt: now, expiresAt })
    .where('id', '=', key.id)
    .where('orphanedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  const changes = [{ field: 'key', before: key.shown, after: null }]
  await writeUserChange(
    { db, now, actorId: null },
    { userId: key.serviceId, action: 'end-key', changes },
  )
  await notify(
    { db, now, actor: null },
    {
      action: 'API_KEY_ENDS',
      entityId: key.serviceId,
      to: await findManagers(db, key.companyId),
      description: `The key ${key.shown}… of ${key.serviceName} expires on ${formatDay(expiresAt)} because its creator left or no longer has its permissions. Rotate it in Settings > Integrations.`,
    },
  )
}
