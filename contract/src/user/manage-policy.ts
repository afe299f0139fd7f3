import { isOneOf, tableOf } from '../lib/typed.ts'
import * as model from './model.ts'
import {
  is,
  isBdd,
  isUnderwriter,
  managesCompany,
  managesEveryone,
} from './policy.ts'

export type PersonFacts = {
  id: string
  companyId: string
  companyKind: model.CompanyKind
  bddId: string | null
  permissions: model.PermissionMap
}

/**
 * What the rules of a change need in addition. The first role is the acting
 * one.
 */
export type ManagedPersonFacts = PersonFacts & {
  status: model.UserStatus
  roles: readonly model.Role[]
}

export type PersonRule = (actor: model.Actor, person: PersonFacts) => boolean

export const mayManage: PersonRule = (actor, person) =>
  managesEveryone(actor) ||
  (managesCompany(actor) && actor.companyId === person.companyId)

const isPending = is('DEFAULT')

/**
 * Who may see a person's card: the person, their company (except users without
 * a role), all underwriters, and a BDD for the buyer's people and those of
 * their sellers.
 */
export const maySeePerson: PersonRule = (actor, person) =>
  actor.id === person.id ||
  (actor.companyId === person.companyId && !isPending(actor)) ||
  isUnderwriter(actor) ||
  (isBdd(actor) &&
    (person.companyKind === 'BUYER' || person.bddId === actor.id)) ||
  mayManage(actor, person)

/** The permissions that have an effect in a role; others are not offered. */
export const permissionsOf = tableOf(model.roles, (role) =>
  model.permissions.filter((key) =>
    isOneOf<model.Role>(model.permissionTable[key].roles, role),
  ),
)

const hasEffect = (key: model.Permission, roles: readonly model.Role[]) =>
  roles.some((role) => permissionsOf[role].includes(key))

/** The roles that users of a kind of company can have. */
export const rolesOf: Record<model.CompanyKind, readonly model.Role[]> = {
  BUYER: ['UNDERWRITER', 'BDD', 'UBDD', 'DEFAULT'],
  SELLER: ['SELLER', 'DEFAULT'],
  TPR_VENDOR: ['TPR', 'DEFAULT'],
}

/** Whether this person manages everyone, in any of their roles. */
export const managesInSomeRole = ({
  status,
  roles,
  permissions: held,
}: ManagedPersonFacts): boolean =>
  status === 'ACTIVE' && roles.includes('UNDERWRITER') && held.managePermissions

const ungrantedPermissionText =
  'You cannot grant or remove a permission that you do not have'
const lastManagerText =
  'At least one active user must be able to manage permissions'

/** Whether a person may grant and remove this permission. */
const mayGrant = (actor: model.Actor, key: model.Permission): boolean =>
  actor.permissions[key] ||
  (managesEveryone(actor) && model.addedPermissions.includes(key))

/**
 * Why these permissions may not be granted (true) or removed (false), or null.
 * `othersManage`: whether `managesInSomeRole` is true for anyone else
 * (product.md, security.md).
 */
export function permissionRefusal(
  actor: model.Actor,
  person: ManagedPersonFacts,
  flags: Partial<Record<model.Permission, boolean>>,
  othersManage: boolean,
): string | null {
  if (actor.id === person.id) return 'You cannot change your own permissions'
  const changed = model.permissions.filter(
    (key) => flags[key] !== undefined && flags[key] !== person.permissions[key],
  )
  if (changed.some((key) => !mayGrant(actor, key)))
    return ungrantedPermissionText
  // It would take effect later, with another role, without anyone granting it.
  const idle = changed.find(
    (key) => flags[key] && !hasEffect(key, person.roles),
  )
  if (idle)
    return `${model.permissionLabels[idle]} has no effect with this user’s roles`
  const loses =
    changed.includes('managePermissions') && !flags.managePermissions
  return loses && managesInSomeRole(person) && !othersManage
    ? lastManagerText
    : null
}

/** Why a person may not get these roles, or null. */
export function roleRefusal(
  actor: model.Actor,
  person: ManagedPersonFacts,
  roles: readonly model.Role[],
  othersManage: boolean,
): string | null {
  if (actor.id === person.id) return 'You cannot change your own roles'
  const foreign = roles.find(
    (role) => !rolesOf[person.companyKind].includes(role),
  )
  if (foreign)
    return `${model.roleLabels[foreign]} is not a role for users of this company`
  const reactivates = (key: model.Permission) =>
    person.permissions[key] &&
    !hasEffect(key, person.roles) &&
    hasEffect(key, roles)
  if (
    model.permissions.some((key) => reactivates(key) && !actor.permissions[key])
  )
    return ungrantedPermissionText
  const loses = managesInSomeRole(person) && !roles.includes('UNDERWRITER')
  return loses && !othersManage ? lastManagerText : null
}

/** Why a person may not be activated or deactivated, or null. */
export function statusRefusal(
  actor: model.Actor,
  person: ManagedPersonFacts,
  status: model.UserStatus,
  othersManage: boolean,
): string | null {
  if (actor.id === person.id) return 'You cannot change your own status'
  if (status === person.status) return null
  // Activation gives back all permissions, so only those who manage everyone
  // may do it without having them.
  if (
    !managesEveryone(actor) &&
    model.permissions.some(
      (key) => person.permissions[key] && !actor.permissions[key],
    )
  )
    return ungrantedPermissionText
  // Only an active person manages others, so this change deactivates them.
  return managesInSomeRole(person) && !othersManage ? lastManagerText : null
}

/**
 * Why a person's second factors may not be removed, or null: anyone who reads
 * their mail can then sign in as them.
 */
export function factorsRefusal(
  actor: model.Actor,
  person: ManagedPersonFacts,
): string | null {
  if (actor.id === person.id)
    return 'Manage your own sign-in methods in your account settings'
  const outranks = model.permissions.some(
    (key) => person.permissions[key] && !actor.permissions[key],
  )
  return outranks ? 'This user has a permission that you do not have' : null
}

/**
 * The roles and permissions needed to get, and to continue, each kind of open
 * work.
 */
export const workOf: Record<
  model.OpenWorkKind,
  {
    roles: readonly model.Role[]
    toGet: model.Permission | null
    toGoOn: model.Permission | null
  }
> = {
  underwriter: { roles: ['UNDERWRITER'], toGet: 'myOwn', toGoOn: null },
  slr: { roles: ['UNDERWRITER'], toGet: 'manageSlr', toGoOn: 'manageSlr' },
  tradeDesk: {
    roles: ['UNDERWRITER'],
    toGet: 'manageTradeDesk',
    toGoOn: 'manageTradeDesk',
  },
  seller: { roles: ['SELLER'], toGet: null, toGoOn: null },
  bdd: { roles: ['BDD', 'UBDD'], toGet: null, toGoOn: null },
  tdoc: { roles: ['UNDERWRITER'], toGet: null, toGoOn: null },
  purchasedTdoc: {
    roles: ['UNDERWRITER'],
    toGet: 'managePurchasedTdocs',
    toGoOn: 'managePurchasedTdocs',
  },
  tprReview: { roles: ['TPR'], toGet: null, toGoOn: null },
}

/** Work that stays within a company: it goes over to colleagues alone. */
export const staysInCompany = (kind: model.OpenWorkKind): boolean =>
  kind === 'seller' || kind === 'tprReview'

/**
 * Kinds of work that a person can go on with: active, in the acting role, with
 * the permission that it takes. Who loses `myOwn` gets no new SLVs and finishes
 * those they have.
 */
export const workableKinds = ({
  status,
  roles,
  permissions: held,
}: Pick<
  ManagedPersonFacts,
  'status' | 'roles' | 'permissions'
>): model.OpenWorkKind[] =>
  model.openWorkKinds.filter((kind) => {
    const { roles: needed, toGoOn } = workOf[kind]
    return (
      status === 'ACTIVE' &&
      needed.some((role) => role === roles[0]) &&
      (toGoOn === null || held[toGoOn])
    )
  })
