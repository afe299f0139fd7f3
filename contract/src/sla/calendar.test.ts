import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from '../../test/weekdays.ts'
import {
  addDays,
  BusinessDays,
  civil,
  countDays,
  endOfDay,
  listHolidaysAhead,
} from './calendar.ts'

const calendar = {
  ...weekdays,
  holidays: [{ day: '2026-07-03', name: 'Independence Day (observed)' }],
}
const days = new BusinessDays(calendar)
/** An instant by New York's clock, in summer (EDT) and winter (EST). */
const summer = (text: string) => new Date(`${text}-04:00`)
const winter = (text: string) => new Date(`${text}-05:00`)

describe('business days', () => {
  test.for([
    [
      'the business day after receipt is day 1',
      summer('2026-06-01T10:00'),
      summer('2026-06-02T09:00'),
      1,
    ],
    [
      'Friday afternoon is received on Monday',
      summer('2026-06-05T16:00'),
      summer('2026-06-09T12:00'),
      1,
    ],
    [
      'a holiday is no business day',
      summer('2026-07-02T10:00'),
      summer('2026-07-06T10:00'),
      1,
    ],
    [
      'the clock change does not shift the cutoff',
      winter('2026-03-06T14:59'),
      summer('2026-03-09T09:00'),
      1,
    ],
    [
      'midnight in London is the day before in New York',
      winter('2026-01-05T10:00'),
      new Date('2026-01-06T04:00Z'),
      0,
    ],
  ] as const)('%s', ([, from, to, expected]) => {
    expect(days.between(from, to)).toBe(expected)
  })

  test('match a day-by-day count, for any calendar', () => {
    const start = Date.UTC(2026, 0, 1)
    const dayAt = (index: number) => new Date(start + index * 86_400_000)
    const toText = (index: number) => dayAt(index).toISOString().slice(0, 10)
    const toIndex = (day: string) => (Date.parse(day) - start) / 86_400_000
    const anInstant = fc.date({
      min: dayAt(0),
      max: dayAt(90),
      noInvalidDate: true,
    })
    const someDays = fc.uniqueArray(fc.integer({ min: 0, max: 90 }), {
      maxLength: 20,
    })
    const someWeekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), {
      minLength: 1,
    })
    const aCutOff = fc.constantFrom('00:00', '15:00', '17:30')
    fc.assert(
      fc.property(
        someWeekdays,
        someDays,
        aCutOff,
        anInstant,
        anInstant,
        (weekdaysWorked, daysOff, cutOff, one, another) => {
          const frames = weekdaysWorked.map((weekday) => ({
            weekday,
            opens: '09:00',
            closes: '17:00',
          }))
          const holidays = daysOff.map((index) => ({
            day: toText(index),
            name: 'Day off',
          }))
          const someCalendar = new BusinessDays({
            ...calendar,
            cutOff,
            frames,
            holidays,
          })
          const isOnWeekdayWorked = (index: number) =>
            weekdaysWorked.includes(dayAt(index).getUTCDay())
          const isWorked = (index: number) =>
            isOnWeekdayWorked(index) && !daysOff.includes(index)
          const countAfter = (first: number, last: number) => {
            let counted = 0
            for (let index = first + 1; index <= last; index++)
              if (isWorked(index)) counted++
            return counted
          }
          const [from, to] = one < another ? [one, another] : [another, one]
          const { day: firstDay, time } = civil(from)
          const { day: lastDay } = civil(to)
          const first = toIndex(firstDay)
          const last = toIndex(lastDay)

          const ordinal = someCalendar.ordinal(firstDay)
          expect(someCalendar.ordinal(lastDay) - ordinal).toBe(
            countAfter(first, last),
          )
          expect(someCalendar.isBusinessDay(firstDay)).toBe(isWorked(first))

          const businessDay = someCalendar.toDay(ordinal)
          expect(someCalendar.ordinal(businessDay)).toBe(ordinal)
          expect(isWorked(toIndex(businessDay))).toBe(true)
          if (isWorked(first)) expect(businessDay).toBe(firstDay)

          let received = time >= cutOff ? first + 1 : first
          while (!isWorked(received)) received++
          expect(someCalendar.between(from, to)).toBe(
            countAfter(received, last),
          )

          const skipped = daysOff
            .filter((index) => index >= first && index <= last)
            .filter(isOnWeekdayWorked)
            .toSorted((a, b) => a - b)
          const listed = someCalendar.holidaysBetween(firstDay, lastDay)
          expect(listed.map(({ day }) => day)).toEqual(skipped.map(toText))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('end at the cutoff, to the minute', () => {
    const received = (text: string) =>
      days.toDay(days.receivedOrdinal(summer(text)))
    expect(received('2026-06-04T14:59:59.999')).toBe('2026-06-04')
    expect(received('2026-06-04T15:00')).toBe('2026-06-05')
  })

  test('are calendar days in the calendar’s time zone, even for two zones in the same minute', () => {
    const at = new Date('2026-06-02T01:00Z')
    expect([
      civil(at),
      civil(at, 'Europe/London'),
      civil(at, 'America/New_York'),
    ]).toEqual([
      { day: '2026-06-01', time: '21:00' },
      { day: '2026-06-02', time: '02:00' },
      { day: '2026-06-01', time: '21:00' },
    ])
    expect(civil(new Date(at.getTime() + 60_000))).toEqual({
      day: '2026-06-01',
      time: '21:01',
    })
  })

  test('end at 5 PM in New York, in summer and in winter', () => {
    const end = (day: string) => days.getEnd(days.ordinal(day)).toISOString()
    expect(end('2026-03-06')).toBe('2026-03-06T22:00:00.000Z')
    expect(end('2026-03-09')).toBe('2026-03-09T21:00:00.000Z')
    expect(end('2026-03-09')).toBe('2026-03-09T21:00:00.000Z')
    expect(end('2026-07-03')).toBe('2026-07-02T21:00:00.000Z')
  })

  test('don’t exist in a calendar without working weekdays', () => {
    const never = new BusinessDays({ ...calendar, frames: [] })
    expect(never.isBusinessDay('2026-06-01')).toBe(false)
    expect(
      never.between(summer('2026-06-01T10:00'), summer('2026-06-30T10:00')),
    ).toBe(0)
    expect(() => never.toDay(1)).toThrow('The calendar has no business days')
  })
})

describe('civil days', () => {
  test('are added and counted across months, years and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(countDays('2026-10-31', '2026-11-02')).toBe(2)
    expect(countDays('2027-01-01', '2026-12-31')).toBe(-1)
  })

  test('end at midnight in New York, also when clocks change', () => {
    const ends = (day: string) => endOfDay(day).toISOString()
    expect(ends('2026-07-01')).toBe('2026-07-02T04:00:00.000Z')
    expect(ends('2026-12-01')).toBe('2026-12-02T05:00:00.000Z')
    // Clocks change at 2 AM on March 8 and November 1.
    expect(ends('2026-03-07')).toBe('2026-03-08T05:00:00.000Z')
    expect(ends('2026-03-08')).toBe('2026-03-09T04:00:00.000Z')
    expect(ends('2026-10-31')).toBe('2026-11-01T04:00:00.000Z')
    expect(ends('2026-11-01')).toBe('2026-11-02T05:00:00.000Z')
  })
})

test('the holidays ahead are those from today on, for a year', () => {
  const holidays = [
    { day: '2026-11-25', name: 'Over' },
    { day: '2026-11-26', name: 'Today' },
    { day: '2027-11-25', name: 'The last day' },
    { day: '2027-11-26', name: 'A year from today' },
  ]
  expect(
    listHolidaysAhead(holidays, '2026-11-26').map(({ name }) => name),
  ).toEqual(['Today', 'The last day'])
})
