import { z } from 'zod'
import { getKeys, toRecord } from '../lib/typed.ts'

/**
 * The first role of a user is the acting one. UBDD is BDD under its older name.
 */
export const roles = [
  'SELLER',
  'UNDERWRITER',
  'TPR',
  'BDD',
  'UBDD',
  'DEFAULT',
] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const roleLabels: Record<Role, string> = {
  SELLER: 'Seller',
  UNDERWRITER: 'Underwriter',
  TPR: 'Third-Party Reviewer',
  BDD: 'Business Development Director',
  UBDD: 'Business Development Director',
  DEFAULT: 'Access Pending',
}

type PermissionRow = {
  label: string
  /** The roles in which it has an effect; it isn't offered in others. */
  roles: readonly Role[]
  /** Its group in the permissions dialog. */
  group: PermissionGroup
}

export const permissionGroups = [
  'SLVs',
  'SLR and trade desk',
  'Tdocs and reviewers',
  'Their own company',
  'The portal',
] as const
type PermissionGroup = (typeof permissionGroups)[number]

/**
 * The 14 permission keys of spec.md §3, manageGuidelines and
 * manageIntegrations. What each allows in words: `permissionDescriptions`.
 */
export const permissionTable = {
  managePermissions: {
    label: 'Can Manage Permissions',
    roles: ['UNDERWRITER'],
    group: 'The portal',
  },
  manageSla: {
    label: 'SLA Management',
    roles: ['UNDERWRITER'],
    group: 'The portal',
  },
  myOwn: { label: 'SLVs Management', roles: ['UNDERWRITER'], group: 'SLVs' },
  manageSlr: {
    label: 'SLR Management',
    roles: ['UNDERWRITER'],
    group: 'SLR and trade desk',
  },
  manageTradeDesk: {
    label: 'Trade Desk Management',
    roles: ['UNDERWRITER'],
    group: 'SLR and trade desk',
  },
  viewSlvDepartment: {
    label: 'View Department',
    roles: ['UNDERWRITER'],
    group: 'SLVs',
  },
  assignLoans: { label: 'Assign SLVs', roles: ['UNDERWRITER'], group: 'SLVs' },
  assignLoansSlr: {
    label: 'Assign SLR Reviews',
    roles: ['UNDERWRITER'],
    group: 'SLR and trade desk',
  },
  assignLoansTradeDesk: {
    label: 'Assign Trade Desk Reviews',
    roles: ['UNDERWRITER'],
    group: 'SLR and trade desk',
  },
  managePurchasedTdocs: {
    label: 'View Queue Purchased - Post purchased',
    roles: ['UNDERWRITER'],
    group: 'Tdocs and reviewers',
  },
  inviteTpr: {
    label: 'Send invites to TPR users',
    roles: ['UNDERWRITER', 'TPR'],
    group: 'Tdocs and reviewers',
  },
  myCompanyView: {
    label: 'View My Company',
    roles: ['SELLER'],
    group: 'Their own company',
  },
  myCompanyAdmin: {
    label: 'Reassign My Company Admin',
    roles: ['UNDERWRITER', 'SELLER', 'TPR'],
    group: 'Their own company',
  },
  myCompanyReassignSlv: {
    label: 'Ability to reassign SLVs',
    roles: ['SELLER'],
    group: 'Their own company',
  },
  manageGuidelines: {
    label: 'Manage Guidelines',
    roles: ['UNDERWRITER'],
    group: 'The portal',
  },
  manageIntegrations: {
    label: 'Manage Integrations',
    roles: ['UNDERWRITER', 'SELLER'],
    group: 'Their own company',
  },
} as const satisfies Record<string, PermissionRow>

/**
 * Permissions that a release after the first added: after an upgrade no one has
 * them, so people who manage everyone's permissions may grant them without
 * having them.
 */
export const addedPermissions: readonly (keyof typeof permissionTable)[] = [
  'manageGuidelines',
  'manageIntegrations',
]

export const permissions = getKeys(permissionTable)
export const permissionLabels = toRecord(
  permissions,
  (key) => permissionTable[key].label,
)
export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>

export const PermissionMap = z.record(Permission, z.boolean())
export type PermissionMap = z.infer<typeof PermissionMap>

export const UserStatus = z.enum(['ACTIVE', 'INACTIVE'])
export type UserStatus = z.infer<typeof UserStatus>

export const companyKinds = ['BUYER', 'SELLER', 'TPR_VENDOR'] as const
export type CompanyKind = (typeof companyKinds)[number]

export const UserId = z.uuid()

/** The user of a session, in their acting role. */
export type Actor = {
  id: string
  name: string
  role: Role
  companyId: string
  permissions: PermissionMap
  /** The actor is a service whose rights don't come from the database. */
  isService?: true
}

/** An entry of the people lists (assignee, reviewer, seller, BDD). */
export const Person = z.object({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  companyName: z.string(),
})
export type Person = z.infer<typeof Person>

export const openWorkLabels = {
  underwriter: 'SLVs they review',
  slr: 'SLR reviews',
  tradeDesk: 'Trade desk reviews',
  seller: 'SLVs they own',
  bdd: 'Sellers they manage',
  tdoc: 'Tdocs they work on or review',
  purchasedTdoc: 'Tdocs of purchased loans',
  tprReview: 'TPR reviews',
}
export const openWorkKinds = getKeys(openWorkLabels)
export const OpenWorkKind = z.enum(openWorkKinds)
export type OpenWorkKind = z.infer<typeof OpenWorkKind>
