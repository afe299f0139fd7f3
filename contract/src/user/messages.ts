import type { Permission } from './model.ts'

export const userMessages = {
  update: {
    done: 'User was successfully updated',
    failed: 'Failed to update user',
  },
  permissions: { failed: 'Failed to update user permissions' },
  roles: {
    done: 'User roles was successfully updated',
    failed: 'Failed to update user roles',
  },
  access: {
    asked: 'Your request was sent',
    askFailed: 'Failed to send the request',
    refused: 'Access request was declined',
    answerFailed: 'Failed to answer the access request',
  },
  status: {
    done: 'User status was successfully updated',
    failed: 'Failed to update user status',
  },
} as const

const grantedText = (n: number, user: string) =>
  `${n} Permission(s) granted to ${user}`

/**
 * The success message after saving permissions and roles: one sentence per kind
 * of change.
 */
export const rightsSavedText = (
  {
    granted,
    taken,
    hasRoles,
  }: { granted: number; taken: number; hasRoles: boolean },
  user: string,
): string => {
  const sentences: string[] = []
  if (granted > 0) sentences.push(grantedText(granted, user))
  if (taken > 0) sentences.push(userMessages.update.done)
  if (hasRoles) sentences.push(userMessages.roles.done)
  return sentences.join('. ')
}

export const permissionDescriptions: Record<Permission, string> = {
  managePermissions:
    'Manages all users: permissions, roles, activation and deactivation.',
  manageSla:
    'Changes SLA targets, the cutoff time, business hours and holidays. Changes apply to open work immediately.',
  myOwn: 'Receives new SLVs and opens drafts for sellers.',
  manageSlr:
    'Sees the SLR tab, completes SLR reviews and makes recommendations.',
  manageTradeDesk:
    'Sees the Trade Desk tab, completes trade desk reviews and makes recommendations.',
  viewSlvDepartment: 'Sees every SLV in the department.',
  assignLoans:
    'Reassigns SLVs between underwriters and sellers, and starts a review for others.',
  assignLoansSlr: 'Reassigns SLR reviews.',
  assignLoansTradeDesk: 'Reassigns trade desk reviews.',
  managePurchasedTdocs: 'Sees the Tdoc queue for purchased loans.',
  inviteTpr: 'Invites third-party reviewers by email.',
  myCompanyView: 'Sees all of their company’s SLVs, not only their own.',
  myCompanyAdmin: 'Manages the users in their own company.',
  myCompanyReassignSlv: 'Reassigns SLVs between sellers in their own company.',
  manageGuidelines:
    'Edits programs, guideline versions, contract variances and the catalog of compensating factors.',
  manageIntegrations: 'Manages their own company’s API keys and webhooks.',
}
