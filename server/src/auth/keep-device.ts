import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../lib/db.ts'
import type { DB } from '../lib/db-types.ts'
import { hashOf, newToken } from './session.ts'

/** Whether this person signed in from this browser before. */
export const knowsDevice = (eb: ExpressionBuilder<DB, 'appUser'>, device: string | undefined) =>
  eb
    .exists(
      eb
        .selectFrom('knownDevice')
        .select('knownDevice.userId')
        .whereRef('knownDevice.userId', '=', 'appUser.id')
        .where('knownDevice.tokenHash', '=', hashOf(device ?? '')),
    )
    .$castTo<boolean>()

/** By what the tries of a known device are counted: this browser for this account. */
export const deviceSubject = (address: string, device: string | undefined) =>
  `${address} ${hashOf(device ?? '').toString('hex')}`

/** Notes that this person came from this browser, and answers the value of its cookie: a new one for a browser that is new to them. */
export async function rememberDevice(db: Db, userId: string, device: string | undefined, now: Date): Promise<string> {
  const known = device
    ? await db
        .updateTable('knownDevice')
        .set({ lastUsedAt: now })
        .where('tokenHash', '=', hashOf(device))
        .where('userId', '=', userId)
        .returning('userId')
        .executeTakeFirst()
    : undefined
  if (known && device) return device
  const fresh = newToken()
  await db
    .insertInto('knownDevice')
    .values({ tokenHash: hashOf(fresh), userId, lastUsedAt: now })
    .execute()
  return fresh
}

/** Every browser is a stranger again. */
export const forgetDevices = (db: Db, userId: string) =>
  db.deleteFrom('knownDevice').where('userId', '=', userId).execute()
