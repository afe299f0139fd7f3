import type { Db } from '../lib/database/db.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'

const fingerprint = (keys: Keys) => keys.sign('fingerprint')

/**
 * Whether the database uses this secret key; null if no node has started on it
 * yet.
 */
export async function isKnownKey(db: Db, keys: Keys): Promise<boolean | null> {
  const known = await db
    .selectFrom('secretKeyFingerprint')
    .select('fingerprint')
    .executeTakeFirst()
  return known ? fingerprint(keys).equals(known.fingerprint) : null
}

/**
 * Stores the fingerprint of the first node's secret key. Throws if the database
 * uses another key: links and codes of this node would not work on the others,
 * and it could not read stored secrets.
 */
export async function requireKnownKey(
  db: Db,
  keys: Keys,
  now: Date,
): Promise<void> {
  await db
    .insertInto('secretKeyFingerprint')
    .values({ fingerprint: fingerprint(keys), storedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (!(await isKnownKey(db, keys)))
    throw new Error(`${wrongKey}. ${wrongKeyAdvice}`)
}

/** Makes this the key of the database, after an operator replaced it. */
export async function acceptKey(db: Db, keys: Keys, now: Date): Promise<void> {
  const stored = { fingerprint: fingerprint(keys), storedAt: now }
  await db
    .insertInto('secretKeyFingerprint')
    .values(stored)
    .onConflict((conflict) => conflict.column('isOnlyRow').doUpdateSet(stored))
    .execute()
}

export const wrongKey =
  'SECRET_KEY (or secret-key in DATA_DIR) is not the key that this database uses'

export const wrongKeyAdvice =
  'Use the key of the other nodes. To replace it, stop all nodes and run npm run admin -- accept-secret-key: see "Rotate keys" in docs/operations.md'
