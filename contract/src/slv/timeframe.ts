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

const back = (
  today: string,
  change: { days?: number; months?: number },
): string => {
  const at = new Date(`${today}T00:00:00Z`)
  if (change.days) at.setUTCDate(at.getUTCDate() - change.days)
  if (change.months) {
    const dayOfMonth = at.getUTCDate()
    at.setUTCDate(1)
    at.setUTCMonth(at.getUTCMonth() - change.months)
    const last = new Date(
      Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0),
    ).getUTCDate()
    at.setUTCDate(Math.min(dayOfMonth, last))
  }
  return at.toISOString().slice(0, 10)
}

/** The civil days in New York, both included; null is open-ended. */
export const timeframeDays = (
  {
    timeframe,
    from,
    to,
  }: {
    timeframe?: Timeframe | undefined
    from?: string | undefined
    to?: string | undefined
  },
  today: string,
): { from: string | null; to: string | null } => {
  if (timeframe === 'LAST_15_DAYS')
    return { from: back(today, { days: 15 }), to: today }
  if (timeframe === 'LAST_MONTH')
    return { from: back(today, { months: 1 }), to: today }
  if (timeframe === 'BEGINNING_OF_TIME') return { from: null, to: today }
  return { from: from ?? null, to: to ?? null }
}
