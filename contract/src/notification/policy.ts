import { getKeys } from '../lib/typed.ts'
import type { Actor, Role } from '../user/model.ts'
import { isBdd, isSeller } from '../user/policy.ts'
import { type MailKind, mailKindNames } from './mail.ts'
import {
  type NotificationAction,
  type NotificationType,
  notificationActions,
} from './model.ts'

const all = getKeys(notificationActions)
const account = [
  'PERMISSIONS_CHANGED',
  'ROLES_CHANGED',
  'ACCOUNT_ACTIVATED',
  'ANNOUNCEMENT',
] as const
const conversation = ['PROXY_LOAN_COMMENT', 'PROXY_LOAN_TAG'] as const

/**
 * What a role can be notified of: sellers of no internal stages, reviewers of
 * no SLVs.
 */
const actionsByRole: Record<Role, readonly NotificationAction[]> = {
  SELLER: [
    'REASSIGNED',
    'REASSIGNED_FROM',
    'SLVS_REASSIGNED',
    'SLVS_REASSIGNED_FROM',
    'SELLER_PENDING',
    'APPROVED',
    'DECLINED',
    'NOT_NEEDED',
    'APPROVAL_EXPIRES',
    'FIGURES_CHANGED',
    'REOPENED',
    'DOCUMENTS_REQUESTED',
    'DOCUMENTS_REMINDER',
    'DOCUMENTS_WAIVED',
    'CONDITION_MET',
    'CONDITION_WAIVED',
    'CONDITION_CHANGED',
    'CONDITIONS_DUE',
    'CONDITIONS_OVERDUE',
    'WITHDRAW_APPROVED',
    'WITHDRAW_UPDATE',
    ...conversation,
    'MY_COMPANY_VIEW',
    'MY_COMPANY_ADMIN',
    'MY_COMPANY_REASSIGN_SLV',
    'API_KEY_ENDS',
    'WEBHOOK_DISABLED',
    ...account,
  ],
  UNDERWRITER: all,
  TPR: [
    'TDOC_RECEIVED',
    'TDOC_RETURNED',
    'TDOC_RESPONSE_ADDED',
    'TDOC_COMMENT',
    'TDOC_TAG',
    'MY_COMPANY_ADMIN',
    ...account,
  ],
  BDD: ['REOPENED', ...conversation, ...account],
  UBDD: ['REOPENED', ...conversation, ...account],
  DEFAULT: [...account, 'ACCESS_REFUSED'],
}

export const actionsFor = (role: Role): readonly NotificationAction[] =>
  actionsByRole[role]

/** Only people who may open the SLV see it. */
export const isAboutSlv = (action: NotificationAction): boolean => {
  const { type, opens } = notificationActions[action]
  return (
    (type === 'PROXY_LOAN' && opens !== null && opens !== 'OWN_SLVS') ||
    action.startsWith('PROXY_LOAN_')
  )
}

/** Only people who may open the Tdoc see it. */
export const isAboutTdoc = (action: NotificationAction): boolean =>
  action.startsWith('TDOC_')

export const notificationTypesFor = (role: Role): NotificationType[] => [
  ...new Set(
    actionsByRole[role].map((action) => notificationActions[action].type),
  ),
]

/** Managers of sellers and BDDs get a summary of their sellers each morning. */
export const getsSummary = (actor: Actor) =>
  isBdd(actor) || (isSeller(actor) && actor.permissions.myCompanyView)

/** The kinds of emails that a person can get. */
export const mailKindsFor = (actor: Actor): MailKind[] => {
  const ofRole = actionsFor(actor.role).map(
    (action) => notificationActions[action].mail,
  )
  return mailKindNames.filter((kind) => {
    if (kind === 'SUMMARY') return getsSummary(actor)
    if (kind === 'INTEGRATION' && !actor.permissions.manageIntegrations)
      return false
    return ofRole.includes(kind)
  })
}
