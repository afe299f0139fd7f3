import { z } from 'zod'
import { keysOf } from '../lib/typed.ts'

/** The first role of a user is the acting one. UBDD is BDD under its older name. */
export const roles = ['SELLER', 'UNDERWRITER', 'TPR', 'BDD', 'UBDD', 'DEFAULT'] as const
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

/** The 14 permission keys of spec.md §3, and manageGuidelines. */
export const permissionLabels = {
  managePermissions: 'Can Manage Permissions',
  manageSla: 'SLA Management',
  myOwn: 'SLVs Management',
  manageSlr: 'SLR Management',
  manageTradeDesk: 'Trade Desk Management',
  viewSlvDepartment: 'View Department',
  assignLoans: 'Assign SLVs',
  assignLoansSlr: 'Assign SLR Reviews',
  assignLoansTradeDesk: 'Assign Trade Desk Reviews',
  managePurchasedTdocs: 'View Queue Purchased - Post purchased',
  inviteTpr: 'Send invites to TPR users',
  myCompanyView: 'View My Company',
  myCompanyAdmin: 'Reassign My Company Admin',
  myCompanyReassignSlv: 'Ability to reassign SLVs',
  manageGuidelines: 'Manage Guidelines',
}
export const permissions = keysOf(permissionLabels)
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
export const openWorkKinds = keysOf(openWorkLabels)
export const OpenWorkKind = z.enum(openWorkKinds)
export type OpenWorkKind = z.infer<typeof OpenWorkKind>
