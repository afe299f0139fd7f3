import type { BusinessCalendar } from '../src/sla/model.ts'

/** Monday to Friday in New York, with a cutoff at 3 PM and no holidays. */
export const weekdays: BusinessCalendar = {
  timeZone: 'America/New_York',
  cutOff: '15:00',
  frames: [1, 2, 3, 4, 5].map((weekday) => ({
    weekday,
    opens: '09:00',
    closes: '18:00',
  })),
  holidays: [],
}
