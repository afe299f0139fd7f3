import type { BusinessDays } from '@portal/contract/sla/calendar'
import { civil } from '@portal/contract/sla/calendar'

/** Minutes of a working day, 08:30–18:00 in New York. */
export const dayMinutes = 570
const opensAt = 8 * 60 + 30
const dayMs = 86_400_000

const nextDay = (day: string, by = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10)

/** Minutes by which New York is behind UTC on this day, at noon. */
const behind = (day: string) => {
  const [hours = 0, minutes = 0] = civil(new Date(`${day}T12:00:00Z`))
    .time.split(':')
    .map(Number)
  return 12 * 60 - (hours * 60 + minutes)
}

/**
 * The buyer's working time as one line of minutes without nights, weekends and holidays. 0 is `days` calendar days before
 * `now`; `end` is now, or the end of the last working day before it.
 */
export const workTime = (calendar: BusinessDays, now: Date, days: number) => {
  const today = civil(now)
  const workingDays: string[] = []
  for (let day = nextDay(today.day, -days); day <= today.day; day = nextDay(day))
    if (calendar.isBusinessDay(day)) workingDays.push(day)

  const [hours = 0, minutes = 0] = today.time.split(':').map(Number)
  const intoToday = Math.min(dayMinutes, Math.max(0, hours * 60 + minutes - opensAt))
  const end =
    workingDays.at(-1) === today.day
      ? (workingDays.length - 1) * dayMinutes + intoToday
      : workingDays.length * dayMinutes

  /** The instant at a point of the line. */
  const instant = (minute: number): Date => {
    const index = Math.min(workingDays.length - 1, Math.max(0, Math.floor(minute / dayMinutes)))
    const day = workingDays[index] ?? today.day
    const ofDay = opensAt + behind(day) + minute - index * dayMinutes
    return new Date(Date.parse(`${day}T00:00:00Z`) + Math.round(ofDay * 60_000))
  }
  /** The civil day at a point of the line. */
  const dayAt = (minute: number): string => civil(instant(minute)).day
  /** Where the first working day after this one begins; the end of the line when there is none yet. */
  const startAfter = (day: string): number => {
    const index = workingDays.findIndex((one) => one > day)
    return index === -1 ? workingDays.length * dayMinutes : index * dayMinutes
  }
  return { end, instant, dayAt, startAfter }
}
export type WorkTime = ReturnType<typeof workTime>
