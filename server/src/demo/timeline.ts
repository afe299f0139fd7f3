import { type BusinessDays, civil, dayMs } from '@portal/contract/sla/calendar'

export const dayMinutes = 570
const opensAt = 8 * 60 + 30

const dayAfter = (day: string, by = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs)
    .toISOString()
    .slice(0, 10)

const toMinutes = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The instant of a minute of a civil day in the buyer's time zone. */
function atMinute(day: string, minute: number): Date {
  const behindUtc =
    12 * 60 - toMinutes(civil(new Date(`${day}T12:00:00Z`)).time)
  return new Date(
    Date.parse(`${day}T00:00:00Z`) + Math.round((minute + behindUtc) * 60_000),
  )
}

/**
 * 10 AM on the last business day that is at least `days` calendar days before
 * `now`.
 */
export function businessMorning(
  calendar: BusinessDays,
  now: Date,
  days: number,
): Date {
  let day = dayAfter(civil(now).day, -days)
  while (!calendar.isBusinessDay(day)) day = dayAfter(day, -1)
  return atMinute(day, 10 * 60)
}

/**
 * Working time as consecutive minutes. 0 is `days` calendar days before `now`;
 * `end` is now or the end of the last working day.
 */
export function workTime(calendar: BusinessDays, now: Date, days: number) {
  const today = civil(now)
  const workingDays: string[] = []
  for (
    let day = dayAfter(today.day, -days);
    day <= today.day;
    day = dayAfter(day)
  )
    if (calendar.isBusinessDay(day)) workingDays.push(day)

  const startOfLast = (workingDays.length - 1) * dayMinutes
  const intoToday = Math.min(
    dayMinutes,
    Math.max(0, toMinutes(today.time) - opensAt),
  )
  const end =
    startOfLast + (workingDays.at(-1) === today.day ? intoToday : dayMinutes)

  const instant = (minute: number): Date => {
    const index = Math.min(
      workingDays.length - 1,
      Math.max(0, Math.floor(minute / dayMinutes)),
    )
    const day = workingDays[index] ?? today.day
    return atMinute(day, opensAt + minute - index * dayMinutes)
  }
  return {
    end,
    instant,
    dayAt: (minute: number): string => civil(instant(minute)).day,
  }
}
export type WorkTime = ReturnType<typeof workTime>

export type Event = { at: number; run: (now: Date) => Promise<unknown> }

/** Runs the events in their order. Throws between two if it is to stop. */
export async function play(
  time: WorkTime,
  events: readonly Event[],
  signal?: AbortSignal,
) {
  for (const { at, run } of events.toSorted((a, b) => a.at - b.at)) {
    signal?.throwIfAborted()
    await run(time.instant(at))
  }
}
