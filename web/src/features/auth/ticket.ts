import { z } from 'zod'

/** LoanDock's ticket. Without `isAskedFor` it came by a link, and may be anybody's. */
export type Ticket = { loanDockId: string; isAskedFor: boolean }

let held: Ticket | null = null

/** Keeps the ticket while the address is being cleaned of it. */
export const holdTicket = (ticket: Ticket) => {
  held = ticket
}

/** The ticket, without taking it. */
export const heldTicket = () => held

/** The ticket, once: it is good for one log-in. */
export const takeTicket = () => {
  const ticket = held
  held = null
  return ticket
}

const key = 'portal.asked-loan-dock'

/** Remembers in this tab that its person is on the way to LoanDock: only then is a ticket the answer to something. */
export const rememberAsking = () => sessionStorage.setItem(key, 'yes')

/** Whether a ticket was asked for, once. */
export const takeAsking = (): boolean => {
  const asked = sessionStorage.getItem(key) !== null
  sessionStorage.removeItem(key)
  return asked
}

const Claims = z.object({ sub: z.email() })

/** Whom a ticket says it is for, unchecked: to be shown, never to be trusted. Null when it cannot be read. */
export const nameOn = (loanDockId: string): string | null => {
  const [, claims = ''] = loanDockId.split('.')
  try {
    return Claims.parse(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))).sub
  } catch {
    return null
  }
}
