import { conflict } from '../lib/errors.ts'
import type { Passkeys, WebAuthnJson } from '../lib/passkeys.ts'
import type { SignInHouse, Visitor } from './enter-password.ts'
import { findChallenge, signInIsOver } from './find-challenge.ts'

/** What the browser needs to ask for one of the person's passkeys. Each asking voids the one before. */
export async function askPasskey(
  house: SignInHouse,
  { challenge }: Visitor,
  passkeys: Passkeys,
): Promise<WebAuthnJson> {
  const found = await findChallenge(house, challenge)
  if (!found) throw signInIsOver()
  const present = await house.db
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('userId', '=', found.userId)
    .execute()
  if (present.length === 0) throw conflict('There is no passkey for this account')
  const asked = await passkeys.ask(present)
  await house.db
    .updateTable('challenge')
    .set({ passkeyChallenge: asked.challenge })
    .where('id', '=', found.id)
    .execute()
  return asked.options
}
