import type { Endpoint, Subject } from '../lib/endpoint.ts'
import { isOneOf, words } from '../lib/typed.ts'
import { permissionsOf } from '../user/manage-policy.ts'
import { type Actor, type Permission, permissionLabels } from '../user/model.ts'

/** Personal data, people and their permissions, and integrations themselves. */
const personal = words(
  'SELF SESSION PASSKEY NOTIFICATION SAVED_VIEW REPORT_SCHEDULE PERSON PEOPLE COMPANY ASSIGNMENT INTEGRATION RECORDS',
) satisfies readonly Subject[]

/** Whether an API key may make this call, with the role and permissions of its service. */
export const takesKey = ({ access, about, needsSession }: Endpoint): boolean =>
  access !== 'PUBLIC' && !needsSession && !isOneOf<Subject>(personal, about)

/** Permissions to manage people and integrations, which a service can't have. */
const forPeople = words('managePermissions myCompanyAdmin inviteTpr manageIntegrations') satisfies readonly Permission[]

/** The permissions that a manager's services can have: those that apply to the manager's current role. */
export const servicePermissions = ({ role }: Pick<Actor, 'role'>): Permission[] =>
  permissionsOf[role].filter((key) => !isOneOf<Permission>(forPeople, key))

/** Whether the actor has all of these permissions. Otherwise a key or webhook would give them more than they have. */
export const hasAll = (actor: Actor, permissions: readonly Permission[]): boolean =>
  permissions.every((key) => actor.permissions[key])

/** Why these permissions can't be added to a service, or null. */
export function grantRefusal(actor: Actor, added: readonly Permission[]): string | null {
  const offered = servicePermissions(actor)
  const impossible = added.find((key) => !offered.includes(key))
  if (impossible) return `A service can’t have the permission ${permissionLabels[impossible]}`
  return hasAll(actor, added) ? null : 'You can’t grant a permission that you don’t have'
}
