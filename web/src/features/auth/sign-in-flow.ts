import { type OidcProblem, oidcProblems } from '@portal/contract/auth/messages'
import { getKeys } from '@portal/contract/lib/typed'
import { signInPath } from '@portal/contract/user/navigation'
import { z } from 'zod'

// The state that the sign-in screens pass on. The first screen loads this file,
// so it must not import the router.

const SignInState = z.object({
  email: z.string().optional(),
  notice: z.string().optional(),
})

/**
 * Passed from one sign-in screen to the next: the address that was typed, and
 * what happened.
 */
export type SignInState = { email?: string; notice?: string }

/** Where the first sign-in screen leads. */
export type NextStep = {
  to: '/multi-factor-auth/confirm-code' | '/multi-factor-auth/reset-password'
  search: { returnTo?: string }
  state: { signIn: SignInState }
}

/**
 * Whether an address shows the sign-in page on its own; a ticket in it needs
 * the portal.
 */
export const isSignInAlone = ({
  pathname,
  search,
}: {
  pathname: string
  search: string
}) =>
  pathname.replace(/\/$/, '') === signInPath &&
  !new URLSearchParams(search).has('loanDockId')

/**
 * Why single sign-on failed, from the page's address; null for an unknown
 * value.
 */
export const toProblem = (
  problem: string | null | undefined,
): OidcProblem | null =>
  getKeys(oidcProblems).find((key) => key === problem) ?? null

/**
 * The state that the browser kept with the address when the page was reloaded.
 */
export const parseSignInState = (state: unknown): SignInState | undefined =>
  z.object({ signIn: SignInState }).safeParse(state).data?.signIn

/**
 * The address to return to after signing in, if it is one of the portal's own;
 * else null.
 */
export const ownAddress = (
  address: string | null | undefined,
): string | null => {
  if (
    !address?.startsWith('/') ||
    address.startsWith('//') ||
    /[\\\p{Cc}]/u.test(address)
  )
    return null
  const portal = 'https://portal.invalid'
  const url = URL.canParse(address, portal) ? new URL(address, portal) : null
  if (url?.origin !== portal) return null
  const isElsewhere = [signInPath, '/api'].some((path) =>
    `${url.pathname}/`.startsWith(`${path}/`),
  )
  return isElsewhere ? null : address
}

/** Removes and returns an item of the tab's storage. */
const popItem = (key: string): string | null => {
  const item = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return item
}

const returnKey = 'portal.return-to'
const loanDockKey = 'portal.asked-loan-dock'

/**
 * Stores that this tab goes to LoanDock, and the address to return to: LoanDock
 * sends back nothing but its ticket.
 */
export const storeLoanDockVisit = (returnTo: string | null) => {
  sessionStorage.setItem(loanDockKey, 'yes')
  if (returnTo) sessionStorage.setItem(returnKey, returnTo)
}

/**
 * Whether this tab went to LoanDock, once: only then is a ticket a response to
 * something.
 */
export const popLoanDockVisit = (): boolean => popItem(loanDockKey) !== null

/** The stored address to return to, once. */
export const popReturnTo = (): string | null => ownAddress(popItem(returnKey))

/**
 * LoanDock's ticket. If this tab didn't request it, it came by a link and may
 * be anyone's.
 */
export type Ticket = { loanDockId: string; isRequested: boolean }

/**
 * The ticket that was removed from the address; null once it is used, because
 * it is good for one log-in.
 */
export const ticket: { current: Ticket | null } = { current: null }

const Claims = z.object({ sub: z.email() })

/**
 * The email that an unverified ticket names, for display only; null if it can't
 * be read.
 */
export const emailOnTicket = (loanDockId: string): string | null => {
  const [, claims = ''] = loanDockId.split('.')
  try {
    return Claims.parse(
      JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))),
    ).sub
  } catch {
    return null
  }
}
