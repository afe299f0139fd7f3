import { signInPath } from '@portal/contract/user/navigation'
import { z } from 'zod'

const Told = z.object({ email: z.string().optional(), notice: z.string().optional() })

/** What one screen of signing in tells the next: the address that was typed, and what has happened. */
export type Told = { email?: string; notice?: string }

/** Where the first screen of signing in leads on to. */
export type WayOn = {
  to: '/multi-factor-auth/confirm-code' | '/multi-factor-auth/reset-password'
  search: { returnTo?: string }
  state: { signIn: Told }
}

/** Whether an address is that of the first screen alone: a ticket in it needs the portal. */
export const isGate = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname.replace(/\/$/, '') === signInPath && !new URLSearchParams(search).has('loanDockId')

/** What the browser kept with the address when the page was loaded anew. */
export const toldBy = (state: unknown): Told | undefined => z.object({ signIn: Told }).safeParse(state).data?.signIn
