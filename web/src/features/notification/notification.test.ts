import { describe, expect, test } from 'vitest'
import { addressFrom } from './notification-panel.tsx'
import {
  ago,
  badgeText,
  bellLabel,
  findAnnouncement,
} from './notification-text.ts'

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

  const newest = (id: string, unviewed: number) => ({
    id,
    type: 'PROXY_LOAN' as const,
    title: 'Approved',
    unviewed,
  })
  test.each([
    [null, newest('1', 1), 'New notification: Approved'],
    [newest('1', 1), newest('2', 2), 'New notification: Approved'],
    [newest('1', 0), newest('4', 3), '3 new notifications'],
    [newest('2', 2), newest('2', 1), null],
    [newest('2', 2), newest('1', 1), null],
    [newest('2', 2), null, null],
  ])('after %o, %o is announced as %j', (before, after, text) =>
    expect(findAnnouncement(before, after)).toBe(text),
  )
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
  expect(
    ago(
      '2026-03-04T15:00:00.000Z',
      Date.parse('2026-03-04T15:00:00.000Z') + past,
    ),
  ).toBe(text)
})

describe('the address of a click', () => {
  const conversation = { kind: 'CONVERSATION', slvId: 'a1' } as const
  const tdoc = {
    kind: 'TDOC',
    path: '/condition-manager/t1',
    descriptionTab: 'CONVERSATION_LOG',
  } as const

  const filter = { filterBy: 'status', filterByValue: 'NEW' }
  const written = 'filterBy=status&filterByValue=NEW'
  const screen = { kind: 'SCREEN', path: '/slv/slr-request/a' } as const

  test.each([
    ['/slv', {}, conversation, '/slv?conversation=a1'],
    [
      '/slv/department',
      { status: 'REVIEW,PENDING' },
      conversation,
      '/slv/department?status=REVIEW,PENDING&conversation=a1',
    ],
    [
      '/slv/manage-request/b2',
      { conversation: 'b2' },
      conversation,
      '/slv/manage-request/b2?conversation=a1',
    ],
    ['/settings/account', { x: '1' }, conversation, '/slv?conversation=a1'],
    ['/slvs', {}, conversation, '/slv?conversation=a1'],
    [
      '/condition-manager/t0',
      filter,
      tdoc,
      `/condition-manager/t1?${written}&descriptionTab=CONVERSATION_LOG`,
    ],
    [
      '/slv',
      filter,
      tdoc,
      '/condition-manager/t1?descriptionTab=CONVERSATION_LOG',
    ],
    [
      '/condition-manager',
      filter,
      { ...tdoc, descriptionTab: null },
      `/condition-manager/t1?${written}`,
    ],
    ['/slv', { page: '2' }, screen, '/slv/slr-request/a'],
  ])('from %s with %o to %o', (pathname, search, target, address) => {
    expect(addressFrom({ pathname, search }, target)).toBe(address)
  })
})
