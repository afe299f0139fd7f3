import type { Db } from '../lib/db.ts'

/**
 * Holds an active person until the transaction ends, or waits for whoever ends their access (end-access.ts): whatever lets
 * somebody in is opened or renewed under this, so none of it is made beside an end and stays. False for who is not active.
 */
export async function holdPerson(db: Db, userId: string): Promise<boolean> {
  const held = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', userId)
    .where('status', '=', 'ACTIVE')
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** Waits for whoever is letting this person in just now, and lets nobody begin until the transaction ends. */
export const stopPerson = (db: Db, userId: string) =>
  db.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
