import { type Actor, type Permission, permissions, type Role } from './model.ts'

/** A rule about the asker alone: which role, which permissions. A miss is answered 403. */
export type ActorRule = (actor: Actor) => boolean

export const is =
  (...allowed: Role[]): ActorRule =>
  (actor) =>
    allowed.includes(actor.role)

/** Holds every one of these permissions. */
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

/** An underwriter who holds every one of these permissions. */
export const underwriterWith = (...needed: Permission[]): ActorRule => both(isUnderwriter, holds(...needed))

/**
 * Role and permissions as a short text. Each poll of the notifications answers it: a page that knows another of its person
 * reads the profile anew.
 */
export const rightsOf = (person: Pick<Actor, 'role' | 'permissions'>): string =>
  `${person.role}.${permissions.map((key) => (person.permissions[key] ? 1 : 0)).join('')}`

export const everyone: ActorRule = () => true

/** Looks after the people of every company. */
export const managesEveryone = underwriterWith('managePermissions')

/** Looks after the people of their own company. Reviewers and sellers are companies of their own, too. */
export const managesCompany: ActorRule = both(is('UNDERWRITER', 'SELLER', 'TPR'), holds('myCompanyAdmin'))

/** Who has the page of people and permissions at all. */
export const managesPeople: ActorRule = anyOf(managesEveryone, managesCompany)

/** Who may invite reviewers: the buyer's people for any vendor, a vendor's own people for theirs. */
export const invitesReviewers: ActorRule = both(is('UNDERWRITER', 'TPR'), holds('inviteTpr'))

export const managesSla: ActorRule = underwriterWith('manageSla')
