import type { Db } from '../lib/db.ts'
import { stopPerson } from './hold-person.ts'
import { voidLinks } from './open-link.ts'

/**
 * Ends whatever somebody is signed in by, or about to be: sessions, sign-ins under way, links. Every node knows within a
 * second. Part of a password change, and of switching somebody off. One session may be spared: of who asks for it.
 */
export async function endAccess(house: { db: Db; now: Date }, userId: string, spared?: Buffer): Promise<void> {
  await stopPerson(house.db, userId)
  await house.db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .$if(spared !== undefined, (query) => query.where('tokenHash', '!=', spared ?? Buffer.alloc(0)))
    .execute()
  await house.db.deleteFrom('challenge').where('userId', '=', userId).execute()
  await voidLinks(house, userId)
}
