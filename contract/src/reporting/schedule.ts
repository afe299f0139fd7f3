import { z } from 'zod'
import { choice, decimal, flag, name, text } from '../lib/fields.ts'
import { explain } from '../lib/problems.ts'
import { civil, dayAfter, sevenOClock } from '../sla/calendar.ts'
import { downloadReporting } from './summary-api.ts'

export const cadences = ['WEEKLY', 'MONTHLY'] as const
export const Cadence = choice(cadences)
export type Cadence = z.infer<typeof Cadence>
export const cadenceLabels: Record<Cadence, string> = {
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
}

/** Days of the week as ISO counts them: Monday is 1. */
export const weekdayLabels = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const maxSchedules = 20

/**
 * A view as the search parameters of the page; a relative timeframe stays
 * relative.
 */
export const ReportView = z
  .record(z.string().max(40), text(4000))
  .superRefine((view, ctx) => {
    const result = downloadReporting.query.safeParse(view, { error: explain })
    for (const { path, message } of result.error?.issues ?? [])
      ctx.addIssue({ code: 'custom', path, message })
  })
export type ReportView = z.infer<typeof ReportView>

const scheduleName = name(80, 1)
const weekday = decimal(1, 7, 0)

type Times = {
  cadence?: Cadence | undefined
  weekday?: number | null | undefined
}
const requireWeekday = (
  { cadence, weekday = null }: Times,
  ctx: z.RefinementCtx,
) => {
  if (cadence === 'WEEKLY' && weekday === null)
    ctx.addIssue({
      code: 'custom',
      path: ['weekday'],
      message: 'Choose a day of the week',
    })
}

export const ReportScheduleForm = z
  .object({
    name: scheduleName,
    view: ReportView,
    cadence: Cadence,
    weekday: weekday.nullable().default(null),
  })
  .superRefine(requireWeekday)
export type ReportScheduleForm = z.infer<typeof ReportScheduleForm>

/**
 * A change of a schedule; an absent field stays as it is. A weekday requires a
 * cadence.
 */
export const ReportScheduleChange = z
  .object({
    isPaused: flag,
    name: scheduleName,
    view: ReportView,
    cadence: Cadence,
    weekday: weekday.nullable(),
  })
  .partial()
  .superRefine(requireWeekday)
  .superRefine(({ cadence, weekday }, ctx) => {
    if (cadence === undefined && weekday !== undefined)
      ctx.addIssue({
        code: 'custom',
        path: ['cadence'],
        message: 'Choose how often',
      })
  })
export type ReportScheduleChange = z.infer<typeof ReportScheduleChange>

/**
 * The state of the last email. REFUSED: its owner had no access to the view.
 */
const MailingState = z.enum(['QUEUED', 'SENT', 'RETRYING', 'FAILED', 'REFUSED'])

/** A view that is emailed on a schedule. */
export const ReportSchedule = z.object({
  id: z.uuid(),
  name: z.string(),
  view: z.record(z.string(), z.string()),
  cadence: Cadence,
  weekday: z.number().int().nullable(),
  isPaused: z.boolean(),
  nextAt: z.iso.datetime().nullable(),
  lastSentAt: z.iso.datetime().nullable(),
  state: MailingState.nullable(),
  stateAt: z.iso.datetime().nullable(),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

/** 1 for Monday to 7 for Sunday. */
const isoWeekday = (day: string): number =>
  new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/**
 * The next due time after an instant: 07:00 in New York on the weekday, or on
 * the 1st of the month.
 */
export const nextDue = (
  { cadence, weekday }: { cadence: Cadence; weekday: number | null },
  after: Date,
): Date => {
  const isDueOn = (day: string) => {
    if (cadence === 'MONTHLY') return day.endsWith('-01')
    return isoWeekday(day) === (weekday ?? 1)
  }
  let { day } = civil(after)
  while (!isDueOn(day) || sevenOClock(day) <= after) day = dayAfter(day)
  return sevenOClock(day)
}
