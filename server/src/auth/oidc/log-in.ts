import { type Db, inTransaction } from '../../lib/database/db.ts'
import type { Oidc, OidcChecks } from '../../lib/integrations/oidc.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import type { Logger } from '../../lib/log.ts'
import { lockAllRights } from '../../user/lock-person.ts'
import { claimFirstAdmin, makeFirstAdmin } from '../../user/make-first-admin.ts'
import { requestAccess } from '../../user/request-access.ts'
import {
  closeSession,
  findSession,
  hashToken,
  openSession,
} from '../sessions/session.ts'
import { useOnce } from '../sessions/tickets.ts'
import { applyGroups } from './apply-groups.ts'
import { linkAccount, OidcRefusal, readPerson } from './link-account.ts'

export type OidcDeps = {
  db: Db
  now: Date
  keys: Keys
  oidc: Oidc
  log: Logger
  brandName: string
  firstAdminEmail: string | undefined
}

/** A sign-in in progress, stored in a cookie that only the portal can read. */
type SignIn = OidcChecks & {
  returnTo: string | undefined
  maySwitch: boolean
  expiresAt: number
}

const signInMinutes = 10

const use = 'single sign-on'

/**
 * Starts a sign-in. Returns the address at the identity provider, and the
 * cookie that binds the sign-in to this browser.
 */
export async function startSignIn(
  { now, keys, oidc }: OidcDeps,
  { returnTo, maySwitch }: Pick<SignIn, 'returnTo' | 'maySwitch'>,
) {
  const checks = oidc.newChecks()
  const signIn: SignIn = {
    ...checks,
    returnTo,
    maySwitch,
    expiresAt: now.getTime() + signInMinutes * 60_000,
  }
  const cookie = keys
    .seal(use, Buffer.from(JSON.stringify(signIn)), 'sign-in')
    .toString('base64url')
  return { url: await oidc.signInUrl(checks), cookie }
}

/**
 * Reads the sign-in from a cookie. Throws OidcRefusal if it has expired or
 * isn't the portal's.
 */
export function readSignIn(
  { now, keys }: Pick<OidcDeps, 'now' | 'keys'>,
  cookie: string | undefined,
): SignIn {
  try {
    const opened = keys
      .unseal(use, Buffer.from(cookie ?? '', 'base64url'), 'sign-in')
      .toString()
    const signIn: SignIn = JSON.parse(opened)
    if (signIn.expiresAt > now.getTime()) return signIn
  } catch {
    // Falls through: there is no cookie, or it was encrypted with another key.
  }
  throw new OidcRefusal('EXPIRED')
}

type Callback = {
  signIn: SignIn
  query: string
  userAgent: string
  former: string | undefined
}

/**
 * The user of an open session; null if it has ended or the user was
 * deactivated.
 */
async function findActiveUserId(
  db: Db,
  token: string,
  now: Date,
): Promise<string | null> {
  const session = await findSession(db, hashToken(token), now)
  return session?.isActive ? session.actor.id : null
}

/**
 * Opens a session for a callback from the identity provider, once, and returns
 * its token. Throws OidcRefusal, or an error from the identity provider.
 */
export async function logInByOidc(
  deps: OidcDeps,
  { signIn, query, userAgent, former }: Callback,
): Promise<string> {
  const { oidc, keys, now, log, firstAdminEmail } = deps
  const { settings } = oidc
  await claimState(deps.db, query, signIn)
  const { claims, idToken } = await oidc.readCallback(query, signIn)
  const person = readPerson(claims, settings)

  return inTransaction(deps.db, async (db) => {
    await lockAllRights(db)
    const signedInId = former ? await findActiveUserId(db, former, now) : null
    const userId = await linkAccount(
      { ...deps, db, settings, signedInId },
      person,
    )
    // Another site's link must not switch the account that someone is using.
    if (signedInId !== null && signedInId !== userId && !signIn.maySwitch)
      throw new OidcRefusal('OTHER_ACCOUNT')
    const { groups, subject, sid } = person
    const access = { db, now, mapping: settings.roles }
    if (!(await applyGroups(access, userId, groups)))
      log.warn(
        { userId },
        'the last user who can manage permissions keeps that permission, although no group grants it',
      )
    // The address that the portal has: the linked account's may have changed
    // since.
    const { email } = await db
      .selectFrom('appUser')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (await claimFirstAdmin(db, { email, now, firstAdminEmail }))
      await makeFirstAdmin(db, now, userId)
    await requestAccess({ db, now }, userId)
    if (former) await closeSession(db, hashToken(former))
    const token = await openSession(db, userId, now, userAgent)
    const sessionId = await findSessionId(db, token)
    await db
      .insertInto('oidcSession')
      .values({
        sessionId,
        issuer: settings.issuer,
        subject,
        sid,
        // Only the previous release reads it, to sign out.
        idToken: keys.seal(use, Buffer.from(idToken), sessionId),
      })
      .execute()
    return token
  })
}

/** Throws unless the callback has the sign-in's state, for the first time. */
async function claimState(db: Db, query: string, signIn: Callback['signIn']) {
  const { state, expiresAt } = signIn
  const isSame = new URLSearchParams(query).get('state') === state
  const key = `oidc-state:${state}`
  if (!isSame || !(await useOnce(db, key, new Date(expiresAt))))
    throw new OidcRefusal('EXPIRED')
}

async function findSessionId(db: Db, token: string): Promise<string> {
  const { id } = await db
    .selectFrom('session')
    .select('id')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return id
}
