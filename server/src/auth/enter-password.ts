import type { Db } from '../lib/db.ts'
import type { Keys } from '../lib/secret-key.ts'
import { verifyPassword } from './check-password.ts'
import { factorOf, hasFactors } from './find-factors.ts'
import { deviceSubject, knowsDevice } from './keep-device.ts'
import { openChallenge, wrongPassword } from './open-challenge.ts'
import { returnTry, takeTry } from './take-try.ts'

export type SignInHouse = { db: Db; now: Date; keys: Keys }

/** What a browser brings along before anybody is signed in in it. */
export type Visitor = {
  /** Its network: find-network.ts. */
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
  const isKnown = account?.knowsDevice ?? false
  const addressKey = await takePasswordTry(house, visitor, address, isKnown)
  const isRight = await verifyPassword(password, account?.passwordHash, isKnown ? 'known' : 'stranger')
  if (!isRight || !account?.passwordHash) throw wrongPassword()
  return openChallenge(house, {
    userId: account.id,
    passwordHash: account.passwordHash,
    factor: factorOf(account),
    formerToken: visitor.challenge,
    addressKey,
  })
}

const findAccount = (db: Db, address: string, device: string | undefined) =>
  db
    .selectFrom('appUser')
    .innerJoin('credential', 'credential.userId', 'appUser.id')
    .select((eb) => ['appUser.id', 'credential.passwordHash', ...hasFactors, knowsDevice(eb, device).as('knowsDevice')])
    .where('appUser.email', '=', address)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()

/**
 * A stranger's tries count by network address first, so that who tries many accounts stops before slowing each of them;
 * what the account refuses does not count for the address. Answers by what the address was counted; null for a known device.
 */
async function takePasswordTry(
  house: SignInHouse,
  { ip, device }: Visitor,
  address: string,
  isKnown: boolean,
): Promise<Buffer | null> {
  if (isKnown) {
    await takeTry(house, 'device', deviceSubject(address, device))
    return null
  }
  const addressKey = await takeTry(house, 'address', ip)
  try {
    await takeTry(house, 'account', address)
  } catch (error) {
    await returnTry(house.db, addressKey)
    throw error
  }
  return addressKey
}
