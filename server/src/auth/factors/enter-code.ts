import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../lib/database/db.ts'
import { conflict } from '../../lib/errors.ts'
import type { Passkeys, WebAuthnJson } from '../../lib/integrations/passkeys.ts'
import { deriveCode } from '../send-mail.ts'
import { completeSignIn, type SignedIn } from '../sessions/complete-sign-in.ts'
import { deviceThrottleSubject, knowsDevice } from '../sessions/store-device.ts'
import { matchTotpStep } from './add-totp.ts'
import {
  type Attempt,
  countAttempt,
  findChallenge,
  openChallenge,
  refuseAttempt,
  type SignInDeps,
  type Visitor,
  wrongPassword,
} from './challenge.ts'
import { chooseFactor, hasFactors } from './check-own-password.ts'
import { verifyPassword } from './check-password.ts'
import { refundThrottle, throttle } from './throttle.ts'

/**
 * The second step by a six-digit code: an emailed one, or one of the user's
 * authenticator app.
 */
export async function enterCode(
  deps: SignInDeps,
  visitor: Visitor,
  code: string,
): Promise<SignedIn> {
  const attempt = await countAttempt(deps, visitor)
  const enter = attempt.factor === 'EMAIL' ? enterMailedCode : enterTotp
  const signedIn = await enter(deps, visitor, attempt, code)
  if (!signedIn) throw await refuseAttempt(deps.db, attempt, 'Incorrect code')
  return signedIn
}

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const enterMailedCode = async (
  deps: SignInDeps,
  visitor: Visitor,
  attempt: Attempt,
  code: string,
) =>
  isEqual(code, deriveCode(deps.keys, attempt.id, attempt.codes))
    ? completeSignIn(deps, visitor, attempt)
    : undefined

async function enterTotp(
  deps: SignInDeps,
  visitor: Visitor,
  { userId, tokenHash }: Attempt,
  code: string,
) {
  const step = await findTotpStep(deps, userId, code)
  if (step === undefined) return undefined
  return completeSignIn(deps, visitor, {
    tokenHash,
    userId,
    useUp: (tx) => useTotpStep(tx, userId, step),
  })
}

/**
 * The time step of a code of the user's app; undefined if it is wrong or was
 * used before.
 */
async function findTotpStep(
  { db, now, keys }: SignInDeps,
  userId: string,
  code: string,
): Promise<number | undefined> {
  const app = await db
    .selectFrom('totp')
    .select(['secret', 'lastStep'])
    .where('userId', '=', userId)
    .where('addedAt', 'is not', null)
    .executeTakeFirst()
  if (!app) return undefined
  const step = matchTotpStep(
    keys.unseal('authenticator app', app.secret, userId),
    code,
    now,
  )
  return step !== undefined && step > app.lastStep ? step : undefined
}

/**
 * Uses up a time step and all before it; false if another request was faster.
 */
async function useTotpStep(
  db: Db,
  userId: string,
  step: number,
): Promise<boolean> {
  const used = await db
    .updateTable('totp')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}

/**
 * Options for the browser to ask for one of the user's passkeys. Each request
 * voids the one before.
 */
export async function requestPasskey(
  deps: SignInDeps,
  { challenge }: Visitor,
  passkeys: Passkeys,
): Promise<WebAuthnJson> {
  const { db } = deps
  const { id, userId } = await findChallenge(deps, challenge)
  const own = await db
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .execute()
  if (own.length === 0) throw conflict('This account has no passkey')
  const request = await passkeys.ask(own)
  await db
    .updateTable('challenge')
    .set({ passkeyChallenge: request.challenge })
    .where('id', '=', id)
    .execute()
  return request.options
}

/**
 * The second step by a passkey: one of the user's own, and its signature of
 * what was requested.
 */
export async function enterPasskey(
  deps: SignInDeps,
  visitor: Visitor,
  passkeys: Passkeys,
  response: WebAuthnJson & { id: string },
): Promise<SignedIn> {
  const attempt = await countAttempt(deps, visitor)
  const { userId, tokenHash, passkeyChallenge } = attempt
  const passkey = await deps.db
    .selectFrom('passkey')
    .select(['id', 'credentialId', 'publicKey', 'counter', 'transports'])
    .where('userId', '=', userId)
    .where('credentialId', '=', response.id)
    .executeTakeFirst()
  const counter =
    passkey && passkeyChallenge
      ? await passkeys.read(response, passkeyChallenge, passkey)
      : null
  const signedIn =
    passkey && counter !== null
      ? await completeSignIn(deps, visitor, {
          tokenHash,
          userId,
          useUp: (tx) =>
            storeCounter(tx, {
              id: passkey.id,
              before: passkey.counter,
              counter,
              now: deps.now,
            }),
        })
      : undefined
  if (!signedIn)
    throw await refuseAttempt(
      deps.db,
      attempt,
      'The passkey could not be verified',
    )
  return signedIn
}

type CounterUpdate = { id: string; before: number; counter: number; now: Date }

/**
 * Stores the passkey's signature counter; false if another sign-in used the
 * passkey in between.
 */
async function storeCounter(
  db: Db,
  { id, before, counter, now }: CounterUpdate,
): Promise<boolean> {
  const updated = await db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where('counter', '=', before)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

type Credentials = { email: string; password: string }

/**
 * The first step. Every refusal has the same response after the same work, and
 * the attempt is counted before any of it.
 */
export async function enterPassword(
  deps: SignInDeps,
  visitor: Visitor,
  { email, password }: Credentials,
) {
  const address = email.toLowerCase()
  const account = await findAccount(deps.db, address, visitor.device)
  const isKnown = account?.knowsDevice ?? false
  const addressKey = await throttlePassword(deps, visitor, address, isKnown)
  const isRight = await verifyPassword(
    password,
    account?.passwordHash,
    isKnown ? 'known' : 'stranger',
  )
  if (!isRight || !account?.passwordHash) throw wrongPassword()
  return openChallenge(deps, {
    userId: account.id,
    passwordHash: account.passwordHash,
    factor: chooseFactor(account),
    formerToken: visitor.challenge,
    addressKey,
  })
}

const findAccount = (db: Db, address: string, device: string | undefined) =>
  db
    .selectFrom('appUser')
    .innerJoin('credential', 'credential.userId', 'appUser.id')
    .select((eb) => [
      'appUser.id',
      'credential.passwordHash',
      ...hasFactors,
      knowsDevice(eb, device).as('knowsDevice'),
    ])
    .where('appUser.email', '=', address)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()

/**
 * Counts a stranger's attempt by network address first, so that an attack on
 * many accounts is stopped before it slows each of them. Null for a known
 * device.
 */
async function throttlePassword(
  deps: SignInDeps,
  { ip, networks, device }: Visitor,
  address: string,
  isKnown: boolean,
): Promise<Buffer | null> {
  if (isKnown) {
    await throttle(deps, 'device', deviceThrottleSubject(address, device))
    return null
  }
  const addressKey = await throttle(deps, 'address', ip)
  const counted = [addressKey]
  try {
    for (const { name, network } of networks)
      counted.push(await throttle(deps, name, network))
    await throttle(deps, 'account', address)
  } catch (error) {
    for (const key of counted) await refundThrottle(deps.db, key)
    throw error
  }
  return addressKey
}
