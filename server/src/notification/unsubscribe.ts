import { MailKind } from '@portal/contract/notification/mail'
import { z } from 'zod'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { notFound } from '../lib/errors.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'
import { savePreferences } from './set-preferences.ts'

const Unsubscription = z.object({
  userId: z.uuid(),
  kinds: z.array(MailKind).min(1),
})
type Unsubscription = { userId: string; kinds: readonly MailKind[] }

const use = 'unsubscribe'

/** A token that names the person and the kinds, encrypted. */
export const toUnsubscribeToken = (
  keys: Keys,
  { userId, kinds }: Unsubscription,
): string =>
  keys
    .seal(use, Buffer.from(JSON.stringify({ userId, kinds })), use)
    .toString('base64url')

/** Undefined for a token that this portal did not make. */
function readToken(keys: Keys, token: string): Unsubscription | undefined {
  try {
    const text = keys.unseal(use, Buffer.from(token, 'base64url'), use)
    return Unsubscription.parse(JSON.parse(text.toString()))
  } catch {
    return undefined
  }
}

/** Stops the emails that a token names. Throws 404 for an unknown token. */
export async function unsubscribe(
  { db, now, keys }: { db: Db; now: Date; keys: Keys },
  token: string,
): Promise<void> {
  const found = readToken(keys, token)
  if (!found) throw notFound('Link')
  await inTransaction(db, async (tx) => {
    const exists = await tx
      .selectFrom('appUser')
      .select('id')
      .where('id', '=', found.userId)
      .executeTakeFirst()
    if (!exists) throw notFound('Link')
    const choices = found.kinds.map((kind) => [kind, { email: 'OFF' }] as const)
    await savePreferences(
      { db: tx, now },
      found.userId,
      Object.fromEntries(choices),
    )
  })
}
