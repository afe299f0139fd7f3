import { z } from 'zod'

/** Spec.md §3, Timeframes. */
export const timeframes = [
  'LAST_15_DAYS',
  'LAST_MONTH',
  'BEGINNING_OF_TIME',
  'CUSTOM',
] as const
export const Timeframe = z.enum(timeframes)
export type Timeframe = z.infer<typeof Timeframe>

export const timeframeLabels: Record<Timeframe, string> = {
  LAST_15_DAYS: 'Last 15 Days',
  LAST_MONTH: 'Last Month',
  BEGINNING_OF_TIME: 'From Beginning of Time',
  CUSTOM: 'Custom Date Range',
}

const parseDay = (day: string) => new Date(`${day}T00:00:00Z`)
const toDay = (date: Date) => date.toISOString().slice(0, 10)

function subtractDays(day: string, count: number): string {
  const date = parseDay(day)
  date.setUTCDate(date.getUTCDate() - count)
  return toDay(date)
}

/** The same day some months before, or that month's last day if it is shorter. */
export function subtractMonths(day: string, count: number): string {
  const date = parseDay(day)
  const dayOfMonth = date.getUTCDate()
  // Day 0 is the last day of the month before.
  date.setUTCMonth(date.getUTCMonth() - count + 1, 0)
  date.setUTCDate(Math.min(dayOfMonth, date.getUTCDate()))
  return toDay(date)
}

type TimeframeQuery = {
  timeframe?: Timeframe | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The civil days in New York, both included; null is open-ended. */
export function timeframeDays(
  { timeframe, from, to }: TimeframeQuery,
  today: string,
): { from: string | null; to: string | null } {
  switch (timeframe) {
    case 'LAST_15_DAYS':
      return { from: subtractDays(today, 15), to: today }
    case 'LAST_MONTH':
      return { from: subtractMonths(today, 1), to: today }
    case 'BEGINNING_OF_TIME':
      return { from: null, to: today }
    default:
      return { from: from ?? null, to: to ?? null }
  }
}
