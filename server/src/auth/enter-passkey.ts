import type { Db } from '../lib/db.ts'
import type { Passkeys, WebAuthnJson } from '../lib/passkeys.ts'
import { completeSignIn, type SignedIn } from './complete-sign-in.ts'
import { countAttempt, refuseAttempt } from './count-attempt.ts'
import type { SignInHouse, Visitor } from './enter-password.ts'

/** The second step by a passkey: one of this person's own, and its signature under what was asked. */
export async function enterPasskey(
  house: SignInHouse,
  visitor: Visitor,
  passkeys: Passkeys,
  response: WebAuthnJson & { id: string },
): Promise<SignedIn> {
  const attempt = await countAttempt(house, visitor)
  const { userId, tokenHash, passkeyChallenge } = attempt
  const passkey = await house.db
    .selectFrom('passkey')
    .select(['id', 'credentialId', 'publicKey', 'counter', 'transports'])
    .where('userId', '=', userId)
    .where('credentialId', '=', response.id)
    .executeTakeFirst()
  const counter = passkey && passkeyChallenge ? await passkeys.read(response, passkeyChallenge, passkey) : null
  const signedIn =
    passkey && counter !== null
      ? await completeSignIn(house, visitor, {
          tokenHash,
          userId,
          useUp: (tx) => noteSignature(tx, { id: passkey.id, before: passkey.counter, counter, now: house.now }),
        })
      : undefined
  if (!signedIn) throw await refuseAttempt(house, visitor, attempt, 'The passkey could not be verified')
  return signedIn
}

type Use = { id: string; before: number; counter: number; now: Date }

/** Keeps how often it has signed; false when somebody signed in with it in between. */
async function noteSignature(db: Db, { id, before, counter, now }: Use): Promise<boolean> {
  const used = await db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where('counter', '=', before)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
