import { isOneOf } from '@portal/contract/lib/typed'
import { permissionsOf } from '@portal/contract/user/manage-policy'
import { Permission, Role } from '@portal/contract/user/model'

export type Rights = { roles: Role[]; permissions: Permission[] }

/** What each group of the identity provider gives, by its name in lower case. */
export type GroupRoles = ReadonlyMap<string, { role: Role; permissions: Permission[] }>

const mappedRoles = ['UNDERWRITER', 'BDD', 'SELLER'] as const

/**
 * Parses `group=ROLE:permission+permission;…`. Throws an Error that says what is wrong. A permission that has no effect
 * in the role is refused.
 */
export function parseGroupRoles(text: string): GroupRoles {
  const groups = new Map<string, { role: Role; permissions: Permission[] }>()
  for (const entry of text.split(';')) {
    const parts = /^\s*(\S.*?)\s*=\s*(\w+)\s*(?::\s*([\w\s+]+))?$/.exec(entry)
    if (!parts) throw new Error(`“${entry.trim()}” is not group=ROLE:permission+permission`)
    const [, group = '', roleName, keys] = parts
    const role = Role.safeParse(roleName).data
    if (!role || !isOneOf(mappedRoles, role)) throw new Error(`${roleName} is not one of ${mappedRoles.join(', ')}`)
    const permissions = (keys === undefined ? [] : keys.split('+')).map((key) => {
      const permission = Permission.safeParse(key.trim()).data
      if (!permission || !permissionsOf[role].includes(permission))
        throw new Error(`${key.trim()} is not a permission of ${role}`)
      return permission
    })
    if (groups.has(group.toLowerCase())) throw new Error(`the group “${group}” is listed twice`)
    groups.set(group.toLowerCase(), { role, permissions })
  }
  return groups
}

/**
 * The roles and permissions that these groups give together, in the order of the setting: its first role is the acting
 * one. Null if none of the groups is mapped.
 */
export function rightsOfGroups(mapping: GroupRoles, groups: readonly string[]): Rights | null {
  const names = new Set(groups.map((group) => group.toLowerCase()))
  const given = [...mapping].flatMap(([group, rights]) => (names.has(group) ? [rights] : []))
  if (given.length === 0) return null
  return {
    roles: [...new Set(given.map(({ role }) => role))],
    permissions: [...new Set(given.flatMap(({ permissions }) => permissions))],
  }
}
