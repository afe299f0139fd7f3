import { code as codeRules, type SecondFactor } from '@portal/contract/auth/model'
import type { Challenge } from '@portal/contract/auth/tpr-api'
import type { Db } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'
import { hasFactors } from './find-factors.ts'
import { hashOf } from './session.ts'

/** 401: there is no sign-in under way in this browser, or it took too long or too many tries. */
export const signInIsOver = () => unauthorized('This sign-in is over: enter your password again')

/** `a•••@orchid.example` */
const masked = (email: string) => email.replace(/^(.)[^@]*/, '$1•••')

/** The open challenge of a half-signed-in cookie, with whatever its person has as second factor; undefined when there is none. */
export const findChallenge = async ({ db, now }: { db: Db; now: Date }, token: string | undefined) =>
  token === undefined
    ? undefined
    : db
        .selectFrom('challenge')
        .innerJoin('appUser', 'appUser.id', 'challenge.userId')
        .select([
          'challenge.id',
          'challenge.tokenHash',
          'challenge.userId',
          'challenge.factor',
          'challenge.codes',
          'challenge.sentAt',
          'challenge.expiresAt',
          'challenge.passkeyChallenge',
          'appUser.email',
          ...hasFactors,
        ])
        .where('challenge.tokenHash', '=', hashOf(token))
        .where('challenge.expiresAt', '>', now)
        .where('challenge.attempts', '<', codeRules.attempts)
        .where('appUser.status', '=', 'ACTIVE')
        .executeTakeFirst()

/** Where the sign-in of a half-signed-in cookie stands. Throws 401 when there is none. */
export async function getChallenge(house: { db: Db; now: Date }, token: string | undefined): Promise<Challenge> {
  const found = await findChallenge(house, token)
  if (!found) throw signInIsOver()
  const { factor, sentAt, expiresAt, email, hasTotp, hasPasskey } = found
  const others: SecondFactor[] = []
  if (factor !== 'PASSKEY' && hasPasskey) others.push('PASSKEY')
  if (factor !== 'TOTP' && hasTotp) others.push('TOTP')
  return {
    factor,
    others: factor === 'EMAIL' ? [] : others,
    expiresAt: expiresAt.toISOString(),
    resendAt: sentAt && new Date(sentAt.getTime() + codeRules.resendAfterSeconds * 1000).toISOString(),
    sentTo: factor === 'EMAIL' ? masked(email) : null,
  }
}
