import type { Db } from '../lib/db.ts'
import { knownDeviceDays } from './cookie.ts'

const dayMs = 24 * 3_600_000

/** Deletes what is over: sign-ins under way, links of last week, tries that nobody counts any more, browsers long unseen. */
export async function sweepSignIn(db: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  await db.deleteFrom('challenge').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('passkeyRequest').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('accountLink').where('expiresAt', '<', ago(7)).execute()
  await db.deleteFrom('throttle').where('lastAt', '<', ago(1)).where('blockedUntil', '<', ago(1)).execute()
  await db.deleteFrom('knownDevice').where('lastUsedAt', '<', ago(knownDeviceDays)).execute()
}
