import type { Db } from '../../lib/database/db.ts'
import { deviceThrottleSubject, knowsDevice } from '../sessions/store-device.ts'
import { openChallenge, type SignInDeps, type Visitor, wrongPassword } from './challenge.ts'
import { factorOf, hasFactors } from './check-own-password.ts'
import { verifyPassword } from './check-password.ts'
import { refundThrottle, throttle } from './throttle.ts'

type Credentials = { email: string; password: string }

/**
 * The first step. An unknown address, a wrong password, a deactivated user and one without a password get the same response
 * after the same work. The attempt is counted before any of it.
 */
export async function enterPassword(deps: SignInDeps, visitor: Visitor, { email, password }: Credentials) {
  const address = email.toLowerCase()
  const account = await findAccount(deps.db, address, visitor.device)
  const isKnown = account?.knowsDevice ?? false
  const addressKey = await throttlePassword(deps, visitor, address, isKnown)
  const isRight = await verifyPassword(password, account?.passwordHash, isKnown ? 'known' : 'stranger')
  if (!isRight || !account?.passwordHash) throw wrongPassword()
  return openChallenge(deps, {
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
 * Counts a stranger's attempt by network address first, so that an attack on many accounts is stopped before it slows each of
 * them. Returns the address's throttle key; null for a known device.
 */
async function throttlePassword(
  deps: SignInDeps,
  { ip, device }: Visitor,
  address: string,
  isKnown: boolean,
): Promise<Buffer | null> {
  if (isKnown) {
    await throttle(deps, 'device', deviceThrottleSubject(address, device))
    return null
  }
  const addressKey = await throttle(deps, 'address', ip)
  try {
    await throttle(deps, 'account', address)
  } catch (error) {
    await refundThrottle(deps.db, addressKey)
    throw error
  }
  return addressKey
}
