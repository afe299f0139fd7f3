import type { Role } from '../user/model.ts'
import type { Notification, NotificationAction } from './model.ts'
import { isAboutTdoc } from './policy.ts'

type Place = 'REVIEW' | 'MANAGE' | 'SLR' | 'TRADE_DESK' | 'TDOC' | 'TDOC_CONVERSATION' | 'CONVERSATION' | 'NOWHERE'

/** The target of a click (spec.md §2). */
const places: Record<NotificationAction, Place> = {
  APPROVED: 'REVIEW',
  DECLINED: 'REVIEW',
  NOT_NEEDED: 'REVIEW',
  REOPENED: 'REVIEW',
  DOCUMENTS_SUBMITTED: 'REVIEW',
  DOCUMENTS_REQUESTED: 'REVIEW',
  SLR_COMPLETED: 'REVIEW',
  SLR_PENDING_INFO: 'REVIEW',
  TD_COMPLETED: 'REVIEW',
  WITHDRAW_APPROVED: 'REVIEW',
  WITHDRAW_UPDATE: 'REVIEW',
  RESUBMITTED: 'REVIEW',
  DRAFT_RESUBMITTED: 'REVIEW',
  DRAFT_DISCARDED: 'REVIEW',
  PENDING: 'MANAGE',
  REASSIGNED: 'MANAGE',
  WITHDRAW_REQUEST_RECEIVED: 'MANAGE',
  SELLER_PENDING: 'MANAGE',
  SLR_PENDING: 'SLR',
  SLR_INFO_RECEIVED: 'SLR',
  TD_PENDING: 'TRADE_DESK',
  TDOC_RECEIVED: 'TDOC',
  TDOC_RETURNED: 'TDOC',
  TDOC_RESPONSE_ADDED: 'TDOC',
  TDOC_COMMENT: 'TDOC_CONVERSATION',
  TDOC_TAG: 'TDOC_CONVERSATION',
  PROXY_LOAN_COMMENT: 'CONVERSATION',
  PROXY_LOAN_TAG: 'CONVERSATION',
  MY_COMPANY_VIEW: 'NOWHERE',
  MY_COMPANY_ADMIN: 'NOWHERE',
  MY_COMPANY_REASSIGN_SLV: 'NOWHERE',
  PERMISSIONS_CHANGED: 'NOWHERE',
  ROLES_CHANGED: 'NOWHERE',
  ACCOUNT_ACTIVATED: 'NOWHERE',
  ANNOUNCEMENT: 'NOWHERE',
}

/** A screen, perhaps with its current tab filter, or a dialog over a screen of SLVs. */
export type NotificationTarget =
  | { kind: 'SCREEN'; path: string }
  | { kind: 'TDOC'; path: string; descriptionTab: 'CONVERSATION_LOG' | null }
  | { kind: 'CONVERSATION'; slvId: string }

/**
 * The target for a role; null if there is none. Only underwriters have a manage-request screen
 * (docs/decisions/013-notifications.md).
 */
export function targetOf(
  { action, entityId }: Pick<Notification, 'action' | 'entityId'>,
  role: Role,
): NotificationTarget | null {
  // About many Tdocs.
  if (entityId === null)
    return isAboutTdoc(action) ? { kind: 'TDOC', path: '/condition-manager', descriptionTab: null } : null
  switch (places[action]) {
    case 'REVIEW':
      return { kind: 'SCREEN', path: `/slv/review-request/${entityId}` }
    case 'MANAGE':
      return { kind: 'SCREEN', path: `/slv/${role === 'UNDERWRITER' ? 'manage' : 'review'}-request/${entityId}` }
    case 'SLR':
      return { kind: 'SCREEN', path: `/slv/slr-request/${entityId}` }
    case 'TRADE_DESK':
      return { kind: 'SCREEN', path: `/slv/trade-desk-request/${entityId}` }
    case 'TDOC':
      return { kind: 'TDOC', path: `/condition-manager/${entityId}`, descriptionTab: null }
    case 'TDOC_CONVERSATION':
      return { kind: 'TDOC', path: `/condition-manager/${entityId}`, descriptionTab: 'CONVERSATION_LOG' }
    case 'CONVERSATION':
      return { kind: 'CONVERSATION', slvId: entityId }
    case 'NOWHERE':
      return null
  }
}

/** The search parameter that opens an SLV's conversation. */
export const conversationParameter = 'conversation'

/** The target as an address of its own, for a mail. */
export const hrefOf = (target: NotificationTarget): string => {
  if (target.kind === 'CONVERSATION') return `/slv?${conversationParameter}=${target.slvId}`
  if (target.kind === 'TDOC' && target.descriptionTab) return `${target.path}?descriptionTab=${target.descriptionTab}`
  return target.path
}
