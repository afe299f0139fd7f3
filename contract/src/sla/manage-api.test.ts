import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from '../../test/weekdays.ts'
import { replayed } from '../slv/clocks.ts'
import { businessDays, keepingOrdinal } from './calendar.ts'
import { BusinessCalendarChange, SlaItemChange, SlaPlan } from './manage-api.ts'

const calendar = { ...weekdays, holidays: [{ day: '2026-07-03', name: 'Independence Day (observed)' }] }

const wrong = (schema: { safeParse: typeof SlaPlan.safeParse }, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('changes of targets and hours', () => {
  test('a warning can’t be earlier than the start', () => {
    const change = { name: 'slvReview', targetDays: 2, warnDays: 2 }
    expect(SlaItemChange.parse(change)).toEqual(change)
    expect(SlaItemChange.safeParse({ ...change, warnDays: 3 }).error?.issues[0]?.path).toEqual(['warnDays'])
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
    expect(of(['09:00', '12:01'], ['12:00', '18:00'])).toEqual(['frames.1.opens'])
    expect(of(['12:00', '13:00'], ['09:00', '18:00'])).toEqual(['frames.1.opens'])
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
  .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const aCalendar = fc.record({
  timeZone: fc.constant('America/New_York'),
  cutOff: fc.constantFrom('09:00', '12:30', '15:00', '23:59'),
  frames: fc
    .uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
    .map((weekdays) => weekdays.map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' }))),
  holidays: fc.uniqueArray(aDay, { maxLength: 40 }).map((days) => days.map((day) => ({ day, name: 'Day off' }))),
})

describe('a change of calendar', () => {
  test('keeps today’s ordinal, and counts days by the new calendar', () => {
    fc.assert(
      fc.property(aCalendar, aDay, aDay, aDay, (wanted, today, from, to) => {
        const before = businessDays(calendar)
        const after = businessDays(keepingOrdinal(wanted, before, today))
        expect(after.ordinal(today)).toBe(before.ordinal(today))
        const plain = businessDays(wanted)
        expect(after.ordinal(to) - after.ordinal(from)).toBe(plain.ordinal(to) - plain.ordinal(from))
        expect(after.ordinal(after.dayOf(after.ordinal(to)))).toBe(after.ordinal(to))
      }),
    )
  })

  test('gives the sums of the intervals, whatever the offset', () => {
    const instants = fc
      .uniqueArray(fc.integer({ min: 0, max: 300 * 24 }), { minLength: 1, maxLength: 12 })
      .map((hours) =>
        hours.toSorted((a, b) => a - b).map((hour) => new Date(Date.UTC(2026, 0, 5, 12) + hour * 3_600_000)),
      )
    fc.assert(
      fc.property(aCalendar, instants, fc.boolean(), (wanted, moments, runs) => {
        const days = businessDays(keepingOrdinal(wanted, businessDays(calendar), '2026-06-01'))
        const ledger = moments.map((openedAt, index) => ({
          clock: 'SLV' as const,
          party: index % 2 === 0 ? ('BUYER' as const) : ('SELLER' as const),
          resubmitCount: index < 4 ? 0 : 1,
          openedAt,
          closedAt: moments[index + 1] ?? (runs ? null : openedAt),
        }))
        const figures = replayed(ledger, 1, days)
        const sum = (which: (index: number) => boolean) =>
          ledger.reduce(
            (total, { openedAt, closedAt }, index) =>
              total + (closedAt && which(index) ? businessDays(wanted).between(openedAt, closedAt) : 0),
            0,
          )
        expect(figures.buyerDays).toBe(sum((index) => index % 2 === 0))
        expect(figures.sellerDays).toBe(sum((index) => index % 2 === 1))
        expect(figures.roundDays).toBe(sum((index) => index % 2 === 0 && index >= 4))
        expect(figures.clockSince === null).toBe(!runs)
        expect([figures.slrDays, figures.tdSince]).toEqual([null, null])
      }),
    )
  })
})
