import { code as codeRules } from '@portal/contract/auth/model'
import { badRequest, unauthorized } from '../lib/errors.ts'
import type { SignInHouse, Visitor } from './enter-password.ts'
import { findChallenge, signInIsOver } from './find-challenge.ts'
import { hashOf } from './session.ts'

/**
 * Counts one try at the second step before anything is compared: of however many at once, over all nodes, five get
 * through. Answers the challenge, and how many tries are left. Throws 401 when it is over.
 */
export async function countAttempt({ db, now }: SignInHouse, { challenge }: Visitor) {
  // Read first: the try that is the last one hides it from the next who asks.
  const found = await findChallenge({ db, now }, challenge)
  if (!found) throw signInIsOver()
  const counted = await db
    .updateTable('challenge')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('tokenHash', '=', found.tokenHash)
    .where('attempts', '<', codeRules.attempts)
    .where('expiresAt', '>', now)
    .returning(['attempts', 'codes', 'passkeyChallenge'])
    .executeTakeFirst()
  if (!counted) throw signInIsOver()
  const { attempts, ...current } = counted
  return { ...found, ...current, left: codeRules.attempts - attempts }
}
export type Attempt = Awaited<ReturnType<typeof countAttempt>>

const leftText = (left: number) => (left === 1 ? 'one try left' : `${left} tries left`)

/** What a wrong code is answered: 400 with how many tries are left, or 401 after the last. */
export async function refuseAttempt({ db }: SignInHouse, { challenge }: Visitor, { left }: Attempt, reason: string) {
  if (left > 0) return badRequest([{ field: 'code', error: `${reason}: ${leftText(left)}` }], reason)
  await db
    .deleteFrom('challenge')
    .where('tokenHash', '=', hashOf(challenge ?? ''))
    .execute()
  return unauthorized('Too many tries: enter your password again')
}
