import type { BusinessCalendar } from './model.ts'

/** 0 is Sunday, as in `WorkFrame`. */
export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/**
 * A calendar as the fields that its history names: 'cutOff', 'frames.1' for the hours of a weekday that has some,
 * 'holidays.2026-12-24' for the name of a day off.
 */
export const calendarFields = ({
  cutOff,
  frames,
  holidays,
}: Pick<BusinessCalendar, 'cutOff' | 'frames' | 'holidays'>): Record<string, string> => {
  const hoursOn = (day: number) =>
    frames
      .filter(({ weekday }) => weekday === day)
      .toSorted((a, b) => (a.opens < b.opens ? -1 : 1))
      .map(({ opens, closes }) => `${opens}–${closes}`)
      .join(', ')
  return {
    cutOff,
    ...Object.fromEntries(frames.map(({ weekday }) => [`frames.${weekday}`, hoursOn(weekday)])),
    ...Object.fromEntries(holidays.map(({ day, name }) => [`holidays.${day}`, name])),
  }
}
