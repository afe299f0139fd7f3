import type { Db } from '../../lib/database/db.ts'
import { lockPersonForUpdate } from '../../user/lock-person.ts'
import { voidLinks } from '../links/open-link.ts'

/** Ends a user's sessions, sign-ins in progress and links; on every node within a second. `spared` is a session's hash. */
export async function endAccess({ db, now }: { db: Db; now: Date }, userId: string, spared?: Buffer): Promise<void> {
  await lockPersonForUpdate(db, userId)
  const sessions = db.deleteFrom('session').where('userId', '=', userId)
  await (spared ? sessions.where('tokenHash', '!=', spared) : sessions).execute()
  await db.deleteFrom('challenge').where('userId', '=', userId).execute()
  await voidLinks({ db, now }, userId)
}
