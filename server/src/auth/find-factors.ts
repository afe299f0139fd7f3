import type { SecondFactors } from '@portal/contract/auth/factor-api'
import type { Ctx } from '../lib/ctx.ts'
import { findOwnCredential } from './check-own-password.ts'

/** What the asker's next sign-in asks for, and what else they have. */
export async function findFactors(ctx: Ctx): Promise<SecondFactors> {
  const { db, actor } = ctx
  await findOwnCredential(ctx)
  const app = await db
    .selectFrom('totp')
    .select('addedAt')
    .where('userId', '=', actor.id)
    .where('addedAt', 'is not', null)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'addedAt', 'lastUsedAt'])
    .where('userId', '=', actor.id)
    .orderBy('addedAt')
    .orderBy('id')
    .execute()
  return {
    factor: passkeys.length > 0 ? 'PASSKEY' : app ? 'TOTP' : 'EMAIL',
    totpAddedAt: app?.addedAt?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
      id,
      name,
      addedAt: addedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }
}
