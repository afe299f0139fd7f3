import type { User } from '@portal/contract/user/manage-api'
import { type Permission, type PermissionMap, permissionLabels, permissions } from '@portal/contract/user/model'
import type { StatusColor } from '../../../ui/status-badge.tsx'

/** How a person stands, by word and colour. Who was invited and set no password yet is waited for. */
export const standingOf = ({
  status,
  isInvited,
}: Pick<User, 'status' | 'isInvited'>): { label: string; color: StatusColor } => {
  if (status === 'INACTIVE') return { label: 'Inactive', color: 'gray' }
  return isInvited ? { label: 'Invited', color: 'blue' } : { label: 'Active', color: 'green' }
}

export const heldOf = (map: PermissionMap): Permission[] => permissions.filter((key) => map[key])

/** '2: SLR Management, View Department'; 'None' for nobody's. */
export const heldText = (map: PermissionMap): string => {
  const held = heldOf(map)
  if (held.length === 0) return 'None'
  if (held.length === permissions.length) return `All ${held.length}`
  return `${held.length}: ${held.map((key) => permissionLabels[key]).join(', ')}`
}
