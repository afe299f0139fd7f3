import { civil } from '@portal/contract/sla/calendar'

const weekdayAndDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'numeric',
  day: 'numeric',
})

/** 'Tue 12/1' for '2026-12-01'. */
export const shortDay = (day: string): string =>
  weekdayAndDay.format(new Date(day)).replace(',', '')

/** The New York day of an instant, as '2026-12-01'. */
export const isoDay = (at: string): string => civil(new Date(at)).day
