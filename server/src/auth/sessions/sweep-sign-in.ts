import { type Db, inTransaction } from '../../lib/database/db.ts'
import { knownDeviceDays } from './cookie.ts'
import { idleMinutes } from './session.ts'

const dayMs = 24 * 3_600_000

/** Deletes what has expired, each table in a transaction of its own, which is retried after a deadlock. */
export async function sweepSignIn(pool: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const idleSince = new Date(now.getTime() - idleMinutes * 60_000)
  const sweep = (remove: (db: Db) => { execute: () => Promise<unknown> }) =>
    inTransaction(pool, (db) => remove(db).execute())
  await sweep((db) =>
    db.deleteFrom('session').where((eb) => eb.or([eb('endsAt', '<=', now), eb('lastUsedAt', '<=', idleSince)])),
  )
  // A day later: a node whose clock is behind must still find that a ticket was used.
  await sweep((db) => db.deleteFrom('usedTicket').where('expiresAt', '<', ago(1)))
  await sweep((db) => db.deleteFrom('printTicket').where('expiresAt', '<', now))
  await sweep((db) => db.deleteFrom('idempotencyKey').where('createdAt', '<', ago(1)))
  await sweep((db) => db.deleteFrom('challenge').where('expiresAt', '<=', now))
  await sweep((db) => db.deleteFrom('passkeyRequest').where('expiresAt', '<=', now))
  await sweep((db) => db.deleteFrom('accountLink').where('expiresAt', '<', ago(7)))
  await sweep((db) => db.deleteFrom('throttle').where('lastAt', '<', ago(1)).where('blockedUntil', '<', ago(1)))
  await sweep((db) => db.deleteFrom('knownDevice').where('lastUsedAt', '<', ago(knownDeviceDays)))
}
