import {
  code as codeRules,
  type SecondFactor,
} from '@portal/contract/auth/model'
import type { Challenge } from '@portal/contract/auth/tpr-api'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import {
  badRequest,
  conflict,
  tooManyRequests,
  unauthorized,
} from '../../lib/errors.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import { enqueue } from '../../lib/jobs/jobs.ts'
import { lockActivePerson } from '../../user/lock-person.ts'
import { hashToken, newToken } from '../sessions/session.ts'
import { hasFactors } from './check-own-password.ts'
import { type listWiderNetworks, throttle } from './throttle.ts'

export type SignInDeps = { db: Db; now: Date; keys: Keys }

export type Visitor = {
  /** A network address (throttle.ts). */
  ip: string
  /** The wider networks of an IPv6 address. */
  networks: ReturnType<typeof listWiderNetworks>
  userAgent: string
  session: string | undefined
  challenge: string | undefined
  device: string | undefined
}

/** 401 for a wrong password and for an unknown account alike. */
export const wrongPassword = () => unauthorized('Incorrect email or password')

/**
 * 401 without a sign-in in progress in this browser, or after it took too long
 * or too many attempts.
 */
export const signInIsOver = () =>
  unauthorized('This sign-in has expired. Enter your password again.')

const challengeEnd = (now: Date) =>
  new Date(now.getTime() + codeRules.lifeMinutes * 60_000)

const queueCode = (db: Db, challengeId: string, number: number) =>
  enqueue(
    db,
    'send-code',
    { challengeId, number },
    { key: `${challengeId}.${number}` },
  )

type NewChallenge = {
  userId: string
  /** Hash of the password that was verified. */
  passwordHash: string
  factor: SecondFactor
  formerToken: string | undefined
  /** Throttle key of a stranger's network address; null for a known device. */
  addressKey: Buffer | null
}

/**
 * Starts the second step after a correct password and returns the new cookie's
 * value. Throws 401 if the password changed or its owner was deactivated
 * meanwhile.
 */
export const openChallenge = (
  { db, now }: { db: Db; now: Date },
  { userId, passwordHash, factor, formerToken, addressKey }: NewChallenge,
) =>
  inTransaction(
    db,
    async (tx): Promise<{ token: string; challenge: Challenge }> => {
      if (
        !(await lockActivePerson(tx, userId)) ||
        !(await isCurrentPassword(tx, userId, passwordHash))
      )
        throw wrongPassword()
      const token = newToken()
      const isMailed = factor === 'EMAIL'
      if (formerToken)
        await tx
          .deleteFrom('challenge')
          .where('tokenHash', '=', hashToken(formerToken))
          .execute()
      const { id } = await tx
        .insertInto('challenge')
        .values({
          tokenHash: hashToken(token),
          userId,
          factor,
          addressKey,
          codes: isMailed ? 1 : 0,
          sentAt: isMailed ? now : null,
          createdAt: now,
          expiresAt: challengeEnd(now),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (isMailed) await queueCode(tx, id, 1)
      return { token, challenge: await getChallenge({ db: tx, now }, token) }
    },
  )

/** Locks the password. */
async function isCurrentPassword(
  db: Db,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('credential')
    .select('userId')
    .where('userId', '=', userId)
    .where('passwordHash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** The open challenge of a sign-in cookie. Throws 401 if there is none. */
export async function findChallenge(
  { db, now }: { db: Db; now: Date },
  token: string | undefined,
) {
  if (token === undefined) throw signInIsOver()
  const found = await db
    .selectFrom('challenge')
    .innerJoin('appUser', 'appUser.id', 'challenge.userId')
    .select([
      'challenge.id',
      'challenge.tokenHash',
      'challenge.userId',
      'challenge.factor',
      'challenge.sentAt',
      'challenge.expiresAt',
      'appUser.email',
      'appUser.mailRefusedAt',
      ...hasFactors,
    ])
    .where('challenge.tokenHash', '=', hashToken(token))
    .where('challenge.expiresAt', '>', now)
    .where('challenge.attempts', '<', codeRules.attempts)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!found) throw signInIsOver()
  return found
}

/** `a•••@orchid.example` */
const masked = (email: string) => email.replace(/^(.)[^@]*/, '$1•••')

export async function getChallenge(
  deps: { db: Db; now: Date },
  token: string | undefined,
): Promise<Challenge> {
  const found = await findChallenge(deps, token)
  const { factor, sentAt, expiresAt, email, hasTotp, hasPasskey } = found
  const isMailed = factor === 'EMAIL'
  const others: SecondFactor[] = []
  if (factor !== 'PASSKEY' && hasPasskey) others.push('PASSKEY')
  if (factor !== 'TOTP' && hasTotp) others.push('TOTP')
  return {
    factor,
    others: isMailed ? [] : others,
    expiresAt: expiresAt.toISOString(),
    resendAt:
      sentAt &&
      new Date(
        sentAt.getTime() + codeRules.resendAfterSeconds * 1000,
      ).toISOString(),
    sentTo: isMailed ? masked(email) : null,
    refusedAt: isMailed ? (found.mailRefusedAt?.toISOString() ?? null) : null,
  }
}

/** Emails a new code, which voids the one before. Attempts are not reset. */
export const resendCode = (deps: SignInDeps, { challenge }: Visitor) =>
  inTransaction(deps.db, async (db) => {
    const { now } = deps
    const found = await findChallenge({ db, now }, challenge)
    if (found.factor !== 'EMAIL')
      throw conflict('This sign-in does not use an emailed code')
    const latest = new Date(now.getTime() - codeRules.resendAfterSeconds * 1000)
    const updated = await db
      .updateTable('challenge')
      .set((eb) => ({
        codes: eb('codes', '+', 1),
        sentAt: now,
        expiresAt: challengeEnd(now),
      }))
      .where('tokenHash', '=', found.tokenHash)
      .where('sentAt', '<=', latest)
      .returning(['id', 'codes'])
      .executeTakeFirst()
    if (!updated) throw tooManyRequests(secondsUntilResend(found.sentAt, now))
    await throttle({ ...deps, db }, 'resend', found.userId)
    await queueCode(db, updated.id, updated.codes)
    return getChallenge({ db, now }, challenge)
  })

const secondsUntilResend = (sentAt: Date | null, now: Date) =>
  Math.max(
    1,
    codeRules.resendAfterSeconds -
      Math.floor((now.getTime() - (sentAt ?? now).getTime()) / 1000),
  )

/**
 * Counts an attempt at the second step before anything is compared, so five at
 * most get through over all nodes.
 */
export async function countAttempt(
  { db, now }: SignInDeps,
  { challenge }: Visitor,
) {
  // Read first: the last attempt hides the challenge from the next caller.
  const found = await findChallenge({ db, now }, challenge)
  const counted = await db
    .updateTable('challenge')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('tokenHash', '=', found.tokenHash)
    .where('attempts', '<', codeRules.attempts)
    .where('expiresAt', '>', now)
    .returning(['attempts', 'codes', 'passkeyChallenge'])
    .executeTakeFirst()
  if (!counted) throw signInIsOver()
  const { attempts, ...current } = counted
  return { ...found, ...current, left: codeRules.attempts - attempts }
}
export type Attempt = Awaited<ReturnType<typeof countAttempt>>

/**
 * The error for a failed attempt: 400 with the attempts left, or 401 after the
 * last one.
 */
export async function refuseAttempt(
  db: Db,
  { tokenHash, left }: Attempt,
  reason: string,
) {
  if (left > 0) {
    const error = `${reason}: ${left === 1 ? '1 attempt left' : `${left} attempts left`}`
    return badRequest([{ field: 'code', error }], reason)
  }
  await db.deleteFrom('challenge').where('tokenHash', '=', tokenHash).execute()
  return unauthorized('Too many attempts. Enter your password again.')
}
