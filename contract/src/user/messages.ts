import type { Permission } from './model.ts'

/** Spec.md §8. */
export const userMessages = {
  update: { done: 'User was successfully updated', failed: 'Failed to update user' },
  permissions: { failed: 'Failed to update user permissions' },
  roles: { done: 'User roles was successfully updated', failed: 'Failed to update user roles' },
  status: { done: 'User status was successfully updated', failed: 'Failed to update user status' },
} as const

/** '{n} Permission(s) granted to {user}' */
export const grantedText = (n: number, user: string) => `${n} Permission(s) granted to ${user}`

/** The success message after saving permissions and roles: one sentence per kind of change. */
export const rightsSavedText = (
  { granted, taken, hasRoles }: { granted: number; taken: number; hasRoles: boolean },
  user: string,
): string =>
  [
    ...(granted > 0 ? [grantedText(granted, user)] : []),
    ...(taken > 0 ? [userMessages.update.done] : []),
    ...(hasRoles ? [userMessages.roles.done] : []),
  ].join('. ')

/** What a permission lets its holder do, in plain words, beside its label. */
export const permissionWords: Record<Permission, string> = {
  managePermissions: 'Sees everyone, grants and takes permissions, sets roles, activates and deactivates people.',
  manageSla: 'Changes targets, the cut-off, working hours and holidays. Open work follows at once.',
  myOwn: 'Gets new SLVs assigned and opens drafts for sellers.',
  manageSlr: 'Sees the SLR tab, takes SLR reviews and recommends.',
  manageTradeDesk: 'Sees the Trade Desk tab, takes trade desk reviews and recommends.',
  viewSlvDepartment: 'Sees every SLV of the department.',
  assignLoans: 'Reassigns SLVs between underwriters and sellers, and starts a review for others.',
  assignLoansSlr: 'Reassigns SLR reviews.',
  assignLoansTradeDesk: 'Reassigns trade desk reviews.',
  managePurchasedTdocs: 'Sees the queue of Tdocs of purchased loans.',
  inviteTpr: 'Invites third-party reviewers by e-mail.',
  myCompanyView: 'Sees all SLVs of their own company, not only their own.',
  myCompanyAdmin: 'Looks after the people of their own company.',
  myCompanyReassignSlv: 'Reassigns SLVs between the sellers of their own company.',
}
