import { signInPath } from '@portal/contract/user/navigation'

/** The address to go back to after signing in, when it is one of the portal's own; null for anything else. */
export const ownAddress = (asked: string | null | undefined): string | null => {
  if (!asked?.startsWith('/') || asked.startsWith('//') || /[\\\p{Cc}]/u.test(asked)) return null
  const portal = 'https://portal.invalid'
  const url = URL.canParse(asked, portal) ? new URL(asked, portal) : null
  if (url?.origin !== portal) return null
  const isElsewhere = [signInPath, '/api'].some((path) => `${url.pathname}/`.startsWith(`${path}/`))
  return isElsewhere ? null : asked
}

const key = 'portal.return-to'

/** Remembers the address over the visit to LoanDock, which brings back nothing but its ticket. */
export const rememberReturn = (address: string | null) => {
  if (address) sessionStorage.setItem(key, address)
  else sessionStorage.removeItem(key)
}

/** The remembered address, once. */
export const takeReturn = (): string | null => {
  const address = ownAddress(sessionStorage.getItem(key))
  sessionStorage.removeItem(key)
  return address
}
