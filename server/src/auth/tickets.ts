import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { unavailable } from '../lib/errors.ts'

/** The ticket is no good; anything else is about LoanDock's keys, which could not be had. */
const isAboutTheTicket = (error: unknown): boolean =>
  [
    errors.JWTExpired,
    errors.JWTClaimValidationFailed,
    errors.JWTInvalid,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
  ].some((kind) => error instanceof kind)

/** What a good ticket says. */
export type Ticket = { email: string; jti: string; expiresAt: Date }

export type TicketReader = (ticket: string, now: Date) => Promise<Ticket | null>

/**
 * Reads LoanDock's tickets: EdDSA by its published keys, its issuer, our audience, at most 60 s of life.
 * Null for anything else. Throws 503 when LoanDock's keys can't be had.
 */
export const ticketReader = (loanDockUrl: string): TicketReader => {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', loanDockUrl), { timeoutDuration: 3000 })
  return async (ticket, now) => {
    try {
      const { payload } = await jwtVerify(ticket, keys, {
        algorithms: ['EdDSA'],
        issuer: 'loandock',
        audience: 'loan-review-portal',
        maxTokenAge: 60,
        clockTolerance: 5,
        currentDate: now,
        requiredClaims: ['sub', 'jti', 'exp', 'iat'],
      })
      const { sub, jti, exp, iat } = payload
      if (!sub || !jti || !exp || !iat || exp - iat > 60) return null
      return { email: sub.toLowerCase(), jti, expiresAt: new Date((exp + 5) * 1000) }
    } catch (error) {
      if (isAboutTheTicket(error)) return null
      throw unavailable('LoanDock cannot be reached', error)
    }
  }
}
