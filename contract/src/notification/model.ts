import { z } from 'zod'
import { text } from '../lib/fields.ts'
import { getKeys } from '../lib/typed.ts'
import { Role, roles } from '../user/model.ts'

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
 * screen, a Tdoc, a conversation, or a person.
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

/** Notifications (product.md §6) with their titles and what they open. */
export const notificationActions = {
  PENDING: {
    type: 'PROXY_LOAN',
    title: 'New request to review',
    opens: 'MANAGE',
  },
  REASSIGNED: {
    type: 'PROXY_LOAN',
    title: 'An SLV was assigned to you',
    opens: 'MANAGE',
  },
  // Not in spec.md: for the previous assignee. Opens nothing, because they may
  // no longer see the SLV.
  REASSIGNED_FROM: {
    type: 'PROXY_LOAN',
    title: 'An SLV was reassigned from you',
    opens: null,
  },
  SELLER_PENDING: {
    type: 'PROXY_LOAN',
    title: 'Requested documents are overdue',
    opens: 'MANAGE',
  },
  WITHDRAW_REQUEST_RECEIVED: {
    type: 'PROXY_LOAN',
    title: 'Withdrawal requested',
    opens: 'MANAGE',
  },
  // Not in spec.md: the seller canceled the withdrawal.
  WITHDRAW_CANCELED: {
    type: 'PROXY_LOAN',
    title: 'Withdrawal canceled',
    opens: 'MANAGE',
  },
  APPROVED: { type: 'PROXY_LOAN', title: 'Request approved', opens: 'REVIEW' },
  DECLINED: { type: 'PROXY_LOAN', title: 'Request denied', opens: 'REVIEW' },
  NOT_NEEDED: {
    type: 'PROXY_LOAN',
    title: 'Variance not needed',
    opens: 'REVIEW',
  },
  // Not in spec.md: a decision was reopened.
  REOPENED: { type: 'PROXY_LOAN', title: 'Decision reopened', opens: 'REVIEW' },
  DOCUMENTS_REQUESTED: {
    type: 'PROXY_LOAN',
    title: 'Documents requested',
    opens: 'REVIEW',
  },
  DOCUMENTS_SUBMITTED: {
    type: 'PROXY_LOAN',
    title: 'Documents sent',
    opens: 'REVIEW',
  },
  SLR_PENDING: {
    type: 'PROXY_LOAN',
    title: 'SLR review requested',
    opens: 'SLR',
  },
  SLR_PENDING_INFO: {
    type: 'PROXY_LOAN',
    title: 'SLR requested information',
    opens: 'REVIEW',
  },
  SLR_INFO_RECEIVED: {
    type: 'PROXY_LOAN',
    title: 'SLR information received',
    opens: 'SLR',
  },
  SLR_COMPLETED: {
    type: 'PROXY_LOAN',
    title: 'SLR review completed',
    opens: 'REVIEW',
  },
  TD_PENDING: {
    type: 'PROXY_LOAN',
    title: 'Trade desk review requested',
    opens: 'TRADE_DESK',
  },
  TD_COMPLETED: {
    type: 'PROXY_LOAN',
    title: 'Trade desk review completed',
    opens: 'REVIEW',
  },
  WITHDRAW_APPROVED: {
    type: 'PROXY_LOAN',
    title: 'Withdrawal approved',
    opens: 'REVIEW',
  },
  WITHDRAW_UPDATE: {
    type: 'PROXY_LOAN',
    title: 'Withdrawal declined',
    opens: 'REVIEW',
  },
  RESUBMITTED: {
    type: 'PROXY_LOAN',
    title: 'Request resubmitted',
    opens: 'REVIEW',
  },
  DRAFT_RESUBMITTED: {
    type: 'PROXY_LOAN',
    title: 'Resubmission in progress',
    opens: 'REVIEW',
  },
  DRAFT_DISCARDED: {
    type: 'PROXY_LOAN',
    title: 'Draft resubmission discarded',
    opens: 'REVIEW',
  },
  TDOC_RECEIVED: { type: 'TDOC', title: 'Tdoc received', opens: 'TDOC' },
  TDOC_RETURNED: {
    type: 'TDOC',
    title: 'Tdoc returned by underwriter',
    opens: 'TDOC',
  },
  TDOC_RESPONSE_ADDED: {
    type: 'TDOC',
    title: 'Tdoc response added',
    opens: 'TDOC',
  },
  TDOC_COMMENT: {
    type: 'CONVERSATION',
    title: 'New comment on a Tdoc',
    opens: 'TDOC_CONVERSATION',
  },
  TDOC_TAG: {
    type: 'CONVERSATION',
    title: 'You were mentioned in a Tdoc comment',
    opens: 'TDOC_CONVERSATION',
  },
  PROXY_LOAN_COMMENT: {
    type: 'CONVERSATION',
    title: 'New comment on an SLV',
    opens: 'CONVERSATION',
  },
  PROXY_LOAN_TAG: {
    type: 'CONVERSATION',
    title: 'You were mentioned in an SLV comment',
    opens: 'CONVERSATION',
  },
  MY_COMPANY_VIEW: {
    type: 'USER',
    title: 'You can now view your company’s SLVs',
    opens: null,
  },
  MY_COMPANY_ADMIN: {
    type: 'USER',
    title: 'You can now manage your company’s users',
    opens: null,
  },
  MY_COMPANY_REASSIGN_SLV: {
    type: 'USER',
    title: 'You can now reassign your company’s SLVs',
    opens: null,
  },
  // Not in spec.md: a change of an account.
  PERMISSIONS_CHANGED: {
    type: 'USER',
    title: 'Your permissions were changed',
    opens: null,
  },
  ROLES_CHANGED: {
    type: 'USER',
    title: 'Your roles were changed',
    opens: null,
  },
  ACCESS_REQUESTED: {
    type: 'USER',
    title: 'Someone is waiting for access',
    opens: 'PERSON',
  },
  ACCESS_REFUSED: {
    type: 'USER',
    title: 'Your request for access was refused',
    opens: null,
  },
  ACCOUNT_ACTIVATED: {
    type: 'USER',
    title: 'Your account was activated',
    opens: null,
  },
  API_KEY_ENDS: { type: 'USER', title: 'An API key will expire', opens: null },
  WEBHOOK_DISABLED: {
    type: 'USER',
    title: 'A webhook was disabled',
    opens: null,
  },
  // The administrator's title replaces it.
  ANNOUNCEMENT: { type: 'USER', title: 'Announcement', opens: null },
} as const satisfies Record<
  string,
  { type: NotificationType; title: string; opens: Target | null }
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

export const notificationMails = ['OFF', 'AT_ONCE', 'DAILY'] as const
export const NotificationMail = z.enum(notificationMails)
export type NotificationMail = z.infer<typeof NotificationMail>
export const notificationMailLabels: Record<NotificationMail, string> = {
  OFF: 'Off',
  AT_ONCE: 'Immediately',
  DAILY: 'Once a day',
}
