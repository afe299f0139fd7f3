import { describeRefusal } from '@portal/contract/user/mail-refusal'
import type { User } from '@portal/contract/user/manage-api'
import { permissionsOf, rolesOf } from '@portal/contract/user/manage-policy'
import * as model from '@portal/contract/user/model'
import { date, dateTime } from '../../../lib/text/format.ts'
import type { StatusColor } from '../../../ui/status-badge.tsx'

/** A person's status as a badge: 'Invited' until they set a password. */
export const findBadge = ({
  status,
  isInvited,
}: Pick<User, 'status' | 'isInvited'>): {
  label: string
  color: StatusColor
} => {
  if (status === 'INACTIVE') return { label: 'Inactive', color: 'gray' }
  return isInvited
    ? { label: 'Invited', color: 'blue' }
    : { label: 'Active', color: 'green' }
}

/** A badge for a person to whom mail is stopped; null for others. */
export const findMailBadge = ({
  mailRefusal,
}: Pick<User, 'mailRefusal'>): {
  label: string
  color: StatusColor
  title: string
} | null =>
  mailRefusal && {
    label: `Mail refused ${date(mailRefusal.at)}`,
    color: 'red',
    title: describeRefusal(mailRefusal.answer),
  }

export const permissionsText = (map: model.PermissionMap): string => {
  const held = model.permissions.filter((key) => map[key])
  if (held.length === 0) return 'None'
  if (held.length === model.permissions.length) return `All ${held.length}`
  return `${held.length}: ${held.map((key) => model.permissionLabels[key]).join(', ')}`
}

export const lastSeen = ({ lastUsedAt }: Pick<User, 'lastUsedAt'>) =>
  lastUsedAt ? dateTime(lastUsedAt) : 'Never'

/**
 * The roles to filter a list by: of everyone (null), or of one kind of company.
 * UBDD is the older name of BDD.
 */
export const roleChoices = (
  kind: model.CompanyKind | null,
): readonly model.Role[] =>
  kind === null
    ? ['UNDERWRITER', 'SELLER', 'TPR', 'BDD', 'DEFAULT']
    : rolesOf[kind].filter((role) => role !== 'UBDD')

/**
 * The roles that a person of such a company may get in addition to those that
 * they have.
 */
export const rolesToGive = (
  kind: model.CompanyKind,
  held: readonly model.Role[],
): model.Role[] =>
  roleChoices(kind).filter(
    (role) =>
      !held.includes(role) && !(role === 'BDD' && held.includes('UBDD')),
  )

export const permissionsFor = (
  roles: readonly model.Role[],
): model.Permission[] =>
  model.permissions.filter((key) =>
    roles.some((role) => permissionsOf[role].includes(key)),
  )
