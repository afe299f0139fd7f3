import { email, required } from '@portal/contract/lib/fields'

/** Why an address is invalid, by the server's rule; the server never reveals whether an account exists. */
export const emailProblemOf = (typed: string): string | null =>
  typed.trim() === '' ? required : (email.safeParse(typed).error?.issues[0]?.message ?? null)
