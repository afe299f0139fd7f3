import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { businessDays, civil } from './calendar.ts'
import type { BusinessCalendar } from './model.ts'

const calendar: BusinessCalendar = {
  timeZone: 'America/New_York',
  cutOff: '15:00',
  frames: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' })),
  holidays: [
    { day: '2026-07-03', name: 'Independence Day (observed)' },
    { day: '2026-11-26', name: 'Thanksgiving Day' },
  ],
}
const days = businessDays(calendar)
/** An instant by New York's clock, in summer (EDT) and winter (EST). */
const summer = (text: string) => new Date(`${text}-04:00`)
const winter = (text: string) => new Date(`${text}-05:00`)

describe('business days', () => {
  test.for([
    ['the business day after receipt is day 1', summer('2026-06-01T10:00'), summer('2026-06-02T09:00'), 1],
    ['the day of receipt is day 0', summer('2026-06-01T10:00'), summer('2026-06-01T23:59'), 0],
    ['at the cut-off counts as the next business day', summer('2026-06-01T15:00'), summer('2026-06-02T18:00'), 0],
    ['a minute before the cut-off does not', summer('2026-06-01T14:59'), summer('2026-06-02T18:00'), 1],
    ['Friday afternoon is received on Monday', summer('2026-06-05T16:00'), summer('2026-06-09T12:00'), 1],
    ['Saturday is received on Monday', summer('2026-06-06T10:00'), summer('2026-06-08T12:00'), 0],
    ['a holiday is no business day', summer('2026-07-02T10:00'), summer('2026-07-06T10:00'), 1],
    ['nor is the Friday on which a Saturday’s is observed', summer('2026-07-03T10:00'), summer('2026-07-06T10:00'), 0],
    ['Thanksgiving neither', winter('2026-11-25T10:00'), winter('2026-11-27T10:00'), 1],
    ['the clock change does not shift the cut-off', winter('2026-03-06T14:59'), summer('2026-03-09T09:00'), 1],
    [
      'midnight in London is still the day before in New York',
      winter('2026-01-05T10:00'),
      new Date('2026-01-06T04:00Z'),
      0,
    ],
  ] as const)('%s', ([, from, to, expected]) => {
    expect(days.between(from, to)).toBe(expected)
  })

  test('match a day-by-day count over the calendar', () => {
    const holidays = new Set(calendar.holidays.map(({ day }) => day))
    const isWorked = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !holidays.has(day)
    const plus = (day: string, count: number) =>
      new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
    const anInstant = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(anInstant, fc.integer({ min: 0, max: 40 * 86_400_000 }), (from, length) => {
        const to = new Date(from.getTime() + length)
        const start = civil(from)
        let received = start.day
        if (start.time >= '15:00') received = plus(received, 1)
        while (!isWorked(received)) received = plus(received, 1)
        let counted = 0
        for (let day = plus(received, 1); day <= civil(to).day; day = plus(day, 1)) if (isWorked(day)) counted++
        expect(days.between(from, to)).toBe(counted)
      }),
      { numRuns: 500 },
    )
  })

  test('work for any calendar: weekdays with hours that aren’t holidays, counted from the Sunday of the first week', () => {
    const from = Date.UTC(2026, 0, 1) / 86_400_000
    const dayAt = (index: number) => new Date((from + index) * 86_400_000)
    const textOf = (at: Date) => at.toISOString().slice(0, 10)
    const aDay = fc.integer({ min: 0, max: 90 })
    const someDays = fc.uniqueArray(aDay, { maxLength: 20 })
    const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
    fc.assert(
      fc.property(weekdays, someDays, aDay, aDay, (worked, off, one, another) => {
        const someCalendar = businessDays({
          ...calendar,
          frames: worked.map((weekday) => ({ weekday, opens: '09:00', closes: '17:00' })),
          holidays: off.map((index) => ({ day: textOf(dayAt(index)), name: 'Day off' })),
        })
        const isWorked = (index: number) => worked.includes(dayAt(index).getUTCDay()) && !off.includes(index)
        const [first, last] = [Math.min(one, another), Math.max(one, another)]
        let counted = 0
        for (let index = first + 1; index <= last; index++) if (isWorked(index)) counted++
        const [start, end] = [textOf(dayAt(first)), textOf(dayAt(last))]
        expect(someCalendar.ordinal(end) - someCalendar.ordinal(start)).toBe(counted)
        expect(someCalendar.isBusinessDay(start)).toBe(isWorked(first))
        const skipped = off.filter(
          (index) => index >= first && index <= last && worked.includes(dayAt(index).getUTCDay()),
        )
        expect(someCalendar.holidaysBetween(start, end).map(({ day }) => day)).toEqual(
          skipped.toSorted((a, b) => a - b).map((index) => textOf(dayAt(index))),
        )
      }),
    )
  })

  test('end at the cutoff, to the minute', () => {
    const earlier = businessDays({ ...calendar, cutOff: '17:00' })
    const received = (text: string) => earlier.dayOf(earlier.receivedOrdinal(summer(text)))
    expect(received('2026-06-04T16:59:59.999')).toBe('2026-06-04')
    expect(received('2026-06-04T17:00')).toBe('2026-06-05')
    expect(received('2026-06-05T17:00')).toBe('2026-06-08')
    expect(received('2026-07-02T17:00')).toBe('2026-07-06')
  })

  test('are calendar days in the calendar’s time zone, even for two zones in the same minute', () => {
    const at = new Date('2026-06-02T01:00Z')
    expect([civil(at), civil(at, 'Europe/London'), civil(at, 'America/New_York')]).toEqual([
      { day: '2026-06-01', time: '21:00' },
      { day: '2026-06-02', time: '02:00' },
      { day: '2026-06-01', time: '21:00' },
    ])
    expect(civil(new Date(at.getTime() + 60_000))).toEqual({ day: '2026-06-01', time: '21:01' })
  })

  test('don’t exist in a calendar without working weekdays', () => {
    const never = businessDays({ ...calendar, frames: [] })
    expect(never.isBusinessDay('2026-06-01')).toBe(false)
    expect(never.between(summer('2026-06-01T10:00'), summer('2026-06-30T10:00'))).toBe(0)
    expect(() => never.dayOf(1)).toThrow('The calendar has no business day')
  })

  test('can be found by their ordinal', () => {
    const aDay = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(aDay, (at) => {
        const { day } = civil(at)
        const found = days.dayOf(days.ordinal(day))
        expect(days.isBusinessDay(found)).toBe(true)
        expect(days.ordinal(found)).toBe(days.ordinal(day))
        if (days.isBusinessDay(day)) expect(found).toBe(day)
      }),
    )
  })

  test('skip the holidays that fall on a weekday', () => {
    expect(days.holidaysBetween('2026-07-03', '2026-07-06')).toEqual([calendar.holidays[0]])
    expect(days.holidaysBetween('2026-07-04', '2026-11-25')).toEqual([])
    const onSunday = businessDays({ ...calendar, holidays: [{ day: '2026-07-05', name: 'A Sunday' }] })
    expect(onSunday.holidaysBetween('2026-07-01', '2026-07-31')).toEqual([])
  })
})
