import type { BusinessCalendar } from './model.ts'

const dayMs = 86_400_000
/** Sunday, 4 January 1970: ordinals count business days from here. */
const epochSunday = 3

/** Swedish writes a time as '2026-02-02 20:00'. */
const formatFor = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
const newYork = 'America/New_York'
const newYorkFormat = formatFor(newYork)

type Civil = { day: string; time: string }
let lastAsked: { minute: number; timeZone: string; civil: Civil } | undefined

/**
 * The civil day ('yyyy-MM-dd') and time ('HH:mm') that an instant has in a time
 * zone.
 */
export const civil = (at: Date, timeZone = newYork): Civil => {
  // The requests of a minute all ask the same, and several times each; the
  // format is slow. Stryker disable next-line ArithmeticOperator: another key
  // of the cache, the same answer
  const minute = Math.floor(at.getTime() / 60_000)
  // Stryker disable next-line ConditionalExpression: without the cache the
  // answer is the same
  if (lastAsked?.minute === minute && lastAsked.timeZone === timeZone)
    return lastAsked.civil
  // Stryker disable next-line ConditionalExpression: a new format gives the
  // same answer
  const format = timeZone === newYork ? newYorkFormat : formatFor(timeZone)
  const [day = '', time = ''] = format.format(at).split(' ')
  const result = { day, time }
  // Stryker disable next-line ObjectLiteral: an empty cache, the same answer
  lastAsked = { minute, timeZone, civil: result }
  return result
}

const daysSinceEpochSunday = (day: string) =>
  Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs) - epochSunday
const civilDay = (daysSince: number) =>
  new Date((daysSince + epochSunday) * dayMs).toISOString().slice(0, 10)

/**
 * The calendar with the offset that gives `day` the same ordinal as in
 * `before`, so that figures stay right on nodes that still use `before`.
 */
export const keepingOrdinal = (
  calendar: BusinessCalendar,
  before: BusinessDays,
  day: string,
): BusinessCalendar => {
  const ordinalOffset =
    before.ordinal(day) -
    businessDays({ ...calendar, ordinalOffset: 0 }).ordinal(day)
  return { ...calendar, ordinalOffset }
}

/** Counts business days of a calendar, by binary search over its holidays. */
export const businessDays = (calendar: BusinessCalendar) => {
  const { ordinalOffset = 0 } = calendar
  const worked = new Set(calendar.frames.map((frame) => frame.weekday))
  const isWorked = (days: number) => worked.has(((days % 7) + 7) % 7)
  const holidays = calendar.holidays
    .map(({ day }) => daysSinceEpochSunday(day))
    .filter(isWorked)
    .sort((a, b) => a - b)
  const holidaysUpTo = (days: number) => {
    let low = 0
    let high = holidays.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((holidays[middle] ?? 0) <= days) low = middle + 1
      else high = middle
    }
    return low
  }
  const partOfWeek = [0, 1, 2, 3, 4, 5, 6].map(
    (last) => [...worked].filter((weekday) => weekday <= last).length,
  )

  /** The number of business days up to and with this civil day. */
  const ordinal = (day: string): number => ordinalOf(daysSinceEpochSunday(day))
  const ordinalOf = (days: number): number => {
    const weeks = Math.floor(days / 7)
    return (
      weeks * worked.size +
      (partOfWeek[days - weeks * 7] ?? 0) -
      holidaysUpTo(days) +
      ordinalOffset
    )
  }

  const isBusinessDay = (day: string): boolean => {
    const days = daysSinceEpochSunday(day)
    return isWorked(days) && !holidays.includes(days)
  }

  /**
   * The ordinal of the business day of receipt: after the cut-off, the next
   * one.
   */
  const receivedOrdinal = (at: Date): number => {
    const { day, time } = civil(at, calendar.timeZone)
    return isBusinessDay(day) && time < calendar.cutOff
      ? ordinal(day)
      : ordinal(day) + 1
  }

  /** The ordinal that an instant has reached. */
  const ordinalAt = (at: Date): number =>
    ordinal(civil(at, calendar.timeZone).day)

  /**
   * Business days from receipt to `to`; the business day after receipt is day
   * 1. Never negative.
   */
  const between = (from: Date, to: Date): number =>
    Math.max(0, ordinalAt(to) - receivedOrdinal(from))

  /** The business day with this ordinal: the inverse of `ordinal`. */
  const dayOf = (wanted: number): string => {
    if (worked.size === 0) throw new Error('The calendar has no business days')
    // Without holidays it is in this week; each earlier holiday moves it by a
    // day.
    let days = Math.floor((wanted - ordinalOffset - 1) / worked.size) * 7
    while (ordinalOf(days) < wanted) days++
    return civilDay(days)
  }

  const ends = new Map<number, Date>()
  /** The end of the business day with this ordinal: 5:00 PM in New York. */
  const endOf = (wanted: number): Date => {
    const known = ends.get(wanted)
    if (known) return known
    const winter = new Date(`${dayOf(wanted)}T17:00:00-05:00`)
    const end =
      civil(winter).time === '17:00'
        ? winter
        : new Date(winter.getTime() - 3_600_000)
    ends.set(wanted, end)
    return end
  }

  /**
   * Holidays that would have been worked, from one civil day to another, both
   * included.
   */
  const holidaysBetween = (from: string, to: string) =>
    calendar.holidays
      .filter(
        ({ day }) =>
          day >= from && day <= to && isWorked(daysSinceEpochSunday(day)),
      )
      .sort((a, b) => a.day.localeCompare(b.day))

  const { cutOff, timeZone } = calendar
  return {
    ordinal,
    isBusinessDay,
    receivedOrdinal,
    ordinalAt,
    between,
    dayOf,
    endOf,
    holidaysBetween,
    cutOff,
    timeZone,
  }
}
export type BusinessDays = ReturnType<typeof businessDays>
