import { randomBytes } from 'node:crypto'
import type { SecondFactors } from '@portal/contract/auth/factor-api'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import { writeUserChange } from '../user/write-change.ts'
import { findOwnCredential, type OwnCtx } from './check-own-password.ts'
import { findFactors } from './find-factors.ts'
import { queueNotice } from './send-notice.ts'
import { forgetTries, takeTry } from './take-try.ts'
import { appOf, stepOf } from './use-totp.ts'

/** As long as the hash that apps use. */
const secretBytes = 20

/** A new secret for an authenticator app, kept sealed. It counts once its first code was entered. */
export async function startTotp(ctx: OwnCtx, issuer: string): Promise<{ secret: string; uri: string }> {
  const { db, actor, keys } = ctx
  const { email } = await findOwnCredential(ctx)
  const secret = randomBytes(secretBytes)
  const sealed = keys.seal('authenticator app', secret, actor.id)
  const kept = await db
    .insertInto('totp')
    .values({ userId: actor.id, secret: sealed })
    .onConflict((conflicting) =>
      conflicting.column('userId').doUpdateSet({ secret: sealed, lastStep: 0 }).where('totp.addedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  if (!kept) throw conflict('There is an authenticator app already: take it away first')
  const app = appOf(secret, issuer, email)
  return { secret: app.secret.base32, uri: app.toString() }
}

/** The first code of an authenticator app: from now on it takes the place of the mailed code. */
export async function confirmTotp(ctx: OwnCtx, code: string): Promise<SecondFactors> {
  await takeTry(ctx, 'confirm', ctx.actor.id)
  const factors = await confirmCode(ctx, code)
  await forgetTries(ctx, 'confirm', ctx.actor.id)
  return factors
}

const confirmCode = (ctx: OwnCtx, code: string): Promise<SecondFactors> =>
  transact(ctx, async (inner) => {
    const { db, actor, now } = inner
    await findOwnCredential(inner)
    const app = await db
      .selectFrom('totp')
      .select('secret')
      .where('userId', '=', actor.id)
      .where('addedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!app) throw conflict('No authenticator app is being set up')
    const step = stepOf(ctx.keys.unseal('authenticator app', app.secret, actor.id), code, now)
    if (step === undefined)
      throw badRequest([{ field: 'code', error: 'The code is not right' }], 'The code is not right')
    await db.updateTable('totp').set({ addedAt: now, lastStep: step }).where('userId', '=', actor.id).execute()
    await tell(inner, 'add-totp')
    return findFactors(inner)
  })

/** Takes the authenticator app away. */
export const removeTotp = (ctx: Ctx): Promise<SecondFactors> =>
  transact(ctx, async (inner) => {
    const { db, actor } = inner
    const gone = await db.deleteFrom('totp').where('userId', '=', actor.id).returning('addedAt').executeTakeFirst()
    if (gone?.addedAt) await tell(inner, 'remove-totp')
    return findFactors(inner)
  })

/** Writes the history of somebody's own sign-in, and mails them of it. */
async function tell({ db, now, actor }: Ctx, action: 'add-totp' | 'remove-totp') {
  await writeUserChange({ db, now, actorId: actor.id }, { userId: actor.id, action })
  await queueNotice({ db, now }, actor.id, action)
}
