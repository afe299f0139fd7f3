import type { SecondFactors } from '@portal/contract/auth/factor-api'
import type { SecondFactor } from '@portal/contract/auth/model'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { badRequest, conflict } from '../../lib/errors.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import { type PersonChange, writeUserChange } from '../../user/changes.ts'
import { type Notice, queueNotice } from '../send-mail.ts'
import { verifyPassword } from './check-password.ts'
import { resetThrottle, throttle } from './throttle.ts'

export type OwnCtx = Ctx & { keys: Keys }

/**
 * The actor's password hash, with what a new password is checked against.
 * Throws 409 for those who use LoanDock.
 */
export async function findOwnCredential({ db, actor }: Ctx) {
  const own = await db
    .selectFrom('credential')
    .innerJoin('appUser', 'appUser.id', 'credential.userId')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select([
      'appUser.id',
      'appUser.companyId',
      'appUser.email',
      'appUser.name',
    ])
    .select(['company.name as companyName', 'credential.passwordHash'])
    .where('credential.userId', '=', actor.id)
    .executeTakeFirst()
  if (!own) throw conflict('You sign in through LoanDock')
  return own
}

/**
 * Verifies the actor's own password, throttled like a sign-in. Throws 400
 * naming `password`, or 429.
 */
export async function checkOwnPassword(ctx: OwnCtx, password: string) {
  const own = await findOwnCredential(ctx)
  await throttle(ctx, 'again', ctx.actor.id)
  if (!(await verifyPassword(password, own.passwordHash, 'known')))
    throw badRequest(
      [{ field: 'password', error: 'Incorrect password' }],
      'Incorrect password',
    )
  await resetThrottle(ctx, 'again', ctx.actor.id)
  return own
}

/**
 * Writes a change of the actor's own sign-in to their history, and notifies
 * them by email.
 */
export async function recordOwnChange(
  { db, now, actor }: Ctx,
  action: Notice,
  changes: PersonChange[] = [],
) {
  await writeUserChange(
    { db, now, actorId: actor.id },
    { userId: actor.id, action, changes },
  )
  await queueNotice({ db, now }, actor.id, action)
}

export const hasFactors = [
  sql<boolean>`exists (select from totp where user_id = app_user.id and added_at is not null)`.as(
    'hasTotp',
  ),
  sql<boolean>`exists (select from passkey where user_id = app_user.id)`.as(
    'hasPasskey',
  ),
] as const

/**
 * A passkey, which can't be phished, goes before an authenticator app, and both
 * before the emailed code.
 */
export const chooseFactor = ({
  hasPasskey,
  hasTotp,
}: {
  hasPasskey: boolean
  hasTotp: boolean
}): SecondFactor => {
  if (hasPasskey) return 'PASSKEY'
  return hasTotp ? 'TOTP' : 'EMAIL'
}

/**
 * The actor's second factors, and which one their next sign-in asks for first.
 */
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
  const { left } = await db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('userId', '=', actor.id)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    recoveryCodesLeft: Number(left),
    factor: chooseFactor({
      hasPasskey: passkeys.length > 0,
      hasTotp: app !== undefined,
    }),
    totpAddedAt: app?.addedAt?.toISOString() ?? null,
    passkeys: passkeys.map(({ addedAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      addedAt: addedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }
}

/**
 * The actor's second factors after one was removed. With the last one, the
 * recovery codes are deleted: an emailed code is enough then.
 */
export async function findFactorsLeft(ctx: Ctx): Promise<SecondFactors> {
  const factors = await findFactors(ctx)
  if (factors.factor !== 'EMAIL') return factors
  await ctx.db
    .deleteFrom('recoveryCode')
    .where('userId', '=', ctx.actor.id)
    .execute()
  return { ...factors, recoveryCodesLeft: 0 }
}
