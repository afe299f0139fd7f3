import { type BusinessDays, civil } from '@portal/contract/sla/calendar'

/** Minutes of a working day, 08:30–18:00 in New York. */
export const dayMinutes = 570
const opensAt = 8 * 60 + 30

const dayAfter = (day: string, by = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * The buyer's working time as consecutive minutes, without nights, weekends and holidays. 0 is `days` calendar days before
 * `now`; `end` is now, or the end of the last working day before it.
 */
export function workTime(calendar: BusinessDays, now: Date, days: number) {
  const today = civil(now)
  const workingDays: string[] = []
  for (let day = dayAfter(today.day, -days); day <= today.day; day = dayAfter(day))
    if (calendar.isBusinessDay(day)) workingDays.push(day)

  const startOfLast = (workingDays.length - 1) * dayMinutes
  const intoToday = Math.min(dayMinutes, Math.max(0, minutesOf(today.time) - opensAt))
  const end = startOfLast + (workingDays.at(-1) === today.day ? intoToday : dayMinutes)

  /** The instant of a working minute. */
  const instant = (minute: number): Date => {
    const index = Math.min(workingDays.length - 1, Math.max(0, Math.floor(minute / dayMinutes)))
    const day = workingDays[index] ?? today.day
    const behindUtc = 12 * 60 - minutesOf(civil(new Date(`${day}T12:00:00Z`)).time)
    const ofDay = opensAt + behindUtc + minute - index * dayMinutes
    return new Date(Date.parse(`${day}T00:00:00Z`) + Math.round(ofDay * 60_000))
  }
  /** The calendar day of a working minute. */
  const dayAt = (minute: number): string => civil(instant(minute)).day
  return { end, instant, dayAt }
}
export type WorkTime = ReturnType<typeof workTime>

/** One step of a story (an SLV or a Tdoc), at a working minute. */
export type Event = { at: number; story: object; run: (now: Date) => Promise<void> }

/** Stories that run in parallel, so that Node and PostgreSQL work at the same time. */
const atOnce = 6

/**
 * Runs all steps in time order, each at its own instant; steps of one story run one after another. They share one
 * transaction, in which every statement after a failed one fails too, so the first failure is thrown.
 */
export async function play(time: WorkTime, events: readonly Event[]) {
  const waiting = events.toSorted((a, b) => a.at - b.at)
  for (let start = 0; start < waiting.length; ) {
    const group: Event[] = []
    for (const event of waiting.slice(start, start + atOnce)) {
      if (group.some(({ story }) => story === event.story)) break
      group.push(event)
    }
    const failures: unknown[] = []
    await Promise.all(group.map(({ at, run }) => run(time.instant(at)).catch((error) => failures.push(error))))
    if (failures.length > 0) throw failures[0]
    start += group.length
  }
}
