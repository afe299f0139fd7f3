import type { Role } from '../user/model.ts'
import { type Notification, notificationActions } from './model.ts'
import { isAboutTdoc } from './policy.ts'

/**
 * A screen, perhaps with its current tab filter, or a dialog over a screen of
 * SLVs.
 */
export type NotificationTarget =
  | { kind: 'SCREEN'; path: string }
  | { kind: 'TDOC'; path: string; descriptionTab: 'CONVERSATION_LOG' | null }
  | { kind: 'CONVERSATION'; slvId: string }

/**
 * The target for a role; null if there is none. Only underwriters have a
 * manage-request screen (docs/decisions/013-notifications.md).
 */
export function findTarget(
  { action, entityId }: Pick<Notification, 'action' | 'entityId'>,
  role: Role,
): NotificationTarget | null {
  if (notificationActions[action].opens === 'OWN_SLVS')
    return { kind: 'SCREEN', path: '/slv?tableMode=MY_OWN' }
  // About many Tdocs.
  if (entityId === null)
    return isAboutTdoc(action)
      ? { kind: 'TDOC', path: '/condition-manager', descriptionTab: null }
      : null
  switch (notificationActions[action].opens) {
    case 'REVIEW':
      return { kind: 'SCREEN', path: `/slv/review-request/${entityId}` }
    case 'MANAGE':
      return {
        kind: 'SCREEN',
        path: `/slv/${role === 'UNDERWRITER' ? 'manage' : 'review'}-request/${entityId}`,
      }
    case 'SLR':
      return { kind: 'SCREEN', path: `/slv/slr-request/${entityId}` }
    case 'TRADE_DESK':
      return { kind: 'SCREEN', path: `/slv/trade-desk-request/${entityId}` }
    case 'TDOC':
      return {
        kind: 'TDOC',
        path: `/condition-manager/${entityId}`,
        descriptionTab: null,
      }
    case 'TDOC_CONVERSATION':
      return {
        kind: 'TDOC',
        path: `/condition-manager/${entityId}`,
        descriptionTab: 'CONVERSATION_LOG',
      }
    case 'CONVERSATION':
      return { kind: 'CONVERSATION', slvId: entityId }
    case 'PERSON':
      return {
        kind: 'SCREEN',
        path: `/settings/permissions?person=${entityId}`,
      }
    case null:
      return null
  }
}

/** The search parameter that opens an SLV's conversation. */
export const conversationParameter = 'conversation'

/** The target as one address, for an email. */
export const toHref = (target: NotificationTarget): string => {
  if (target.kind === 'CONVERSATION')
    return `/slv?${conversationParameter}=${target.slvId}`
  if (target.kind === 'TDOC' && target.descriptionTab)
    return `${target.path}?descriptionTab=${target.descriptionTab}`
  return target.path
}
