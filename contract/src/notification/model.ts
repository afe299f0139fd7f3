import { z } from 'zod'
import { text } from '../lib/fields.ts'
import { getKeys } from '../lib/typed.ts'
import { Role, roles } from '../user/model.ts'
import type { MailKind } from './mail.ts'

export const NotificationType = z.enum([
  'PROXY_LOAN',
  'TDOC',
  'CONVERSATION',
  'USER',
])
export type NotificationType = z.infer<typeof NotificationType>

export const notificationTypeLabels: Record<NotificationType, string> = {
  PROXY_LOAN: 'SLVs',
  TDOC: 'Tdocs',
  CONVERSATION: 'Comments',
  USER: 'Account',
}

export const NotificationStatus = z.enum(['UNCHECKED', 'CHECKED'])
export type NotificationStatus = z.infer<typeof NotificationStatus>

/**
 * What a click opens (spec.md §2): an SLV's review, manage, SLR or trade desk
 * screen, a Tdoc, a conversation, a person, or the list of one's own SLVs.
 */
type Target =
  | 'REVIEW'
  | 'MANAGE'
  | 'SLR'
  | 'TRADE_DESK'
  | 'TDOC'
  | 'TDOC_CONVERSATION'
  | 'CONVERSATION'
  | 'PERSON'
  | 'OWN_SLVS'

/**
 * Notifications (product.md §6) with their titles, what they open and the kind
 * of their emails.
 */
export const notificationActions = {
  PENDING: {
    type: 'PROXY_LOAN',
    title: 'New request to review',
    opens: 'MANAGE',
    mail: 'REQUEST',
  },
  REASSIGNED: {
    type: 'PROXY_LOAN',
    title: 'An SLV was assigned to you',
    opens: 'MANAGE',
    mail: 'REASSIGNED',
  },
  // Not in spec.md: for the previous assignee. Opens nothing, because they may
  // no longer see the SLV.
  REASSIGNED_FROM: {
    type: 'PROXY_LOAN',
    title: 'An SLV was reassigned from you',
    opens: null,
    mail: 'REASSIGNED',
  },
  // Not in spec.md: all SLVs of a colleague, in one notification.
  SLVS_REASSIGNED: {
    type: 'PROXY_LOAN',
    title: 'A colleague’s SLVs were assigned to you',
    opens: 'OWN_SLVS',
    mail: 'REASSIGNED',
  },
  SLVS_REASSIGNED_FROM: {
    type: 'PROXY_LOAN',
    title: 'Your SLVs were reassigned',
    opens: null,
    mail: 'REASSIGNED',
  },
  SELLER_PENDING: {
    type: 'PROXY_LOAN',
    title: 'Requested documents are overdue',
    opens: 'MANAGE',
    mail: 'DOCUMENTS',
  },
  WITHDRAW_REQUEST_RECEIVED: {
    type: 'PROXY_LOAN',
    title: 'Withdrawal requested',
    opens: 'MANAGE',
    mail: 'REQUEST',
  },
  // Not in spec.md: the seller canceled the withdrawal.
  WITHDRAW_CANCELED: {
    type: 'PROXY_LOAN',
    title: 'Withdrawal canceled',
    opens: 'MANAGE',
    mail: 'REQUEST',
  },
  APPROVED: {
    type: 'PROXY_LOAN',
    title: 'Request approved',
    opens: 'REVIEW',
    mail: 'DECISION',
  },
  DECLINED: {
    type: 'PROXY_LOAN',
    title: 'Request denied',
    opens: 'REVIEW',
    mail: 'DECISION',
  },
  NOT_NEEDED: {
    type: 'PROXY_LOAN',
    title: 'Variance not needed',
    opens: 'REVIEW',
    mail: 'DECISION',
  },
  // Not in spec.md: the last day of an approval is near.
  APPROVAL_EXPIRES: {
    type: 'PROXY_LOAN',
    title: 'Approval expires soon',
    opens: 'REVIEW',
    mail: 'DECISION',
  },
  // Not in spec.md: LoanDock's figures differ from an approval.
  FIGURES_CHANGED: {
    type: 'PROXY_LOAN',
    title: 'Figures changed',
    opens: 'REVIEW',
    mail: 'DECISION',
  },
  // Not in spec.md: a decision was reopened.
  REOPENED: {
    type: 'PROXY_LOAN',
    title: 'Decision reopened',
    opens: 'REVIEW',
    mail: 'REOPENED',
  },
  DOCUMENTS_REQUESTED: {
    type: 'PROXY_LOAN',
    title: 'Documents requested',
    opens: 'REVIEW',
    mail: 'DOCUMENTS',
  },
  // Not in spec.md: the underwriter reminds the seller, or goes on without.
  DOCUMENTS_REMINDER: {
    type: 'PROXY_LOAN',
    title: 'Reminder: the underwriter needs your documents',
    opens: 'REVIEW',
    mail: 'DOCUMENTS',
  },
  DOCUMENTS_WAIVED: {
    type: 'PROXY_LOAN',
    title: 'Requested documents are no longer needed',
    opens: 'REVIEW',
    mail: 'DOCUMENTS',
  },
  // Not in spec.md: conditions of an approval.
  CONDITION_ANSWERED: {
    type: 'PROXY_LOAN',
    title: 'A condition was answered',
    opens: 'MANAGE',
    mail: 'CONDITIONS',
  },
  CONDITION_MET: {
    type: 'PROXY_LOAN',
    title: 'A condition was marked as met',
    opens: 'REVIEW',
    mail: 'CONDITIONS',
  },
  CONDITION_WAIVED: {
    type: 'PROXY_LOAN',
    title: 'A condition was waived',
    opens: 'REVIEW',
    mail: 'CONDITIONS',
  },
  CONDITION_CHANGED: {
    type: 'PROXY_LOAN',
    title: 'A condition was added, changed or opened again',
    opens: 'REVIEW',
    mail: 'CONDITIONS',
  },
  CONDITIONS_DUE: {
    type: 'PROXY_LOAN',
    title: 'Conditions are due soon',
    opens: 'REVIEW',
    mail: 'CONDITIONS',
  },
  CONDITIONS_OVERDUE: {
    type: 'PROXY_LOAN',
    title: 'Conditions are overdue',
    opens: 'MANAGE',
    mail: 'CONDITIONS',
  },
  DOCUMENTS_SUBMITTED: {
    type: 'PROXY_LOAN',
    title: 'Documents sent',
    opens: 'REVIEW',
    mail: 'REQUEST',
  },
  SLR_PENDING: {
    type: 'PROXY_LOAN',
    title: 'SLR review requested',
    opens: 'SLR',
    mail: 'REVIEW',
  },
  SLR_PENDING_INFO: {
    type: 'PROXY_LOAN',
    title: 'SLR requested information',
    opens: 'REVIEW',
    mail: 'REVIEW',
  },
  SLR_INFO_RECEIVED: {
    type: 'PROXY_LOAN',
    title: 'SLR information received',
    opens: 'SLR',
    mail: 'REVIEW',
  },
  SLR_COMPLETED: {
    type: 'PROXY_LOAN',
    title: 'SLR review completed',
    opens: 'REVIEW',
    mail: 'REVIEW',
  },
  TD_PENDING: {
    type: 'PROXY_LOAN',
    title: 'Trade desk review requested',
    opens: 'TRADE_DESK',
    mail: 'REVIEW',
  },
  TD_COMPLETED: {
    type: 'PROXY_LOAN',
    title: 'Trade desk review completed',
    opens: 'REVIEW',
    mail: 'REVIEW',
  },
  WITHDRAW_APPROVED: {
    type: 'PROXY_LOAN',
    title: 'Withdrawal approved',
    opens: 'REVIEW',
    mail: 'WITHDRAWAL',
  },
  WITHDRAW_UPDATE: {
    type: 'PROXY_LOAN',
    title: 'Withdrawal declined',
    opens: 'REVIEW',
    mail: 'WITHDRAWAL',
  },
  RESUBMITTED: {
    type: 'PROXY_LOAN',
    title: 'Request resubmitted',
    opens: 'REVIEW',
    mail: 'REQUEST',
  },
  DRAFT_RESUBMITTED: {
    type: 'PROXY_LOAN',
    title: 'Resubmission in progress',
    opens: 'REVIEW',
    mail: 'REQUEST',
  },
  DRAFT_DISCARDED: {
    type: 'PROXY_LOAN',
    title: 'Draft resubmission discarded',
    opens: 'REVIEW',
    mail: 'REQUEST',
  },
  TDOC_RECEIVED: {
    type: 'TDOC',
    title: 'Tdoc received',
    opens: 'TDOC',
    mail: 'TDOC',
  },
  TDOC_RETURNED: {
    type: 'TDOC',
    title: 'Tdoc returned by underwriter',
    opens: 'TDOC',
    mail: 'TDOC_RETURNED',
  },
  TDOC_RESPONSE_ADDED: {
    type: 'TDOC',
    title: 'Tdoc response added',
    opens: 'TDOC',
    mail: 'TDOC',
  },
  TDOC_COMMENT: {
    type: 'CONVERSATION',
    title: 'New comment on a Tdoc',
    opens: 'TDOC_CONVERSATION',
    mail: 'COMMENT',
  },
  TDOC_TAG: {
    type: 'CONVERSATION',
    title: 'You were mentioned in a Tdoc comment',
    opens: 'TDOC_CONVERSATION',
    mail: 'COMMENT',
  },
  PROXY_LOAN_COMMENT: {
    type: 'CONVERSATION',
    title: 'New comment on an SLV',
    opens: 'CONVERSATION',
    mail: 'COMMENT',
  },
  PROXY_LOAN_TAG: {
    type: 'CONVERSATION',
    title: 'You were mentioned in an SLV comment',
    opens: 'CONVERSATION',
    mail: 'COMMENT',
  },
  MY_COMPANY_VIEW: {
    type: 'USER',
    title: 'You can now view your company’s SLVs',
    opens: null,
    mail: 'ACCESS',
  },
  MY_COMPANY_ADMIN: {
    type: 'USER',
    title: 'You can now manage your company’s users',
    opens: null,
    mail: 'ACCESS',
  },
  MY_COMPANY_REASSIGN_SLV: {
    type: 'USER',
    title: 'You can now reassign your company’s SLVs',
    opens: null,
    mail: 'ACCESS',
  },
  // Not in spec.md: a change of an account.
  PERMISSIONS_CHANGED: {
    type: 'USER',
    title: 'Your permissions were changed',
    opens: null,
    mail: 'ACCESS',
  },
  ROLES_CHANGED: {
    type: 'USER',
    title: 'Your roles were changed',
    opens: null,
    mail: 'ACCESS',
  },
  ACCESS_REQUESTED: {
    type: 'USER',
    title: 'Someone is waiting for access',
    opens: 'PERSON',
    mail: 'ACCESS_REQUESTED',
  },
  ACCESS_REFUSED: {
    type: 'USER',
    title: 'Your access request was declined',
    opens: null,
    mail: 'ACCESS',
  },
  ACCOUNT_ACTIVATED: {
    type: 'USER',
    title: 'Your account was activated',
    opens: null,
    mail: 'ACCESS',
  },
  API_KEY_ENDS: {
    type: 'USER',
    title: 'An API key will expire',
    opens: null,
    mail: 'INTEGRATION',
  },
  WEBHOOK_DISABLED: {
    type: 'USER',
    title: 'A webhook was disabled',
    opens: null,
    mail: 'INTEGRATION',
  },
  // The administrator's title replaces it.
  ANNOUNCEMENT: {
    type: 'USER',
    title: 'Announcement',
    opens: null,
    mail: 'ANNOUNCEMENT',
  },
} as const satisfies Record<
  string,
  {
    type: NotificationType
    title: string
    opens: Target | null
    mail: MailKind
  }
>
export type NotificationAction = keyof typeof notificationActions
export const NotificationAction = z.enum(getKeys(notificationActions))

export const Notification = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  createdAt: z.iso.datetime(),
  status: NotificationStatus,
  type: NotificationType,
  action: NotificationAction,
  entityId: z.uuid().nullable(),
})
export type Notification = z.infer<typeof Notification>

/** Empty `roles` are all roles, empty `companyIds` all companies. */
export const NewAnnouncement = z.object({
  title: text(100, 1),
  description: text(1000, 1),
  roles: z.array(Role).max(roles.length).default([]),
  companyIds: z.array(z.uuid()).max(100).default([]),
})
export type NewAnnouncement = z.input<typeof NewAnnouncement>

export const Announcement = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  roles: z.array(Role),
  companies: z.array(z.string()),
  recipients: z.number().int(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
})
export type Announcement = z.infer<typeof Announcement>

/** At most the first 99 are listed (spec.md §9). */
export const maxNotifications = 99

/**
 * The newest notifications, and the number of unviewed ones, at most 100. If
 * `rights` differ from the profile's, the page reloads the profile.
 */
export const NotificationList = z.object({
  items: z.array(Notification),
  unviewed: z.number().int(),
  rights: z.string(),
})
export type NotificationList = z.infer<typeof NotificationList>

/** Milliseconds between two polls (spec.md §9). */
export const notificationPollMs = 3000
