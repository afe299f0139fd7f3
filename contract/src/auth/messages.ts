/** The confirmation of an invitation (spec.md §8). */
export function inviteConfirmation(emails: readonly string[]): string {
  const [a, b] = emails
  if (a === undefined) return 'No emails to register'
  if (b === undefined) return `Invite sent to ${a}.`
  if (emails.length === 2) return `Invites sent to ${a} and ${b}.`
  const more = emails.length - 2
  return more === 1 ? `Invites sent to ${a}, ${b} and 1 more.` : `Invites sent to ${a}, ${b} and ${more} others.`
}
