import { permissionsOf, rolesOf } from '@portal/contract/user/manage-policy'
import { type CompanyKind, type Permission, permissions, type Role } from '@portal/contract/user/model'

/** The roles that a list may be narrowed to, everybody's or those of one's own company. UBDD is BDD under its older name. */
export const roleChoices = (kind: CompanyKind | null): readonly Role[] =>
  kind === null ? ['UNDERWRITER', 'SELLER', 'TPR', 'BDD', 'DEFAULT'] : rolesOf[kind].filter((role) => role !== 'UBDD')

/** The roles that a person of such a company may get, beside those that they have. */
export const rolesToGive = (kind: CompanyKind, held: readonly Role[]): Role[] =>
  roleChoices(kind).filter((role) => !held.includes(role) && !(role === 'BDD' && held.includes('UBDD')))

export const permissionsFor = (roles: readonly Role[]): Permission[] =>
  permissions.filter((key) => roles.some((role) => permissionsOf[role].includes(key)))
