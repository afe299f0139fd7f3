import type { User } from '@portal/contract/user/manage-api'
import { permissionsOf, rolesOf } from '@portal/contract/user/manage-policy'
import * as model from '@portal/contract/user/model'
import { dateTime } from '../../../lib/text/format.ts'
import type { StatusColor } from '../../../ui/status-badge.tsx'

/** How a person stands, by word and colour. Who was invited and set no password yet is waited for. */
type Badge = { label: string; color: StatusColor }
export const standingOf = ({ status, isInvited }: Pick<User, 'status' | 'isInvited'>): Badge => {
  if (status === 'INACTIVE') return { label: 'Inactive', color: 'gray' }
  return isInvited ? { label: 'Invited', color: 'blue' } : { label: 'Active', color: 'green' }
}

export const heldText = (map: model.PermissionMap): string => {
  const held = model.permissions.filter((key) => map[key])
  if (held.length === 0) return 'None'
  if (held.length === model.permissions.length) return `All ${held.length}`
  return `${held.length}: ${held.map((key) => model.permissionLabels[key]).join(', ')}`
}

export const lastSeen = ({ lastUsedAt }: Pick<User, 'lastUsedAt'>) => (lastUsedAt ? dateTime(lastUsedAt) : 'Never')

/** The roles that a list may be narrowed to, everybody's or those of one's own company. UBDD is BDD under its older name. */
export const roleChoices = (kind: model.CompanyKind | null): readonly model.Role[] =>
  kind === null ? ['UNDERWRITER', 'SELLER', 'TPR', 'BDD', 'DEFAULT'] : rolesOf[kind].filter((role) => role !== 'UBDD')

/** The roles that a person of such a company may get, beside those that they have. */
export const rolesToGive = (kind: model.CompanyKind, held: readonly model.Role[]): model.Role[] =>
  roleChoices(kind).filter((role) => !held.includes(role) && !(role === 'BDD' && held.includes('UBDD')))

export const permissionsFor = (roles: readonly model.Role[]): model.Permission[] =>
  model.permissions.filter((key) => roles.some((role) => permissionsOf[role].includes(key)))
