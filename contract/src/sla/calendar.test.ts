import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from '../../test/weekdays.ts'
import { businessDays, civil } from './calendar.ts'

const holidays = [
  { day: '2026-07-03', name: 'Independence Day (observed)' },
  { day: '2026-11-26', name: 'Thanksgiving Day' },
]
const calendar = { ...weekdays, holidays }
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

  test('match a day-by-day count, for any calendar', () => {
    const start = Date.UTC(2026, 0, 1)
    const dayAt = (index: number) => new Date(start + index * 86_400_000)
    const textOf = (at: Date) => at.toISOString().slice(0, 10)
    const indexOf = (day: string) => (Date.parse(day) - start) / 86_400_000
    const anInstant = fc.date({ min: dayAt(0), max: dayAt(90), noInvalidDate: true })
    const someDays = fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { maxLength: 20 })
    const someWeekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
    fc.assert(
      fc.property(someWeekdays, someDays, anInstant, anInstant, (worked, off, one, another) => {
        const someCalendar = businessDays({
          ...calendar,
          frames: worked.map((weekday) => ({ weekday, opens: '09:00', closes: '17:00' })),
          holidays: off.map((index) => ({ day: textOf(dayAt(index)), name: 'Day off' })),
        })
        const isWorked = (index: number) => worked.includes(dayAt(index).getUTCDay()) && !off.includes(index)
        const countAfter = (first: number, last: number) => {
          let counted = 0
          for (let index = first + 1; index <= last; index++) if (isWorked(index)) counted++
          return counted
        }
        const [from, to] = one < another ? [one, another] : [another, one]
        const [{ day: firstDay, time }, { day: lastDay }] = [civil(from), civil(to)]
        const [first, last] = [indexOf(firstDay), indexOf(lastDay)]
        expect(someCalendar.ordinal(lastDay) - someCalendar.ordinal(firstDay)).toBe(countAfter(first, last))
        expect(someCalendar.isBusinessDay(firstDay)).toBe(isWorked(first))
        let received = time >= '15:00' ? first + 1 : first
        while (!isWorked(received)) received++
        expect(someCalendar.between(from, to)).toBe(countAfter(received, last))
        const isSkipped = (index: number) =>
          index >= first && index <= last && worked.includes(dayAt(index).getUTCDay())
        expect(someCalendar.holidaysBetween(firstDay, lastDay).map(({ day }) => day)).toEqual(
          off
            .filter(isSkipped)
            .toSorted((a, b) => a - b)
            .map((index) => textOf(dayAt(index))),
        )
      }),
      { numRuns: 500 },
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
