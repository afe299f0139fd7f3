import type { Db } from '../../lib/database/db.ts'
import { conflict } from '../../lib/errors.ts'
import type { Passkeys, WebAuthnJson } from '../../lib/integrations/passkeys.ts'
import { completeSignIn, type SignedIn } from '../sessions/complete-sign-in.ts'
import type { SignInDeps, Visitor } from './challenge.ts'
import { countAttempt, findChallenge, refuseAttempt } from './challenge.ts'

/** Options for the browser to ask for one of the user's passkeys. Each request voids the one before. */
export async function requestPasskey(
  deps: SignInDeps,
  { challenge }: Visitor,
  passkeys: Passkeys,
): Promise<WebAuthnJson> {
  const { db } = deps
  const { id, userId } = await findChallenge(deps, challenge)
  const own = await db
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .execute()
  if (own.length === 0) throw conflict('This account has no passkey')
  const request = await passkeys.ask(own)
  await db.updateTable('challenge').set({ passkeyChallenge: request.challenge }).where('id', '=', id).execute()
  return request.options
}

/** The second step by a passkey: one of the user's own, and its signature of what was requested. */
export async function enterPasskey(
  deps: SignInDeps,
  visitor: Visitor,
  passkeys: Passkeys,
  response: WebAuthnJson & { id: string },
): Promise<SignedIn> {
  const attempt = await countAttempt(deps, visitor)
  const { userId, tokenHash, passkeyChallenge } = attempt
  const passkey = await deps.db
    .selectFrom('passkey')
    .select(['id', 'credentialId', 'publicKey', 'counter', 'transports'])
    .where('userId', '=', userId)
    .where('credentialId', '=', response.id)
    .executeTakeFirst()
  const counter = passkey && passkeyChallenge ? await passkeys.read(response, passkeyChallenge, passkey) : null
  const signedIn =
    passkey && counter !== null
      ? await completeSignIn(deps, visitor, {
          tokenHash,
          userId,
          useUp: (tx) => storeCounter(tx, { id: passkey.id, before: passkey.counter, counter, now: deps.now }),
        })
      : undefined
  if (!signedIn) throw await refuseAttempt(deps.db, attempt, 'The passkey could not be verified')
  return signedIn
}

type CounterUpdate = { id: string; before: number; counter: number; now: Date }

/** Stores the passkey's signature counter; false if another sign-in used the passkey in between. */
async function storeCounter(db: Db, { id, before, counter, now }: CounterUpdate): Promise<boolean> {
  const updated = await db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where('counter', '=', before)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
