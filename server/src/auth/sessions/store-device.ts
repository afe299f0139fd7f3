import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../lib/database/db.ts'
import type { DB } from '../../lib/database/db-types.ts'
import { hashToken, newToken } from './session.ts'

/** Whether the user signed in from this browser before. */
export const knowsDevice = (
  eb: ExpressionBuilder<DB, 'appUser'>,
  device: string | undefined,
) =>
  eb
    .exists(
      eb
        .selectFrom('knownDevice')
        .select('knownDevice.userId')
        .whereRef('knownDevice.userId', '=', 'appUser.id')
        .where('knownDevice.tokenHash', '=', hashToken(device ?? '')),
    )
    .$castTo<boolean>()

export const deviceThrottleSubject = (
  address: string,
  device: string | undefined,
) => `${address} ${hashToken(device ?? '').toString('hex')}`

/**
 * Stores that the user signed in from this browser, and returns the value of
 * its device cookie.
 */
export async function storeDevice(
  db: Db,
  userId: string,
  device: string | undefined,
  now: Date,
): Promise<string> {
  const known = device
    ? await db
        .updateTable('knownDevice')
        .set({ lastUsedAt: now })
        .where('tokenHash', '=', hashToken(device))
        .where('userId', '=', userId)
        .returning('userId')
        .executeTakeFirst()
    : undefined
  if (known && device) return device
  const fresh = newToken()
  await db
    .insertInto('knownDevice')
    .values({ tokenHash: hashToken(fresh), userId, lastUsedAt: now })
    .execute()
  return fresh
}

export const deleteDevices = (db: Db, userId: string) =>
  db.deleteFrom('knownDevice').where('userId', '=', userId).execute()
