import { type Db, inTransaction } from '../lib/db.ts'
import { enqueue } from '../lib/jobs.ts'
import type { Keys } from '../lib/secret-key.ts'
import type { SignInHouse, Visitor } from './enter-password.ts'
import { openLink, queueLink } from './open-link.ts'
import { takeTry } from './take-try.ts'

/**
 * Asks for a reset link. Whether there is such an account is looked up later, by a job: so the answer and its time are
 * the same for every address.
 */
export async function askReset(house: SignInHouse, { ip }: Visitor, email: string) {
  const address = email.toLowerCase()
  await takeTry(house, 'resetFrom', ip)
  await takeTry(house, 'reset', address)
  const key = house.keys.sign('throttle', 'reset job', address).toString('base64url')
  // Whoever reads the queue learns no address from it.
  const sealed = house.keys.seal('reset address', Buffer.from(address), key).toString('base64')
  await enqueue(house.db, 'reset-password', { key, sealed }, { key })
  return { asked: true as const }
}

/**
 * Mails a link to whoever has a password to reset: the one that is open, or a new one. Who has not used an invitation that
 * still holds gets that once more; for others nothing happens.
 */
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

/** A reset link with so long to go is mailed again and not voided: else strangers who ask for it could void it for ever. */
const leastMinutes = 10
const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)
