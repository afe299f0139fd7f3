import type { Actor, Permission, Role } from './model.ts'

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

export const everyone: ActorRule = () => true
