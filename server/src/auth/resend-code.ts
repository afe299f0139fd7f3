import { code as codeRules } from '@portal/contract/auth/model'
import { inTransaction } from '../lib/db.ts'
import { conflict, tooManyRequests } from '../lib/errors.ts'
import type { SignInHouse, Visitor } from './enter-password.ts'
import { findChallenge, getChallenge, signInIsOver } from './find-challenge.ts'
import { challengeEnd, queueCode } from './open-challenge.ts'
import { takeTry } from './take-try.ts'

/** A new code by mail, which voids the one before: 30 s after it, five an hour for an account. Tries are not given back. */
export const resendCode = (house: SignInHouse, { challenge }: Visitor) =>
  inTransaction(house.db, async (db) => {
    const { now } = house
    const found = await findChallenge({ db, now }, challenge)
    if (!found) throw signInIsOver()
    if (found.factor !== 'EMAIL') throw conflict('No code is mailed for this sign-in')
    const before = new Date(now.getTime() - codeRules.resendAfterSeconds * 1000)
    const asked = await db
      .updateTable('challenge')
      .set((eb) => ({ codes: eb('codes', '+', 1), sentAt: now, expiresAt: challengeEnd(now) }))
      .where('tokenHash', '=', found.tokenHash)
      .where('sentAt', '<=', before)
      .returning(['id', 'codes'])
      .executeTakeFirst()
    if (!asked) throw tooManyRequests(secondsUntil(found.sentAt, now))
    await takeTry({ ...house, db }, 'resend', found.userId)
    await queueCode(db, asked.id, asked.codes)
    return getChallenge({ db, now }, challenge)
  })

const secondsUntil = (sentAt: Date | null, now: Date) =>
  Math.max(1, codeRules.resendAfterSeconds - Math.floor((now.getTime() - (sentAt ?? now).getTime()) / 1000))
