import { email, required } from '@portal/contract/lib/fields'

/** Why an address can't be sent, by the server's rule; whether there is such an account the server does not say. */
export const emailProblemOf = (typed: string): string | null =>
  typed.trim() === '' ? required : (email.safeParse(typed).error?.issues[0]?.message ?? null)
