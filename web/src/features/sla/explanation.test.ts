import { expect, test } from 'vitest'
import {
  clockTime,
  dueDateText,
  ruleText,
  sumText,
} from './shared/explanation.tsx'

test.for([
  [1, true, '3 counted − target 2 = +1 Day, overdue', 'Was due 03/04/2026'],
  [0, true, '2 counted − target 2 = 0 Days, on time', 'Due 03/04/2026'],
  [-1, true, '1 counted − target 2 = −1 Day, on time', 'Due 03/04/2026'],
  [
    -1,
    false,
    '1 counted − target 2 = −1 Day, on time; the clock is paused',
    null,
  ],
  [
    2,
    false,
    '4 counted − target 2 = +2 Days, overdue; the clock is paused',
    null,
  ],
] as const)(
  '%d days, running: %s, is explained as a sum with its state and due day',
  ([days, running, sum, due]) => {
    const sla = {
      days,
      overdue: days > 0,
      warn: false,
      running,
      dueAt: null,
      dueState: 'OK' as const,
    }
    const figure = {
      sla,
      countedDays: days + 2,
      targetDays: 2,
      dueDay: running ? '2026-03-04' : null,
    }
    expect([sumText(figure), dueDateText(figure)]).toEqual([sum, due])
  },
)

test.for([
  ['15:00', '3:00 PM'],
  ['00:05', '12:05 AM'],
  ['12:30', '12:30 PM'],
  ['09:00', '9:00 AM'],
] as const)('%s is %s', ([time, text]) => {
  expect(clockTime(time)).toBe(text)
  expect(ruleText({ cutOff: time, isEarlierCalendar: false })).toContain(
    `at or after ${text} New York time`,
  )
})
