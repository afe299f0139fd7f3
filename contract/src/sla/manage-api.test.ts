import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from '../../test/weekdays.ts'
import { BusinessDays, keepingOrdinal } from './calendar.ts'
import { BusinessCalendarChange, SlaItemChange, SlaPlan } from './manage-api.ts'

const calendar = {
  ...weekdays,
  holidays: [{ day: '2026-07-03', name: 'Independence Day (observed)' }],
}

const wrong = (
  schema: { safeParse: typeof SlaPlan.safeParse },
  value: unknown,
) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('changes of targets and hours', () => {
  test('a warning can’t be earlier than the start', () => {
    const change = { name: 'slvReview', targetDays: 2, warnDays: 2 }
    expect(SlaItemChange.parse(change)).toEqual(change)
    expect(
      SlaItemChange.safeParse({ ...change, warnDays: 3 }).error?.issues[0]
        ?.path,
    ).toEqual(['warnDays'])
  })

  test('hours may touch but not overlap', () => {
    const { cutOff, holidays } = calendar
    const of = (...hours: [string, string][]) =>
      BusinessCalendarChange.safeParse({
        cutOff,
        holidays,
        frames: hours.map(([opens, closes]) => ({ weekday: 2, opens, closes })),
      }).error?.issues.map(({ path }) => path.join('.')) ?? []
    expect(of(['09:00', '12:00'], ['12:00', '18:00'])).toEqual([])
    expect(of(['09:00', '12:01'], ['12:00', '18:00'])).toEqual([
      'frames.1.opens',
    ])
    expect(of(['12:00', '13:00'], ['09:00', '18:00'])).toEqual([
      'frames.1.opens',
    ])
  })

  test('an effect is of a target or a calendar, not of both or neither', () => {
    const item = { name: 'slvReview', targetDays: 2, warnDays: 0 }
    expect(wrong(SlaPlan, { item })).toEqual([])
    expect(wrong(SlaPlan, { calendar })).toEqual([])
    expect(wrong(SlaPlan, {})).toEqual(['item'])
    expect(wrong(SlaPlan, { item, calendar })).toEqual(['item'])
  })
})

const aDay = fc
  .date({
    min: new Date('2026-01-01'),
    max: new Date('2026-12-31'),
    noInvalidDate: true,
  })
  .map((at) => at.toISOString().slice(0, 10))
const aTime = fc.constantFrom('04:30', '13:00', '19:59', '20:00')
const aCalendar = fc.record({
  timeZone: fc.constant('America/New_York'),
  cutOff: fc.constantFrom('09:00', '12:30', '15:00', '23:59'),
  frames: fc
    .uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
    .map((weekdays) =>
      weekdays.map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' })),
    ),
  holidays: fc
    .uniqueArray(aDay, { maxLength: 40 })
    .map((days) => days.map((day) => ({ day, name: 'Day off' }))),
})

describe('a change of calendar', () => {
  test('keeps today’s ordinal, and counts days by the new calendar', () => {
    fc.assert(
      fc.property(
        aCalendar,
        aDay,
        aDay,
        aDay,
        aTime,
        (wanted, today, from, to, time) => {
          const before = new BusinessDays(calendar)
          const after = new BusinessDays(keepingOrdinal(wanted, before, today))
          expect(after.ordinal(today)).toBe(before.ordinal(today))
          const plain = new BusinessDays(wanted)
          expect(after.ordinal(to) - after.ordinal(from)).toBe(
            plain.ordinal(to) - plain.ordinal(from),
          )
          const [sent, answered] = [
            new Date(`${from}T${time}Z`),
            new Date(`${to}T${time}Z`),
          ]
          expect(after.between(sent, answered)).toBe(
            plain.between(sent, answered),
          )
          expect(after.ordinal(after.toDay(after.ordinal(to)))).toBe(
            after.ordinal(to),
          )
        },
      ),
    )
  })
})
