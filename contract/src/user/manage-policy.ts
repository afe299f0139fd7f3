import {
  type Actor,
  type CompanyKind,
  type OpenWorkKind,
  openWorkKinds,
  type Permission,
  type PermissionMap,
  permissionLabels,
  permissions,
  type Role,
  roleLabels,
  type UserStatus,
} from './model.ts'
import { is, isBdd, isUnderwriter, managesCompany, managesEveryone } from './policy.ts'

/** What the rules know of a person whom somebody else asks about or changes. */
export type PersonFacts = {
  id: string
  companyId: string
  companyKind: CompanyKind
  /** The BDD of their company, when it is a seller. */
  bddId: string | null
  permissions: PermissionMap
}

/** What the rules of a change know beside it. The first role is the acting one. */
export type PersonStanding = PersonFacts & { status: UserStatus; roles: readonly Role[] }

export type PersonRule = (actor: Actor, person: PersonFacts) => boolean

/** Who looks after whom: everybody, or the people of their own company. */
export const mayManage: PersonRule = (actor, person) =>
  managesEveryone(actor) || (managesCompany(actor) && actor.companyId === person.companyId)

const isPending = is('DEFAULT')

/**
 * Who may see a person's card: themselves, their own company (not who waits for a role: they see nothing yet), the buyer's
 * underwriters everyone, a BDD the buyer's people and those of their sellers. For everybody else the person is not there.
 */
export const maySeePerson: PersonRule = (actor, person) =>
  actor.id === person.id ||
  (actor.companyId === person.companyId && !isPending(actor)) ||
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

const meansSomething = (key: Permission, roles: readonly Role[]) =>
  roles.some((role) => permissionsOf[role].includes(key))

/** The roles that somebody of a company can have: only the buyer's own people review for it. */
export const rolesOf: Record<CompanyKind, readonly Role[]> = {
  BUYER: ['UNDERWRITER', 'BDD', 'UBDD', 'DEFAULT'],
  SELLER: ['SELLER', 'DEFAULT'],
  TPR_VENDOR: ['TPR', 'DEFAULT'],
}

/** Whether this person, as they stand, is one of those who manage everyone; also while they act in another of their roles. */
export const managesInSomeRole = ({ status, roles, permissions: held }: PersonStanding): boolean =>
  status === 'ACTIVE' && roles.includes('UNDERWRITER') && held.managePermissions

const lacksIt = 'Nobody grants or takes a permission that they lack'
const lastOneStays = 'The last one who can manage permissions stays'

/**
 * Why these permissions may not be granted (true) or taken (false), as a sentence, or null when they may. `othersManage`: whether
 * anybody else is left for whom `managesInSomeRole` holds (product.md, security.md).
 */
export function permissionRefusal(
  actor: Actor,
  person: PersonStanding,
  flags: Partial<Record<Permission, boolean>>,
  othersManage: boolean,
): string | null {
  if (actor.id === person.id) return 'Nobody changes their own permissions'
  const changed = permissions.filter((key) => flags[key] !== undefined && flags[key] !== person.permissions[key])
  if (changed.some((key) => !actor.permissions[key])) return lacksIt
  // It would sleep, and wake with another role without anybody's asking.
  const idle = changed.find((key) => flags[key] && !meansSomething(key, person.roles))
  if (idle) return `${permissionLabels[idle]} does nothing in the roles of this person`
  const loses = changed.includes('managePermissions') && !flags.managePermissions
  return loses && managesInSomeRole(person) && !othersManage ? lastOneStays : null
}

/** Why a person may not get these roles, or null when they may. */
export function roleRefusal(
  actor: Actor,
  person: PersonStanding,
  roles: readonly Role[],
  othersManage: boolean,
): string | null {
  if (actor.id === person.id) return 'Nobody changes their own roles'
  const foreign = roles.find((role) => !rolesOf[person.companyKind].includes(role))
  if (foreign) return `${roleLabels[foreign]} is no role for somebody of this company`
  const wakes = (key: Permission) =>
    person.permissions[key] && !meansSomething(key, person.roles) && meansSomething(key, roles)
  if (permissions.some((key) => wakes(key) && !actor.permissions[key])) return lacksIt
  const loses = managesInSomeRole(person) && !roles.includes('UNDERWRITER')
  return loses && !othersManage ? lastOneStays : null
}

/** Why a person may not be activated or deactivated, or null when they may. */
export function statusRefusal(
  actor: Actor,
  person: PersonStanding,
  status: UserStatus,
  othersManage: boolean,
): string | null {
  if (actor.id === person.id) return 'Nobody changes their own status'
  if (status === person.status) return null
  // Who is switched off loses what they hold, and who is switched on has it again: who manages everyone looks after that too.
  if (!managesEveryone(actor) && permissions.some((key) => person.permissions[key] && !actor.permissions[key]))
    return lacksIt
  // Only an active person manages others, so this change deactivates them.
  return managesInSomeRole(person) && !othersManage ? lastOneStays : null
}

/** Why somebody's second factors may not be taken away, or null when they may: it lets whoever reads their mail in as them. */
export function factorsRefusal(actor: Actor, person: PersonStanding): string | null {
  if (actor.id === person.id) return 'Your own are in the settings of your account'
  const outranks = permissions.some((key) => person.permissions[key] && !actor.permissions[key])
  return outranks ? 'They hold a permission that you lack' : null
}

/** Who does which open work: in which roles, with which permission they get it, and with which they go on with it. */
export const workOf: Record<
  OpenWorkKind,
  { roles: readonly Role[]; toGet: Permission | null; toGoOn: Permission | null }
> = {
  underwriter: { roles: ['UNDERWRITER'], toGet: 'myOwn', toGoOn: null },
  slr: { roles: ['UNDERWRITER'], toGet: 'manageSlr', toGoOn: 'manageSlr' },
  tradeDesk: { roles: ['UNDERWRITER'], toGet: 'manageTradeDesk', toGoOn: 'manageTradeDesk' },
  seller: { roles: ['SELLER'], toGet: null, toGoOn: null },
  bdd: { roles: ['BDD', 'UBDD'], toGet: null, toGoOn: null },
  tdoc: { roles: ['UNDERWRITER'], toGet: null, toGoOn: null },
  purchasedTdoc: { roles: ['UNDERWRITER'], toGet: 'managePurchasedTdocs', toGoOn: 'managePurchasedTdocs' },
  tprReview: { roles: ['TPR'], toGet: null, toGoOn: null },
}

/** Work that stays within a company: it goes over to colleagues alone. */
export const staysInCompany = (kind: OpenWorkKind): boolean => kind === 'seller' || kind === 'tprReview'

/**
 * Kinds of work that a person can go on with: active, in the acting role, with the permission that it takes. Who loses `myOwn`
 * gets no new SLVs and finishes those they have.
 */
export const workableKinds = ({
  status,
  roles,
  permissions: held,
}: Pick<PersonStanding, 'status' | 'roles' | 'permissions'>): OpenWorkKind[] =>
  openWorkKinds.filter((kind) => {
    const { roles: needed, toGoOn } = workOf[kind]
    return status === 'ACTIVE' && needed.some((role) => role === roles[0]) && (toGoOn === null || held[toGoOn])
  })
