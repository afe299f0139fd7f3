import { describe, expect, test } from 'vitest'
import { nextDue, ReportScheduleForm } from './schedule.ts'

const due = (
  cadence: 'WEEKLY' | 'MONTHLY',
  weekday: number | null,
  after: string,
) => nextDue({ cadence, weekday }, new Date(after)).toISOString()

describe('a schedule is due at 07:00 in New York', () => {
  test.for([
    // Before and at the due time.
    [1, '2026-03-02T11:59:59.999Z', '2026-03-02T12:00:00.000Z'],
    [1, '2026-03-02T12:00:00.000Z', '2026-03-09T11:00:00.000Z'],
    // The clocks go forward on Sunday the 8th at 02:00, and back on 1 November.
    [7, '2026-03-04T15:00:00.000Z', '2026-03-08T11:00:00.000Z'],
    [6, '2026-03-04T15:00:00.000Z', '2026-03-07T12:00:00.000Z'],
    [7, '2026-10-30T15:00:00.000Z', '2026-11-01T12:00:00.000Z'],
    [6, '2026-10-30T15:00:00.000Z', '2026-10-31T11:00:00.000Z'],
    // Still Sunday in New York.
    [1, '2026-03-16T03:30:00.000Z', '2026-03-16T11:00:00.000Z'],
  ] as const)('weekly on weekday %s, after %s: %s', ([weekday, after, at]) => {
    expect(due('WEEKLY', weekday, after)).toBe(at)
  })

  test.for([
    ['2026-01-31T23:00:00.000Z', '2026-02-01T12:00:00.000Z'],
    ['2026-02-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.000Z', '2026-04-01T11:00:00.000Z'],
    ['2028-02-29T20:00:00.000Z', '2028-03-01T12:00:00.000Z'],
    // The clocks go back on that very day.
    ['2026-10-31T23:00:00.000Z', '2026-11-01T12:00:00.000Z'],
    // Still the old year in New York.
    ['2027-01-01T04:59:00.000Z', '2027-01-01T12:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01T12:00:00.000Z'],
  ] as const)('monthly, after %s: %s', ([after, at]) => {
    expect(due('MONTHLY', null, after)).toBe(at)
  })
})

test('a form without a valid view, name or weekday is refused with the field', () => {
  const form = {
    name: 'Mondays',
    view: { type: 'PRE', timeframe: 'LAST_MONTH' },
    cadence: 'WEEKLY',
    weekday: 1,
  }
  const wrong = (change: object) =>
    ReportScheduleForm.safeParse({ ...form, ...change }).error?.issues.map(
      ({ path }) => path.join('.'),
    ) ?? []
  expect(wrong({})).toEqual([])
  expect(wrong({ cadence: 'MONTHLY', weekday: null, view: {} })).toEqual([])
  expect(wrong({ name: ' ' })).toEqual(['name'])
  expect(wrong({ weekday: null })).toEqual(['weekday'])
  expect(wrong({ weekday: 8 })).toEqual(['weekday'])
  expect(wrong({ view: { status: 'DRAFT' } })).toEqual(['view.status.0'])
  expect(
    wrong({
      view: { timeframe: 'CUSTOM', from: '2026-02-02', to: '2026-02-01' },
    }),
  ).toEqual(['view.from'])
})
