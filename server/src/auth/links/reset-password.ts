import { type Db, inTransaction } from '../../lib/database/db.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import { enqueue } from '../../lib/jobs/jobs.ts'
import type { SignInDeps, Visitor } from '../factors/challenge.ts'
import { throttle } from '../factors/throttle.ts'
import { openLink, queueLink } from './open-link.ts'

/** Requests a reset link. A job looks up the account later, so the response and its time are the same for every address. */
export async function requestReset(deps: SignInDeps, { ip }: Visitor, email: string) {
  const address = email.toLowerCase()
  await throttle(deps, 'resetFrom', ip)
  await throttle(deps, 'reset', address)
  const key = deps.keys.sign('throttle', 'reset job', address).toString('base64url')
  // Sealed, so that the queue reveals no addresses.
  const sealed = deps.keys.seal('reset address', Buffer.from(address), key).toString('base64')
  await enqueue(deps.db, 'reset-password', { key, sealed }, { key })
  return { asked: true as const }
}

/** Emails a reset link to a user with a password, or again the open invitation to one without; nothing to others. */
export const resetPassword = (
  { db, now, keys }: { db: Db; now: Date; keys: Keys },
  { key, sealed }: { key: string; sealed: string },
): Promise<void> => {
  const email = keys.unseal('reset address', Buffer.from(sealed, 'base64'), key).toString()
  return inTransaction(db, async (tx) => {
    const account = await tx
      .selectFrom('appUser')
      .innerJoin('credential', 'credential.userId', 'appUser.id')
      .select(['appUser.id', 'credential.passwordSetAt'])
      .where('appUser.email', '=', email)
      .where('appUser.status', '=', 'ACTIVE')
      .executeTakeFirst()
    if (!account) return
    const { passwordSetAt } = account
    const open = await tx
      .selectFrom('accountLink')
      .select('id')
      .where('userId', '=', account.id)
      .where('usedAt', 'is', null)
      .where('purpose', '=', passwordSetAt ? 'RESET' : 'INVITE')
      .where('expiresAt', '>', passwordSetAt ? inMinutes(now, leastMinutes) : now)
      .executeTakeFirst()
    if (open) return queueLink(tx, open.id)
    if (passwordSetAt) await openLink({ db: tx, now, keys }, account.id, 'RESET')
  })
}

/** A reset link with this much time left is sent again, not replaced, so that strangers can't keep voiding it. */
const leastMinutes = 10
const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)
