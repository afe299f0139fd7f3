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
  await enqueue(house.db, 'reset-password', { email: address }, { key })
  return { asked: true as const }
}

/**
 * Mails a link to whoever has a password to reset. Who has not used an invitation that still holds gets it once more; for
 * others nothing happens.
 */
export const resetPassword = ({ db, now, keys }: { db: Db; now: Date; keys: Keys }, email: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const account = await tx
      .selectFrom('appUser')
      .innerJoin('credential', 'credential.userId', 'appUser.id')
      .select(['appUser.id', 'credential.passwordSetAt'])
      .where('appUser.email', '=', email)
      .where('appUser.status', '=', 'ACTIVE')
      .executeTakeFirst()
    if (!account) return
    if (account.passwordSetAt) return openLink({ db: tx, now, keys }, account.id, 'RESET')
    const invitation = await tx
      .selectFrom('accountLink')
      .select('id')
      .where('userId', '=', account.id)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirst()
    if (invitation) await queueLink(tx, invitation.id)
  })
