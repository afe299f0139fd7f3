import {
  type Actor,
  type Permission,
  PermissionMap,
  permissions,
  type Role,
  roles,
} from '../src/user/model.ts'

/** A map in which these permissions are true and all others false. */
export const holding = (...held: readonly Permission[]) =>
  PermissionMap.parse(
    Object.fromEntries(permissions.map((key) => [key, held.includes(key)])),
  )

/** A person with the id 'me' at the company 'mine'. */
export const actorWith = (
  role: Role,
  ...held: readonly Permission[]
): Actor => ({
  id: 'me',
  name: 'Me',
  role,
  companyId: 'mine',
  permissions: holding(...held),
})

/** No permissions, each one alone, all but one, and all. */
export const permissionSets: readonly (readonly Permission[])[] = [
  [],
  ...permissions.map((key) => [key]),
  ...permissions.map((key) => permissions.filter((other) => other !== key)),
  permissions,
]

/** Every role with each of these sets. */
export const everyActor = roles.flatMap((role) =>
  permissionSets.map((held) => actorWith(role, ...held)),
)

export const describeActor = ({ role, permissions: map }: Actor) =>
  `${role} with ${permissions.filter((key) => map[key]).join(', ') || 'no permission'}`
