import { toRecord } from '@portal/contract/lib/typed'
import {
  type ManagedPersonFacts,
  permissionsOf,
  rolesOf,
} from '@portal/contract/user/manage-policy'
import {
  type Permission,
  permissions,
  type Role,
} from '@portal/contract/user/model'

/**
 * What members of an identity provider's group get: a role, and permissions
 * that apply to it.
 */
export type GroupRights = {
  group: string
  role: Role
  permissions: readonly Permission[]
}

/**
 * Third-party reviewers sign in with a password, so no group grants that role.
 */
const mappedRoles = ['UNDERWRITER', 'BDD', 'UBDD', 'SELLER'] as const

/**
 * Parses `group=ROLE:permission+permission`, several separated by semicolons. A
 * group's name may contain `=` and `:`. Throws an Error that says what is
 * wrong.
 */
export const parseGroupRoles = (text: string): GroupRights[] =>
  text
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, group = '', name, list = ''] =
        /^(.+)=(\w+)(?::([\w+]+))?$/.exec(entry) ?? []
      const role = mappedRoles.find((one) => one === name)
      const keys = list.split('+').filter((key) => key !== '')
      const unknown = keys.find(
        (key) => !role || !permissionsOf[role].some((one) => one === key),
      )
      if (!role)
        throw new Error(
          `${entry} must name one of the roles ${mappedRoles.join(', ')}`,
        )
      if (unknown !== undefined)
        throw new Error(`${unknown} is not a permission of ${role}`)
      return {
        group: group.trim(),
        role,
        permissions: permissions.filter((key) => keys.includes(key)),
      }
    })

/** Names of groups are compared without regard to case. */
export const isGroup = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase()

/**
 * A person's rights by their groups. Groups manage the roles and permissions
 * that `mapping` names: the person gets those of their groups and loses the
 * others. The rest stays as administrators set it.
 */
export function rightsByGroups(
  {
    roles,
    permissions: held,
    companyKind,
  }: Pick<ManagedPersonFacts, 'roles' | 'permissions' | 'companyKind'>,
  groups: readonly string[],
  mapping: readonly GroupRights[],
): Pick<ManagedPersonFacts, 'permissions'> & { roles: Role[] } {
  const possible = mapping.filter(({ role }) =>
    rolesOf[companyKind].includes(role),
  )
  const given = possible.filter(({ group }) =>
    groups.some((one) => isGroup(one, group)),
  )
  const isGiven = (role: Role) => given.some((rights) => rights.role === role)
  const isManaged = (role: Role) =>
    possible.some((rights) => rights.role === role)
  const kept = roles.filter(
    (role) => role !== 'DEFAULT' && (isGiven(role) || !isManaged(role)),
  )
  const after = [...new Set([...kept, ...given.map(({ role }) => role)])]
  return {
    roles: after.length > 0 ? after : ['DEFAULT'],
    permissions: toRecord(permissions, (key) =>
      possible.some((rights) => rights.permissions.includes(key))
        ? given.some((rights) => rights.permissions.includes(key))
        : held[key],
    ),
  }
}
