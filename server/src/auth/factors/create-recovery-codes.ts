import { recoveryCode as rules } from '@portal/contract/auth/model'
import { createCode } from '../../lib/create-code.ts'
import { transact } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import { conflict } from '../../lib/errors.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import { writeUserChange } from '../../user/changes.ts'
import { queueNotice } from '../send-mail.ts'
import { completeSignIn, type SignedIn } from '../sessions/complete-sign-in.ts'
import {
  countAttempt,
  refuseAttempt,
  type SignInDeps,
  type Visitor,
} from './challenge.ts'
import {
  findFactors,
  type OwnCtx,
  recordOwnChange,
} from './check-own-password.ts'

const hashCode = (keys: Keys, userId: string, code: string): Buffer =>
  keys.sign('recovery code', userId, code)

/** Replaces the actor's codes, and returns the new ones, which aren't stored. */
async function replaceCodes({
  db,
  now,
  actor,
  keys,
}: OwnCtx): Promise<string[]> {
  const codes = Array.from({ length: rules.count }, () =>
    createCode(rules.length),
  )
  await deleteRecoveryCodes(db, actor.id)
  await db
    .insertInto('recoveryCode')
    .values(
      codes.map((code) => ({
        codeHash: hashCode(keys, actor.id, code),
        userId: actor.id,
        createdAt: now,
      })),
    )
    .execute()
  return codes
}

export const deleteRecoveryCodes = (db: Db, userId: string) =>
  db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()

/**
 * New codes for someone who adds a second factor and has no unused ones; null
 * if they have.
 */
export async function createFirstCodes(ctx: OwnCtx): Promise<string[] | null> {
  const { recoveryCodesLeft } = await findFactors(ctx)
  return recoveryCodesLeft > 0 ? null : replaceCodes(ctx)
}

/** Replaces the actor's recovery codes. Throws 409 without a second factor. */
export const createRecoveryCodes = (ctx: OwnCtx) =>
  transact(ctx, async (tx) => {
    const inner = { ...tx, keys: ctx.keys }
    const { factor } = await findFactors(inner)
    if (factor === 'EMAIL')
      throw conflict('Add an authenticator app or a passkey first')
    const recoveryCodes = await replaceCodes(inner)
    await recordOwnChange(inner, 'create-recovery-codes')
    return { ...(await findFactors(inner)), recoveryCodes }
  })

/**
 * The second step by a recovery code, which works once. Attempts count together
 * with those of other codes, and the person is notified by email.
 */
export async function enterRecoveryCode(
  deps: SignInDeps,
  visitor: Visitor,
  code: string,
): Promise<SignedIn> {
  const attempt = await countAttempt(deps, visitor)
  const { userId, tokenHash } = attempt
  const signedIn = await completeSignIn(deps, visitor, {
    tokenHash,
    userId,
    useUp: (tx) => useCode({ ...deps, db: tx }, userId, code),
  })
  if (!signedIn)
    throw await refuseAttempt(deps.db, attempt, 'Incorrect recovery code')
  return signedIn
}

/** False for a code that is wrong, was used or was replaced. */
async function useCode(
  { db, now, keys }: SignInDeps,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await db
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('codeHash', '=', hashCode(keys, userId, code))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  if (!used) return false
  await writeUserChange(
    { db, now, actorId: userId },
    { userId, action: 'use-recovery-code' },
  )
  await queueNotice({ db, now }, userId, 'use-recovery-code')
  return true
}
