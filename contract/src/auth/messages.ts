/** The confirmation of an invitation (spec.md §8). */
export function inviteConfirmation(emails: readonly string[]): string {
  const [a, b] = emails
  if (a === undefined) return 'No emails to register'
  if (b === undefined) return `Invite sent to ${a}.`
  if (emails.length === 2) return `Invites sent to ${a} and ${b}.`
  const more = emails.length - 2
  return more === 1
    ? `Invites sent to ${a}, ${b} and 1 more.`
    : `Invites sent to ${a}, ${b} and ${more} others.`
}

/** Why single sign-on failed: `problem` of the sign-in page's address. */
export const oidcProblems = {
  EXPIRED: 'This sign-in has expired or was already used. Try again.',
  FAILED:
    'Single sign-on failed. Try again, or ask your administrator for help.',
  UNAVAILABLE:
    'Single sign-on isn’t available right now. Try again in a few minutes.',
  NO_EMAIL:
    'Your single sign-on account doesn’t have a verified email address. Ask your administrator for help.',
  NO_GROUP:
    'Your single sign-on account isn’t in a group with access to this portal. Ask your administrator for help.',
  NO_COMPANY:
    'Your single sign-on account isn’t assigned to a company that uses this portal. Ask your administrator for help.',
  REVIEWER:
    'Third-party reviewers sign in with their email address and password.',
  LINKED:
    'This email address is linked to another single sign-on account. Ask your administrator for help.',
  MANAGER:
    'Accounts that manage permissions aren’t linked automatically. Sign in with LoanDock first, then use single sign-on in the same browser.',
  OTHER_ACCOUNT:
    'You’re already signed in with another account in this browser. Use single sign-on again to switch accounts.',
  INACTIVE: 'This account isn’t active. Ask your administrator for help.',
} as const
export type OidcProblem = keyof typeof oidcProblems
