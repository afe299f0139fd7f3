import { isOneOf, toRecord } from '../lib/typed.ts'
import * as model from './model.ts'
import {
  isBdd,
  isPending,
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
 * Also what the rules for changing a person need. The first role is the acting
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
export const permissionsOf = toRecord(model.roles, (role) =>
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
  permissions,
}: ManagedPersonFacts): boolean =>
  status === 'ACTIVE' &&
  roles.includes('UNDERWRITER') &&
  permissions.managePermissions

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
  // A permission without effect would take effect once the person gets another
  // role, without anyone granting it then.
  const withoutEffect = changed.find(
    (key) => flags[key] && !hasEffect(key, person.roles),
  )
  if (withoutEffect)
    return `${model.permissionLabels[withoutEffect]} has no effect with this user’s roles`
  const removesManagement =
    changed.includes('managePermissions') && !flags.managePermissions
  const isLastManager = managesInSomeRole(person) && !othersManage
  return removesManagement && isLastManager ? lastManagerText : null
}

/** Why a person may not get these roles, or null. */
export function roleRefusal(
  actor: model.Actor,
  person: ManagedPersonFacts,
  roles: readonly model.Role[],
  othersManage: boolean,
): string | null {
  if (actor.id === person.id) return 'You cannot change your own roles'
  const wrongRole = roles.find(
    (role) => !rolesOf[person.companyKind].includes(role),
  )
  if (wrongRole)
    return `${model.roleLabels[wrongRole]} is not a role for users of this company`
  const gainsEffect = (key: model.Permission) =>
    person.permissions[key] &&
    !hasEffect(key, person.roles) &&
    hasEffect(key, roles)
  const mayNotGrantAll = model.permissions.some(
    (key) => gainsEffect(key) && !actor.permissions[key],
  )
  if (mayNotGrantAll) return ungrantedPermissionText
  const isLastManager = managesInSomeRole(person) && !othersManage
  const removesManagement = !roles.includes('UNDERWRITER')
  return removesManagement && isLastManager ? lastManagerText : null
}

/** Whether a person has a permission that the actor doesn't have. */
const hasMorePermissions = (
  person: ManagedPersonFacts,
  actor: model.Actor,
): boolean =>
  model.permissions.some(
    (key) => person.permissions[key] && !actor.permissions[key],
  )

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
  if (!managesEveryone(actor) && hasMorePermissions(person, actor))
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
  return hasMorePermissions(person, actor)
    ? 'This user has a permission that you do not have'
    : null
}

/**
 * The roles and permissions that a person needs to receive, and to continue,
 * each kind of open work.
 */
export const workOf: Record<
  model.OpenWorkKind,
  {
    roles: readonly model.Role[]
    permissionToReceive: model.Permission | null
    permissionToContinue: model.Permission | null
  }
> = {
  underwriter: {
    roles: ['UNDERWRITER'],
    permissionToReceive: 'myOwn',
    permissionToContinue: null,
  },
  slr: {
    roles: ['UNDERWRITER'],
    permissionToReceive: 'manageSlr',
    permissionToContinue: 'manageSlr',
  },
  tradeDesk: {
    roles: ['UNDERWRITER'],
    permissionToReceive: 'manageTradeDesk',
    permissionToContinue: 'manageTradeDesk',
  },
  seller: {
    roles: ['SELLER'],
    permissionToReceive: null,
    permissionToContinue: null,
  },
  bdd: {
    roles: ['BDD', 'UBDD'],
    permissionToReceive: null,
    permissionToContinue: null,
  },
  tdoc: {
    roles: ['UNDERWRITER'],
    permissionToReceive: null,
    permissionToContinue: null,
  },
  purchasedTdoc: {
    roles: ['UNDERWRITER'],
    permissionToReceive: 'managePurchasedTdocs',
    permissionToContinue: 'managePurchasedTdocs',
  },
  tprReview: {
    roles: ['TPR'],
    permissionToReceive: null,
    permissionToContinue: null,
  },
}

/** Work that only colleagues of the same company can take over. */
export const staysInCompany = (kind: model.OpenWorkKind): boolean =>
  kind === 'seller' || kind === 'tprReview'

type Worker = Pick<ManagedPersonFacts, 'status' | 'roles' | 'permissions'>

/**
 * Kinds of work that a person can continue: an active person, in the acting
 * role, with the permission that the work needs. People who lose `myOwn` get no
 * new SLVs, but finish the ones they have.
 */
export const workableKinds = ({
  status,
  roles,
  permissions,
}: Worker): model.OpenWorkKind[] => {
  if (status !== 'ACTIVE') return []
  const [actingRole] = roles
  return model.openWorkKinds.filter((kind) => {
    const work = workOf[kind]
    const isInRole = work.roles.some((role) => role === actingRole)
    const isPermitted =
      work.permissionToContinue === null ||
      permissions[work.permissionToContinue]
    return isInRole && isPermitted
  })
}
