import { describe, expect, test } from 'vitest'
import { getKeys, toRecord } from '../lib/typed.ts'
import { permissions, type Role, roles } from '../user/model.ts'
import { redirectFor } from '../user/navigation.ts'
import { type NotificationAction, notificationActions } from './model.ts'
import { actionsFor } from './policy.ts'
import { findTarget, toHref } from './target.ts'

const id = '0198c1d2-0000-7000-8000-000000000001'

/**
 * Spec.md §2, "Notification click targets", line by line, plus discarded drafts
 * and account notifications, which open nothing.
 */
const spec: Record<string, readonly NotificationAction[]> = {
  [`/slv/review-request/${id}`]: [
    'APPROVED',
    'DECLINED',
    'NOT_NEEDED',
    'APPROVAL_EXPIRES',
    'FIGURES_CHANGED',
    'REOPENED',
    'DOCUMENTS_SUBMITTED',
    'DOCUMENTS_REQUESTED',
    'DOCUMENTS_REMINDER',
    'DOCUMENTS_WAIVED',
    'CONDITION_MET',
    'CONDITION_WAIVED',
    'CONDITION_CHANGED',
    'CONDITIONS_DUE',
    'SLR_COMPLETED',
    'SLR_PENDING_INFO',
    'TD_COMPLETED',
    'WITHDRAW_APPROVED',
    'WITHDRAW_UPDATE',
    'RESUBMITTED',
    'DRAFT_RESUBMITTED',
    'DRAFT_DISCARDED',
  ] as const,
  [`/slv/manage-request/${id}`]: [
    'PENDING',
    'REASSIGNED',
    'WITHDRAW_REQUEST_RECEIVED',
    'WITHDRAW_CANCELED',
    'SELLER_PENDING',
    'CONDITION_ANSWERED',
    'CONDITIONS_OVERDUE',
  ],
  [`/slv/slr-request/${id}`]: ['SLR_PENDING', 'SLR_INFO_RECEIVED'],
  [`/slv/trade-desk-request/${id}`]: ['TD_PENDING'],
  [`/condition-manager/${id}`]: [
    'TDOC_RECEIVED',
    'TDOC_RETURNED',
    'TDOC_RESPONSE_ADDED',
  ],
  [`/condition-manager/${id}?descriptionTab=CONVERSATION_LOG`]: [
    'TDOC_COMMENT',
    'TDOC_TAG',
  ],
  [`/slv?conversation=${id}`]: ['PROXY_LOAN_COMMENT', 'PROXY_LOAN_TAG'],
  [`/settings/permissions?person=${id}`]: ['ACCESS_REQUESTED'],
  '/slv?tableMode=MY_OWN': ['SLVS_REASSIGNED'],
  nowhere: [
    'REASSIGNED_FROM',
    'SLVS_REASSIGNED_FROM',
    'MY_COMPANY_VIEW',
    'MY_COMPANY_ADMIN',
    'MY_COMPANY_REASSIGN_SLV',
    'PERMISSIONS_CHANGED',
    'ROLES_CHANGED',
    'API_KEY_ENDS',
    'WEBHOOK_DISABLED',
    'ACCESS_REFUSED',
    'ACCOUNT_ACTIVATED',
    'ANNOUNCEMENT',
  ] as const,
}
const addressOf = (action: NotificationAction, role: Role) => {
  const target = findTarget({ action, entityId: id }, role)
  return target ? toHref(target) : 'nowhere'
}

describe('a click takes an underwriter where spec.md says', () => {
  test.each(
    Object.entries(spec).flatMap(([address, actions]) =>
      actions.map((action) => [action, address] as const),
    ),
  )('%s → %s', (action, address) =>
    expect(addressOf(action, 'UNDERWRITER')).toBe(address),
  )

  test('the table has every action', () => {
    expect(
      Object.values(spec).flat().toSorted(),
      'Add the notification to what a click on it opens, in `spec` above',
    ).toEqual(getKeys(notificationActions).toSorted())
  })
})

test.each(roles)(
  'every notification of a %s opens a screen that they may see',
  (role) => {
    const everything = toRecord(permissions, () => true)
    for (const action of actionsFor(role)) {
      const address = addressOf(action, role)
      // The condition manager's screens come with the Tdocs.
      if (address === 'nowhere' || address.startsWith('/condition-manager'))
        continue
      expect(
        redirectFor(
          { role, permissions: everything },
          address.replace(/\?.*/, ''),
        ),
        action,
      ).toBeNull()
    }
  },
)

test('notifications about nothing in particular open nothing, and those about many Tdocs or SLVs open the list', () => {
  for (const action of getKeys(notificationActions)) {
    if (action === 'SLVS_REASSIGNED') continue
    const path = findTarget({ action, entityId: null }, 'UNDERWRITER')
    expect(path && toHref(path), action).toBe(
      action.startsWith('TDOC_') ? '/condition-manager' : null,
    )
  }
})

test('sellers aren’t notified of SLR, the trade desk or Tdocs', () => {
  expect(
    actionsFor('SELLER').filter((action) => /^(SLR|TD|TDOC)_/.test(action)),
  ).toEqual([])
  for (const action of actionsFor('SELLER'))
    expect(notificationActions[action].title).not.toMatch(/SLR|[Tt]rade|Tdoc/)
})
