import type { SecondFactors } from '@portal/contract/auth/factor-api'
import type { SecondFactor } from '@portal/contract/auth/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { findOwnCredential } from './check-own-password.ts'

/** What an app_user's row has as second factor. */
export const hasFactors = [
  sql<boolean>`exists (select from totp where user_id = app_user.id and added_at is not null)`.as('hasTotp'),
  sql<boolean>`exists (select from passkey where user_id = app_user.id)`.as('hasPasskey'),
] as const

/** What a person added themselves goes before the mailed code, and a passkey, which no false page can ask for, before all. */
export const factorOf = ({ hasPasskey, hasTotp }: { hasPasskey: boolean; hasTotp: boolean }): SecondFactor =>
  hasPasskey ? 'PASSKEY' : hasTotp ? 'TOTP' : 'EMAIL'

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
    factor: factorOf({ hasPasskey: passkeys.length > 0, hasTotp: app !== undefined }),
    totpAddedAt: app?.addedAt?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
      id,
      name,
      addedAt: addedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }
}
