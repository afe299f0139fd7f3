import { type Actor, type Permission, permissions, type Role } from './model.ts'

/**
 * A rule about the actor alone: role and permissions. If it fails, the response
 * is 403.
 */
export type ActorRule = (actor: Actor) => boolean

export const is =
  (...allowed: Role[]): ActorRule =>
  (actor) =>
    allowed.includes(actor.role)

export const holds =
  (...needed: Permission[]): ActorRule =>
  (actor) =>
    needed.every((permission) => actor.permissions[permission])

export const both =
  (...rules: ActorRule[]): ActorRule =>
  (actor) =>
    rules.every((rule) => rule(actor))

export const anyOf =
  (...rules: ActorRule[]): ActorRule =>
  (actor) =>
    rules.some((rule) => rule(actor))

export const isSeller = is('SELLER')
export const isUnderwriter = is('UNDERWRITER')
export const isBdd = is('BDD', 'UBDD')
/** Someone without a role. */
export const isPending = is('DEFAULT')

export const underwriterWith = (...needed: Permission[]): ActorRule =>
  both(isUnderwriter, holds(...needed))

/**
 * Role and permissions as a short text. Each notification poll returns it, and
 * the web reloads the profile if it changed.
 */
export function describeRights(
  person: Pick<Actor, 'role' | 'permissions'>,
): string {
  const flags = permissions.map((key) => (person.permissions[key] ? 1 : 0))
  return `${person.role}.${flags.join('')}`
}

export const everyone: ActorRule = () => true

export const managesEveryone = underwriterWith('managePermissions')

export const managesCompany: ActorRule = both(
  is('UNDERWRITER', 'SELLER', 'TPR'),
  holds('myCompanyAdmin'),
)

export const managesPeople: ActorRule = anyOf(managesEveryone, managesCompany)

/** Underwriters invite for any vendor, reviewers for their own. */
export const invitesReviewers: ActorRule = both(
  is('UNDERWRITER', 'TPR'),
  holds('inviteTpr'),
)

export const managesSla: ActorRule = underwriterWith('manageSla')

export const managesGuidelines: ActorRule = underwriterWith('manageGuidelines')

/** Manages the API keys and webhooks of their own company. */
export const managesIntegrations: ActorRule = both(
  is('UNDERWRITER', 'SELLER'),
  holds('manageIntegrations'),
)
