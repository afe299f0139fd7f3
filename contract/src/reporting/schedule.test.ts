import { describe, expect, test } from 'vitest'
import { nextDue, ReportScheduleForm } from './schedule.ts'

const due = (cadence: 'WEEKLY' | 'MONTHLY', weekday: number | null, after: string) =>
  nextDue({ cadence, weekday }, new Date(after)).toISOString()

describe('a schedule comes at 07:00 in New York', () => {
  test.for([
    // On its day it comes that morning, unless that has passed; the very instant is past.
    [1, '2026-03-02T11:59:59.999Z', '2026-03-02T12:00:00.000Z'],
    [1, '2026-03-02T12:00:00.000Z', '2026-03-09T11:00:00.000Z'],
    // The clocks go forward on Sunday the 8th at 02:00, and back on 1 November.
    [7, '2026-03-04T15:00:00.000Z', '2026-03-08T11:00:00.000Z'],
    [6, '2026-03-04T15:00:00.000Z', '2026-03-07T12:00:00.000Z'],
    [7, '2026-10-30T15:00:00.000Z', '2026-11-01T12:00:00.000Z'],
    [6, '2026-10-30T15:00:00.000Z', '2026-10-31T11:00:00.000Z'],
    // In New York it is still Sunday.
    [1, '2026-03-16T03:30:00.000Z', '2026-03-16T11:00:00.000Z'],
  ] as const)('weekly on day %s, after %s: %s', ([weekday, after, at]) => {
    expect(due('WEEKLY', weekday, after)).toBe(at)
  })

  test.for([
    ['2026-01-31T23:00:00.000Z', '2026-02-01T12:00:00.000Z'],
    ['2026-02-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.000Z', '2026-04-01T11:00:00.000Z'],
    ['2028-02-29T20:00:00.000Z', '2028-03-01T12:00:00.000Z'],
    // The clocks go back on that very day.
    ['2026-10-31T23:00:00.000Z', '2026-11-01T12:00:00.000Z'],
    // In New York the year has not begun.
    ['2027-01-01T04:59:00.000Z', '2027-01-01T12:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01T12:00:00.000Z'],
  ] as const)('monthly, after %s: %s', ([after, at]) => {
    expect(due('MONTHLY', null, after)).toBe(at)
  })

  test('each following one is later, through a whole year', () => {
    let at = new Date('2026-01-01T12:00:00.000Z')
    const days: string[] = []
    for (let number = 0; number < 52; number++) {
      at = nextDue({ cadence: 'WEEKLY', weekday: 4 }, at)
      days.push(at.toISOString().slice(0, 10))
    }
    expect(new Set(days).size).toBe(52)
    expect(days.at(-1)).toBe('2026-12-31')
  })
})

test('a form that says no view, no name or no day of the week is refused by name', () => {
  const form = { name: 'Mondays', view: { type: 'PRE', timeframe: 'LAST_MONTH' }, cadence: 'WEEKLY', weekday: 1 }
  const wrong = (change: object) =>
    ReportScheduleForm.safeParse({ ...form, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []
  expect(wrong({})).toEqual([])
  expect(wrong({ cadence: 'MONTHLY', weekday: null, view: {} })).toEqual([])
  expect(wrong({ name: ' ' })).toEqual(['name'])
  expect(wrong({ weekday: null })).toEqual(['weekday'])
  expect(wrong({ weekday: 8 })).toEqual(['weekday'])
  expect(wrong({ view: { status: 'DRAFT' } })).toEqual(['view.status.0'])
  expect(wrong({ view: { timeframe: 'CUSTOM', from: '2026-02-02', to: '2026-02-01' } })).toEqual(['view.from'])
})
