import { signInPath } from '@portal/contract/user/navigation'
import { inTransaction } from '../../lib/database/db.ts'
import { AppError } from '../../lib/errors.ts'
import {
  describeOidcError,
  isOidcUnavailable,
} from '../../lib/integrations/oidc.ts'
import { hashToken } from '../sessions/session.ts'
import { useOnce } from '../sessions/tickets.ts'
import type { OidcDeps } from './log-in.ts'

/**
 * Where the browser signs out of the identity provider; null if this session
 * didn't start there.
 */
export async function findSignOutUrl(
  { db, oidc, log }: OidcDeps,
  token: string,
): Promise<string | null> {
  const opened = await db
    .selectFrom('oidcSession')
    .innerJoin('session', 'session.id', 'oidcSession.sessionId')
    .select('oidcSession.sessionId')
    .where('session.tokenHash', '=', hashToken(token))
    .where('oidcSession.issuer', '=', oidc.settings.issuer)
    .executeTakeFirst()
  if (!opened) return null
  try {
    return await oidc.signOutUrl(signInPath)
  } catch (error) {
    // The portal's own session still ends.
    log.warn(
      { oidc: describeOidcError(error) },
      'could not sign out of the identity provider',
    )
    return null
  }
}

const refused = (message: string, cause?: unknown) =>
  new AppError('bad_request', message, { cause })

/**
 * Ends the sessions that a logout token names and returns their number. Throws
 * 400 for an invalid or used token.
 */
export async function endProviderSessions(
  { db: pool, oidc, log }: OidcDeps,
  logoutToken: string,
): Promise<number> {
  const { jti, expiresAt, subject, sid } = await oidc
    .readLogoutToken(logoutToken)
    .catch((error: unknown) => {
      log.warn({ oidc: describeOidcError(error) }, 'a logout token was refused')
      if (isOidcUnavailable(error))
        throw new AppError(
          'unavailable',
          'The identity provider can’t be reached',
        )
      throw refused('The logout token isn’t valid', error)
    })
  return inTransaction(pool, async (db) => {
    if (!(await useOnce(db, `oidc-logout:${jti}`, expiresAt)))
      throw refused('The logout token was already used')
    const named = db
      .selectFrom('oidcSession')
      .select('sessionId')
      .where('issuer', '=', oidc.settings.issuer)
      .$if(subject !== undefined, (query) =>
        query.where('subject', '=', subject ?? ''),
      )
      .$if(sid !== undefined, (query) => query.where('sid', '=', sid ?? ''))
    const { numDeletedRows } = await db
      .deleteFrom('session')
      .where('id', 'in', named)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
