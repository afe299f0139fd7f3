import type { BusinessCalendar } from './model.ts'

/** 0 is Sunday, as in `WorkFrame`. */
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/**
 * A calendar by history field: 'cutOff', 'frames.1' for a weekday,
 * 'holidays.2026-12-24'.
 */
export const calendarFields = ({
  cutOff,
  frames,
  holidays,
}: Pick<BusinessCalendar, 'cutOff' | 'frames' | 'holidays'>): Record<
  string,
  string
> => {
  const hoursOn = (day: number) =>
    frames
      .filter(({ weekday }) => weekday === day)
      .toSorted((a, b) => (a.opens < b.opens ? -1 : 1))
      .map(({ opens, closes }) => `${opens}–${closes}`)
      .join(', ')
  return {
    cutOff,
    ...Object.fromEntries(
      frames.map(({ weekday }) => [`frames.${weekday}`, hoursOn(weekday)]),
    ),
    ...Object.fromEntries(
      holidays.map(({ day, name }) => [`holidays.${day}`, name]),
    ),
  }
}
