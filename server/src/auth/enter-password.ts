import type { SecondFactor } from '@portal/contract/auth/model'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'
import type { Keys } from '../lib/secret-key.ts'
import { verifyPassword } from './check-password.ts'
import { openChallenge } from './open-challenge.ts'
import { hashOf } from './session.ts'
import { takeTry } from './take-try.ts'

export type SignInHouse = { db: Db; now: Date; keys: Keys }

/** What a browser brings along before anybody is signed in in it. */
export type Visitor = {
  /** Its network address. */
  ip: string
  userAgent: string
  /** Cookies: of a session, of a sign-in under way, and of a browser that somebody signed in from before. */
  session: string | undefined
  challenge: string | undefined
  device: string | undefined
}

type Credentials = { email: string; password: string }

/**
 * The first step. An unknown address, a wrong password, somebody who was switched off or has not set a password yet: all
 * are answered alike, after the same work. The try is counted before any of it.
 */
export async function enterPassword(house: SignInHouse, visitor: Visitor, { email, password }: Credentials) {
  const address = email.toLowerCase()
  const account = await findAccount(house.db, address, visitor.device)
  await takePasswordTry(house, visitor, address, account?.knowsDevice ?? false)
  const isRight = await verifyPassword(password, account?.passwordHash)
  if (!isRight || !account) throw unauthorized('The e-mail address or the password is not right')
  return openChallenge(house, {
    userId: account.id,
    factor: factorOf(account),
    formerToken: visitor.challenge,
  })
}

/** What a person added themselves goes before the mailed code, and a passkey, which no false page can ask for, before all. */
const factorOf = ({ hasPasskey, hasTotp }: { hasPasskey: boolean; hasTotp: boolean }): SecondFactor =>
  hasPasskey ? 'PASSKEY' : hasTotp ? 'TOTP' : 'EMAIL'

const findAccount = (db: Db, address: string, device: string | undefined) =>
  db
    .selectFrom('appUser')
    .innerJoin('credential', 'credential.userId', 'appUser.id')
    .select((eb) => [
      'appUser.id',
      'credential.passwordHash',
      sql<boolean>`exists (select from totp where user_id = app_user.id and added_at is not null)`.as('hasTotp'),
      sql<boolean>`exists (select from passkey where user_id = app_user.id)`.as('hasPasskey'),
      eb
        .exists(
          eb
            .selectFrom('knownDevice')
            .select('knownDevice.userId')
            .whereRef('knownDevice.userId', '=', 'appUser.id')
            .where('knownDevice.tokenHash', '=', hashOf(device ?? '')),
        )
        .$castTo<boolean>()
        .as('knowsDevice'),
    ])
    .where('appUser.email', '=', address)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()

/** By what the tries of a known device are counted: this browser for this account. */
export const deviceSubject = (address: string, device: string | undefined) =>
  `${address} ${hashOf(device ?? '').toString('hex')}`

/** A stranger's tries count by network address first, so that who tries many accounts stops before slowing each of them. */
async function takePasswordTry(house: SignInHouse, { ip, device }: Visitor, address: string, isKnown: boolean) {
  if (isKnown) return takeTry(house, 'device', deviceSubject(address, device))
  await takeTry(house, 'address', ip)
  await takeTry(house, 'account', address)
}
