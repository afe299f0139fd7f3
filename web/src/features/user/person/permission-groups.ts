import { type Permission, type PermissionMap, permissions, type Role } from '@portal/contract/user/model'
import { permissionsFor } from '../people/role-choices.ts'

export type PermissionGroup = { label: string; keys: Permission[] }

/** The switches in the order in which people look for them. Each key stands once. */
const groups: readonly { label: string; keys: readonly Permission[] }[] = [
  { label: 'SLVs', keys: ['myOwn', 'viewSlvDepartment', 'assignLoans'] },
  { label: 'SLR and trade desk', keys: ['manageSlr', 'assignLoansSlr', 'manageTradeDesk', 'assignLoansTradeDesk'] },
  { label: 'Tdocs and reviewers', keys: ['managePurchasedTdocs', 'inviteTpr'] },
  { label: 'Their own company', keys: ['myCompanyView', 'myCompanyReassignSlv', 'myCompanyAdmin'] },
  { label: 'The portal', keys: ['managePermissions', 'manageSla'] },
]

/** What fits these roles, by group; and at the end what is held but means nothing to them, so that it can be taken away. */
export const groupsFor = (roles: readonly Role[], held: PermissionMap): PermissionGroup[] => {
  const fitting = permissionsFor(roles)
  const idle = permissions.filter((key) => held[key] && !fitting.includes(key))
  return [
    ...groups.map(({ label, keys }) => ({ label, keys: keys.filter((key) => fitting.includes(key)) })),
    { label: 'Held, but without effect in these roles', keys: idle },
  ].filter(({ keys }) => keys.length > 0)
}

/** For the test that no key is forgotten. */
export const groupedKeys = groups.flatMap(({ keys }) => keys)
