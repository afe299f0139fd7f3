import { email, text } from '@portal/contract/lib/fields'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { clockToleranceSeconds } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import { unavailable } from '../../lib/errors.ts'

/** Any other error means that LoanDock's keys could not be loaded. */
const isInvalidTicket = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !/^ERR_(JOSE_GENERIC|JWKS?_INVALID|JWKS_TIMEOUT)$/.test(error.code)

/** A user's LoanDock account, for those who are new to the portal. */
const Account = z
  .object({
    sub: email.transform((address) => address.toLowerCase()),
    given_name: text(100),
    family_name: text(100),
    phone: text(25).nullish(),
    kind: z.enum(['SELLER', 'STAFF']),
    company: z.object({ name: text(200, 1), corrId: text(50, 1).nullish() }),
  })
  .transform(({ sub, given_name, family_name, phone, kind, company }) => ({
    email: sub,
    firstName: given_name,
    lastName: family_name,
    phone: phone || null,
    kind,
    companyName: company.name,
    corrId: company.corrId ?? null,
  }))
  .refine(
    ({ kind, corrId }) => kind === 'STAFF' || corrId !== null,
    'A seller has a corrId',
  )
export type Account = z.output<typeof Account>

/**
 * A valid ticket. `account` is null if it doesn't say enough to create a user.
 */
type Ticket = {
  email: string
  jti: string
  expiresAt: Date
  account: Account | null
}

export type TicketReader = (ticket: string, now: Date) => Promise<Ticket | null>

const openTicketKeys = (loanDockUrl: string) =>
  createRemoteJWKSet(new URL('/.well-known/jwks.json', loanDockUrl), {
    timeoutDuration: 3000,
  })

/** Throws if LoanDock's keys can't be loaded. */
export async function checkTicketKeys(loanDockUrl: string): Promise<void> {
  await openTicketKeys(loanDockUrl).reload()
}

/**
 * Verifies LoanDock's tickets: EdDSA by its published keys, at most 60 s old.
 * Null for anything else. Throws 503 without keys.
 */
export const ticketReader = (loanDockUrl: string): TicketReader => {
  const keys = openTicketKeys(loanDockUrl)
  return async (ticket, now) => {
    try {
      const { payload } = await jwtVerify(ticket, keys, {
        algorithms: ['EdDSA'],
        issuer: 'loandock',
        audience: 'loan-review-portal',
        maxTokenAge: 60,
        clockTolerance: clockToleranceSeconds,
        currentDate: now,
        requiredClaims: ['sub', 'jti', 'exp', 'iat'],
      })
      const { sub, jti, exp, iat } = payload
      if (!sub || !jti || !exp || !iat || exp - iat > 60) return null
      const account = Account.safeParse(payload).data ?? null
      return {
        email: sub.toLowerCase(),
        jti,
        expiresAt: new Date((exp + clockToleranceSeconds) * 1000),
        account,
      }
    } catch (error) {
      if (isInvalidTicket(error)) return null
      throw unavailable('LoanDock cannot be reached', error)
    }
  }
}

/** False if the ticket was used before, on any node. */
export async function useOnce(
  db: Db,
  jti: string,
  expiresAt: Date,
): Promise<boolean> {
  const used = await db
    .insertInto('usedTicket')
    .values({ jti, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('jti')
    .executeTakeFirst()
  return used !== undefined
}
