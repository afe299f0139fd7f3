import type { ExplainedClock } from '@portal/contract/sla/api'
import { expect, test } from 'vitest'
import { clockTime, dueText, ruleText, sumText } from './shared/explanation.tsx'

const clock = (days: number, running = true): ExplainedClock => ({
  clock: 'SLV',
  sla: { days, overdue: days > 0, warn: false, running },
  countedDays: days + 2,
  targetDays: 2,
  dueDay: running ? '2026-03-04' : null,
  intervals: [],
})

test('a figure is explained as a sum, with its state', () => {
  expect(sumText(clock(1))).toBe('3 counted − target 2 = +1 Day, overdue')
  expect(sumText(clock(0))).toBe('2 counted − target 2 = 0 Days, in time')
  expect(sumText(clock(-1))).toBe('1 counted − target 2 = −1 Day, in time')
  expect(sumText(clock(-1, false))).toBe('1 counted − target 2 = −1 Day, on time; the clock is paused')
  expect(sumText(clock(2, false))).toBe('4 counted − target 2 = +2 Days, overdue; the clock is paused')
})

test('the due day is a day, not an instant', () => {
  expect([dueText(clock(0)), dueText(clock(1)), dueText(clock(0, false))]).toEqual([
    'Due 03/04/2026',
    'Was due 03/04/2026',
    null,
  ])
})

test.for([
  ['15:00', '3:00 PM'],
  ['00:05', '12:05 AM'],
  ['12:30', '12:30 PM'],
  ['09:00', '9:00 AM'],
] as const)('%s is %s', ([time, text]) => {
  expect(clockTime(time)).toBe(text)
  expect(ruleText({ cutOff: time, isEarlierCalendar: false })).toContain(`at or after ${text} New York time`)
})
