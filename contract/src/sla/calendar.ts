import type { BusinessCalendar, Holiday } from './model.ts'

export const dayMs = 86_400_000
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
  // format is slow.
  // Stryker disable next-line ArithmeticOperator: only the cache's key differs
  const minute = Math.floor(at.getTime() / 60_000)
  // Stryker disable next-line ConditionalExpression: the cache is only faster
  if (lastAsked?.minute === minute && lastAsked.timeZone === timeZone)
    return lastAsked.civil
  // Stryker disable next-line ConditionalExpression: a new format is the same
  const format = timeZone === newYork ? newYorkFormat : formatFor(timeZone)
  const [day = '', time = ''] = format.format(at).split(' ')
  const result = { day, time }
  // Stryker disable next-line ObjectLiteral: the cache is only faster
  lastAsked = { minute, timeZone, civil: result }
  return result
}

/**
 * A time ('HH:mm') of a civil day in New York that exists once every day: not
 * between 01:00 and 03:00, because clocks change at 02:00.
 */
const timeInNewYork = (day: string, time: string): Date => {
  const inStandardTime = new Date(`${day}T${time}:00-05:00`)
  return civil(inStandardTime).time === time
    ? inStandardTime
    : new Date(inStandardTime.getTime() - 3_600_000)
}

/** 7:00 AM in New York. */
export const sevenOClock = (day: string): Date => timeInNewYork(day, '07:00')

/** The civil day so many days after another, or before it. */
export const addDays = (day: string, count: number): string => {
  const other = new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs)
  return other.toISOString().slice(0, 10)
}

/** The civil day after another. */
export const dayAfter = (day: string): string => addDays(day, 1)

/** The holidays of the next twelve months, today's too; in their order. */
export const listHolidaysAhead = (
  holidays: readonly Holiday[],
  today: string,
): Holiday[] => {
  const inOneYear = addDays(today, 365)
  return holidays.filter(({ day }) => day >= today && day < inOneYear)
}

/** Days from one civil day to another; negative if the other is earlier. */
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Midnight in New York at the end of a civil day. */
export const endOfDay = (day: string): Date =>
  timeInNewYork(dayAfter(day), '00:00')

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
    new BusinessDays({ ...calendar, ordinalOffset: 0 }).ordinal(day)
  return { ...calendar, ordinalOffset }
}

/** Counts business days of a calendar, by binary search over its holidays. */
export class BusinessDays {
  readonly cutOff: string
  readonly timeZone: string
  readonly #calendar: BusinessCalendar
  readonly #weekdays: ReadonlySet<number>
  /** Holidays that would have been worked, as days since a Sunday. */
  readonly #holidays: readonly number[]
  /** Business days of a week up to and including each weekday. */
  readonly #partOfWeek: readonly number[]
  readonly #ends = new Map<number, Date>()

  constructor(calendar: BusinessCalendar) {
    this.cutOff = calendar.cutOff
    this.timeZone = calendar.timeZone
    this.#calendar = calendar
    this.#weekdays = new Set(calendar.frames.map((frame) => frame.weekday))
    this.#holidays = calendar.holidays
      .map(({ day }) => daysSinceEpochSunday(day))
      .filter((days) => this.#isWorked(days))
      .sort((a, b) => a - b)
    this.#partOfWeek = [0, 1, 2, 3, 4, 5, 6].map(
      (last) => [...this.#weekdays].filter((weekday) => weekday <= last).length,
    )
  }

  /** The number of business days up to and including this civil day. */
  ordinal(day: string): number {
    return this.#countUpTo(daysSinceEpochSunday(day))
  }

  isBusinessDay(day: string): boolean {
    const days = daysSinceEpochSunday(day)
    return this.#isWorked(days) && !this.#holidays.includes(days)
  }

  /**
   * The ordinal of the business day of receipt: after the cutoff, the next
   * one.
   */
  receivedOrdinal(at: Date): number {
    const { day, time } = civil(at, this.timeZone)
    return this.isBusinessDay(day) && time < this.cutOff
      ? this.ordinal(day)
      : this.ordinal(day) + 1
  }

  /** The ordinal that an instant has reached. */
  ordinalAt(at: Date): number {
    return this.ordinal(civil(at, this.timeZone).day)
  }

  /**
   * Business days from receipt to `to`; the business day after receipt is day
   * 1. Never negative.
   */
  between(from: Date, to: Date): number {
    return Math.max(0, this.ordinalAt(to) - this.receivedOrdinal(from))
  }

  /** The business day with this ordinal: the inverse of `ordinal`. */
  toDay(wanted: number): string {
    const perWeek = this.#weekdays.size
    if (perWeek === 0) throw new Error('The calendar has no business days')
    const { ordinalOffset = 0 } = this.#calendar
    // Without holidays it is in this week; each earlier holiday moves it by a
    // day.
    let days = Math.floor((wanted - ordinalOffset - 1) / perWeek) * 7
    while (this.#countUpTo(days) < wanted) days++
    return civilDay(days)
  }

  /** The end of the business day with this ordinal: 5:00 PM in New York. */
  getEnd(wanted: number): Date {
    const known = this.#ends.get(wanted)
    if (known) return known
    const end = timeInNewYork(this.toDay(wanted), '17:00')
    this.#ends.set(wanted, end)
    return end
  }

  /**
   * Holidays that would have been worked, from one civil day to another, both
   * included.
   */
  holidaysBetween(from: string, to: string) {
    return this.#calendar.holidays
      .filter(({ day }) => day >= from && day <= to)
      .filter(({ day }) => this.#isWorked(daysSinceEpochSunday(day)))
      .sort((a, b) => a.day.localeCompare(b.day))
  }

  #isWorked(days: number): boolean {
    return this.#weekdays.has(((days % 7) + 7) % 7)
  }

  #countUpTo(days: number): number {
    const { ordinalOffset = 0 } = this.#calendar
    const weeks = Math.floor(days / 7)
    const inThisWeek = this.#partOfWeek[days - weeks * 7] ?? 0
    const withoutHolidays = weeks * this.#weekdays.size + inThisWeek
    return withoutHolidays - this.#countHolidaysUpTo(days) + ordinalOffset
  }

  #countHolidaysUpTo(days: number): number {
    let low = 0
    let high = this.#holidays.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#holidays[middle] ?? 0) <= days) low = middle + 1
      else high = middle
    }
    return low
  }
}
