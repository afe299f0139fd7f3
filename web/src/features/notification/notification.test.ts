import { describe, expect, test } from 'vitest'
import { addressFrom } from './lead.ts'
import { ago, announcementOf, badgeText, bellLabel } from './notification-text.ts'

describe('the bell', () => {
  test.each([
    [0, '0', 'Notifications'],
    [3, '3', 'Notifications, 3 unread'],
    [99, '99', 'Notifications, 99 unread'],
    [100, '99+', 'Notifications, more than 99 unread'],
  ])('with %i unread', (unviewed, badge, label) => {
    expect(badgeText(unviewed)).toBe(badge)
    expect(bellLabel(unviewed)).toBe(label)
  })

  test('announces new notifications, but not viewed or deleted ones', () => {
    const newest = (id: string, unviewed: number) => ({
      id,
      type: 'PROXY_LOAN' as const,
      title: 'Request approved',
      unviewed,
    })
    expect(announcementOf(null, newest('1', 1))).toBe('New notification: Request approved')
    expect(announcementOf(newest('1', 1), newest('2', 2))).toBe('New notification: Request approved')
    expect(announcementOf(newest('1', 0), newest('4', 3))).toBe('3 new notifications')
    expect(announcementOf(newest('2', 2), newest('2', 1))).toBeNull()
    expect(announcementOf(newest('2', 2), newest('1', 1))).toBeNull()
    expect(announcementOf(newest('2', 2), null)).toBeNull()
  })
})

test.each([
  [-5000, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 min ago'],
  [59 * 60_000, '59 min ago'],
  [60 * 60_000, '1 h ago'],
  [23.9 * 3_600_000, '23 h ago'],
  [24 * 3_600_000, 'a day ago'],
  [9 * 86_400_000, '9 days ago'],
])('%i ms ago reads %s', (past, text) => {
  expect(ago('2026-03-04T15:00:00.000Z', Date.parse('2026-03-04T15:00:00.000Z') + past)).toBe(text)
})

describe('the address of a click', () => {
  const conversation = { kind: 'CONVERSATION', slvId: 'a1' } as const
  const tdoc = { kind: 'TDOC', path: '/condition-manager/t1', descriptionTab: 'CONVERSATION_LOG' } as const

  test.each([
    ['/slv', {}, '/slv?conversation=a1'],
    ['/slv/department', { status: 'REVIEW,PENDING' }, '/slv/department?status=REVIEW,PENDING&conversation=a1'],
    ['/slv/manage-request/b2', { conversation: 'b2' }, '/slv/manage-request/b2?conversation=a1'],
    ['/settings/account', { x: '1' }, '/slv?conversation=a1'],
    ['/slvs', {}, '/slv?conversation=a1'],
  ])('of a comment, from %s', (pathname, search, address) => {
    expect(addressFrom({ pathname, search }, conversation)).toBe(address)
  })

  test('of a Tdoc keeps the tab filter of the condition manager, and takes none from other screens', () => {
    const search = { filterBy: 'status', filterByValue: 'NEW' }
    expect(addressFrom({ pathname: '/condition-manager/t0', search }, tdoc)).toBe(
      '/condition-manager/t1?filterBy=status&filterByValue=NEW&descriptionTab=CONVERSATION_LOG',
    )
    expect(addressFrom({ pathname: '/slv', search }, tdoc)).toBe(
      '/condition-manager/t1?descriptionTab=CONVERSATION_LOG',
    )
    expect(addressFrom({ pathname: '/condition-manager', search }, { ...tdoc, descriptionTab: null })).toBe(
      '/condition-manager/t1?filterBy=status&filterByValue=NEW',
    )
  })

  test('of a screen is that screen', () => {
    expect(
      addressFrom({ pathname: '/slv', search: { page: '2' } }, { kind: 'SCREEN', path: '/slv/slr-request/a' }),
    ).toBe('/slv/slr-request/a')
  })
})
