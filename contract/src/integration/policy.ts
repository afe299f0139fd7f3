import type { Endpoint, Subject } from '../lib/endpoint.ts'
import { getKeys, isOneOf } from '../lib/typed.ts'
import { permissionsOf } from '../user/manage-policy.ts'
import { type Actor, type Permission, permissionLabels } from '../user/model.ts'
import type { KeyScope } from './model.ts'

/** Personal data, people and their permissions, and integrations themselves. */
const personal = [
  'SELF',
  'SESSION',
  'PASSKEY',
  'NOTIFICATION',
  'SAVED_VIEW',
  'REPORT_SCHEDULE',
  'PERSON',
  'PEOPLE',
  'ACCESS_REQUEST',
  'COMPANY',
  'ASSIGNMENT',
  'INTEGRATION',
  'RECORDS',
] as const satisfies readonly Subject[]

/**
 * Whether an API key may make this call, with the role and permissions of its
 * service.
 */
export const takesKey = ({
  access,
  about,
  needsSession,
  takesKey: declared,
}: Endpoint): boolean => {
  if (access === 'PUBLIC' || needsSession) return false
  return declared !== undefined || !isOneOf<Subject>(personal, about)
}

/**
 * The scopes that allow the calls of a tag. The scope `read` allows all calls
 * that only read.
 */
const scopesByTag: Partial<Record<Endpoint['tag'], readonly KeyScope[]>> = {
  Loans: ['slvs', 'tdocs'],
  SLVs: ['slvs'],
  'SLV requests': ['slvs'],
  'SLV conditions': ['slvs'],
  'SLV documents': ['slvs'],
  'SLV history': ['slvs'],
  'SLV reports': ['slvs'],
  Tdocs: ['tdocs'],
  'Review category': ['tdocs'],
  'Data capture': ['tdocs'],
  Guidelines: ['guidelines'],
  SLA: ['sla'],
  Reporting: ['reporting'],
  Integration: ['webhooks'],
}

type Call = Pick<Endpoint, 'method' | 'tag' | 'about' | 'isRead' | 'takesKey'>

function areaScopes({ tag, about }: Call): readonly KeyScope[] {
  if (tag === 'Conversation log')
    return about === 'TDOC_COMMENT' ? ['tdocs'] : ['slvs']
  return scopesByTag[tag] ?? []
}

/** The scopes that allow a call; any one of them is enough. */
export function scopesFor(call: Call): KeyScope[] {
  const isRead = call.method === 'GET' || call.isRead === true
  return isRead ? ['read', ...areaScopes(call)] : [...areaScopes(call)]
}

/**
 * Whether a service of the buyer has no permission, or only the one for
 * webhooks. Its role alone would let it read all Tdocs and reporting.
 */
export const isWithoutRights = ({
  role,
  permissions,
}: Pick<Actor, 'role' | 'permissions'>): boolean =>
  role !== 'SELLER' &&
  !getKeys(permissions).some(
    (key) => permissions[key] && key !== 'manageIntegrations',
  )

type KeyRefusal = {
  reason: string
  /** The scopes of which the key lacks all, if that is the reason. */
  missing?: readonly KeyScope[]
}

/** Why a key can't make this call, or null. */
export function keyRefusal(
  call: Call,
  service: Actor,
  scopes: readonly KeyScope[],
): KeyRefusal | null {
  if (call.takesKey === 'ANY') return null
  const isOfCompany = call.about === 'INTEGRATION'
  if (!isOfCompany && isWithoutRights(service))
    return { reason: 'This service has no permissions' }
  const accepted = scopesFor(call)
  if (accepted.some((scope) => scopes.includes(scope))) return null
  return accepted.length === 0
    ? { reason: 'API keys can’t make this call' }
    : {
        reason: `This API key needs the scope ${accepted.join(' or ')}`,
        missing: accepted,
      }
}

/**
 * Permissions to manage people, which a service can't have. With
 * manageIntegrations, its keys manage webhooks, but no services and keys.
 */
const forPeople = [
  'managePermissions',
  'myCompanyAdmin',
  'inviteTpr',
] as const satisfies readonly Permission[]

/**
 * The permissions that a manager's services can have: those that apply to the
 * manager's current role.
 */
export const servicePermissions = ({
  role,
}: Pick<Actor, 'role'>): Permission[] =>
  permissionsOf[role].filter((key) => !isOneOf<Permission>(forPeople, key))

/**
 * Whether the actor has all of these permissions. Otherwise a key or webhook
 * would give them more than they have.
 */
export const hasAll = (
  actor: Actor,
  permissions: readonly Permission[],
): boolean => permissions.every((key) => actor.permissions[key])

/** Why these permissions can't be added to a service, or null. */
export function grantRefusal(
  actor: Actor,
  added: readonly Permission[],
): string | null {
  const offered = servicePermissions(actor)
  const impossible = added.find((key) => !offered.includes(key))
  if (impossible)
    return `A service can’t have the permission ${permissionLabels[impossible]}`
  return hasAll(actor, added)
    ? null
    : 'You can’t grant a permission that you don’t have'
}
