import { type Actor, type CompanyKind, type Permission, type PermissionMap, permissions, type Role } from './model.ts'
import { isBdd, isUnderwriter, managesCompany, managesEveryone } from './policy.ts'

/** What the rules know of a person whom somebody else asks about or changes. */
export type PersonFacts = {
  id: string
  companyId: string
  companyKind: CompanyKind
  /** The BDD of their company, when it is a seller. */
  bddId: string | null
  permissions: PermissionMap
}

export type PersonRule = (actor: Actor, person: PersonFacts) => boolean

/** Who looks after whom: everybody, or the people of their own company. */
export const mayManage: PersonRule = (actor, person) =>
  managesEveryone(actor) || (managesCompany(actor) && actor.companyId === person.companyId)

/**
 * Who may see a person's card: themselves, their own company, the buyer's underwriters everyone, a BDD the buyer's people and
 * those of their sellers. For everybody else the person is not there.
 */
export const maySeePerson: PersonRule = (actor, person) =>
  actor.id === person.id ||
  actor.companyId === person.companyId ||
  isUnderwriter(actor) ||
  (isBdd(actor) && (person.companyKind === 'BUYER' || person.bddId === actor.id)) ||
  mayManage(actor, person)

/** What a permission means to a role; those that are not named do nothing there and are not offered. */
export const permissionsOf: Record<Role, readonly Permission[]> = {
  UNDERWRITER: [
    'managePermissions',
    'manageSla',
    'myOwn',
    'manageSlr',
    'manageTradeDesk',
    'viewSlvDepartment',
    'assignLoans',
    'assignLoansSlr',
    'assignLoansTradeDesk',
    'managePurchasedTdocs',
    'inviteTpr',
    'myCompanyAdmin',
  ],
  SELLER: ['myCompanyView', 'myCompanyAdmin', 'myCompanyReassignSlv'],
  TPR: ['inviteTpr', 'myCompanyAdmin'],
  BDD: [],
  UBDD: [],
  DEFAULT: [],
}

/**
 * Why these permissions may not be granted (true) or taken (false), as a sentence, or null when they may. `othersManage`: whether
 * anybody else who is active holds managePermissions as an underwriter (product.md, security.md).
 */
export function permissionRefusal(
  actor: Actor,
  person: PersonFacts,
  flags: Partial<Record<Permission, boolean>>,
  othersManage: boolean,
): string | null {
  if (actor.id === person.id) return 'Nobody changes their own permissions'
  const changed = permissions.filter((key) => flags[key] !== undefined && flags[key] !== person.permissions[key])
  if (changed.some((key) => !actor.permissions[key])) return 'Nobody grants or takes a permission that they lack'
  if (changed.includes('managePermissions') && !flags.managePermissions && !othersManage)
    return 'The last one who can manage permissions stays'
  return null
}
