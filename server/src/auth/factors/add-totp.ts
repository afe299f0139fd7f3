import { randomBytes } from 'node:crypto'
import type {
  ChangedFactors,
  SecondFactors,
} from '@portal/contract/auth/factor-api'
import { code as codeRules } from '@portal/contract/auth/model'
import { Secret, TOTP } from 'otpauth'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { badRequest, conflict } from '../../lib/errors.ts'
import {
  findFactors,
  findFactorsLeft,
  findOwnCredential,
  type OwnCtx,
  recordOwnChange,
} from './check-own-password.ts'
import { createFirstCodes } from './create-recovery-codes.ts'
import { resetThrottle, throttle } from './throttle.ts'

/** As long as the hash that apps use. */
const secretBytes = 20
const stepSeconds = 30

/**
 * The authenticator app of a secret, by the settings that apps assume (RFC
 * 6238: SHA-1, 30 s, six digits).
 */
const createTotp = (secret: Uint8Array, issuer = '', label = '') =>
  new TOTP({
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    issuer,
    label,
    algorithm: 'SHA1',
    digits: codeRules.digits,
    period: stepSeconds,
  })

/**
 * The time step of a code, at most one step away from now; undefined if the
 * code is wrong.
 */
export function matchTotpStep(
  secret: Uint8Array,
  code: string,
  now: Date,
): number | undefined {
  const delta = createTotp(secret).validate({
    token: code,
    timestamp: now.getTime(),
    window: 1,
  })
  return delta === null
    ? undefined
    : Math.floor(now.getTime() / (stepSeconds * 1000)) + delta
}

/**
 * Stores a new sealed secret for an authenticator app, which is active once its
 * first code was entered.
 */
export async function startTotp(
  ctx: OwnCtx,
  issuer: string,
): Promise<{ secret: string; uri: string }> {
  const { db, actor, keys } = ctx
  const { email } = await findOwnCredential(ctx)
  const secret = randomBytes(secretBytes)
  const sealed = keys.seal('authenticator app', secret, actor.id)
  const stored = await db
    .insertInto('totp')
    .values({ userId: actor.id, secret: sealed })
    .onConflict((conflicting) =>
      conflicting
        .column('userId')
        .doUpdateSet({ secret: sealed, lastStep: 0 })
        .where('totp.addedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  if (!stored)
    throw conflict('You already have an authenticator app. Remove it first.')
  const app = createTotp(secret, issuer, email)
  return { secret: app.secret.base32, uri: app.toString() }
}

/**
 * Activates the authenticator app by its first code; it replaces the emailed
 * code.
 */
export async function confirmTotp(
  ctx: OwnCtx,
  code: string,
): Promise<ChangedFactors> {
  // Outside of the transaction: a wrong code counts too.
  await throttle(ctx, 'confirm', ctx.actor.id)
  const factors = await transact(ctx, async (inner) => {
    const { db, actor, now } = inner
    await findOwnCredential(inner)
    const app = await db
      .selectFrom('totp')
      .select('secret')
      .where('userId', '=', actor.id)
      .where('addedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!app) throw conflict('Start setting up the authenticator app again')
    const step = matchTotpStep(
      ctx.keys.unseal('authenticator app', app.secret, actor.id),
      code,
      now,
    )
    if (step === undefined)
      throw badRequest(
        [{ field: 'code', error: 'Incorrect code' }],
        'Incorrect code',
      )
    await db
      .updateTable('totp')
      .set({ addedAt: now, lastStep: step })
      .where('userId', '=', actor.id)
      .execute()
    const recoveryCodes = await createFirstCodes({ ...inner, keys: ctx.keys })
    await recordOwnChange(inner, 'add-totp')
    return { ...(await findFactors(inner)), recoveryCodes }
  })
  await resetThrottle(ctx, 'confirm', ctx.actor.id)
  return factors
}

export const removeTotp = (ctx: Ctx): Promise<SecondFactors> =>
  transact(ctx, async (inner) => {
    const { db, actor } = inner
    const removed = await db
      .deleteFrom('totp')
      .where('userId', '=', actor.id)
      .returning('addedAt')
      .executeTakeFirst()
    if (removed?.addedAt) await recordOwnChange(inner, 'remove-totp')
    return findFactorsLeft(inner)
  })
