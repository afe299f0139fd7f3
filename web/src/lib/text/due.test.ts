import { expect, test } from 'vitest'
import { clockText, type DueFacts, dueCellText, dueText } from './due.ts'

// 4:59 PM on Monday, November 23, in New York.
const now = new Date('2026-11-23T21:59:00Z')
const endOf = (day: number) => `2026-11-${day}T22:00:00.000Z`

test.each<[DueFacts, string, string]>([
  [
    { days: 0, dueAt: endOf(23), dueState: 'SOON' },
    'due today 5 PM',
    'today 5 PM',
  ],
  [
    { days: -1, dueAt: endOf(24), dueState: 'OK' },
    'due Tue 11/24',
    'Tue 11/24',
  ],
  [
    { days: 1, dueAt: endOf(20), dueState: 'OVERDUE' },
    '1 day overdue',
    '1 day overdue',
  ],
  [
    { days: 2, dueAt: endOf(19), dueState: 'OVERDUE' },
    '2 days overdue',
    '2 days overdue',
  ],
  [
    { days: 3, dueAt: null, dueState: 'OVERDUE' },
    '3 days overdue',
    '3 days overdue',
  ],
  [{ days: -1, dueAt: null, dueState: 'OK' }, 'paused', 'paused'],
])('%j reads “%s”, and “%s” under its heading', (due, inText, inColumn) => {
  expect(dueText(due, now)).toBe(inText)
  expect(dueCellText(due, now)).toBe(inColumn)
})

test('work that was due earlier today or before the weekend, and isn’t overdue yet, says since when', () => {
  const today: DueFacts = { days: 0, dueAt: endOf(23), dueState: 'SOON' }
  const evening = new Date('2026-11-23T22:00:00Z')
  expect(dueText(today, evening)).toBe('due since 5 PM')
  expect(dueCellText(today, evening)).toBe('since 5 PM')
  const friday: DueFacts = { days: 0, dueAt: endOf(20), dueState: 'SOON' }
  const sunday = new Date('2026-11-22T17:00:00Z')
  expect(dueText(friday, sunday)).toBe('due since Fri 11/20')
})

test('a header has one clock: that of the desk, and how much the whole work is overdue', () => {
  const late: DueFacts = { days: 1, dueAt: endOf(20), dueState: 'OVERDUE' }
  const later: DueFacts = { days: 4, dueAt: endOf(17), dueState: 'OVERDUE' }
  const today: DueFacts = { days: 0, dueAt: endOf(23), dueState: 'SOON' }
  expect(clockText(late, 'trade desk', later, now)).toBe(
    '1 day overdue (trade desk), 4 days in all',
  )
  expect(clockText(today, 'trade desk', later, now)).toBe(
    'due today 5 PM (trade desk), 4 days overdue in all',
  )
  expect(clockText(today, 'SLR', { ...today, dueState: 'OK' }, now)).toBe(
    'due today 5 PM (SLR)',
  )
  expect(clockText(later, null, null, now)).toBe('4 days overdue')
})
