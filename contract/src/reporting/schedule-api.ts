import { z } from 'zod'
import { del, get, patch, post } from '../lib/endpoint.ts'
import { seesReporting } from './policy.ts'
import { ReportSchedule, ReportScheduleChange, ReportScheduleForm } from './schedule.ts'

const mine = { tag: 'Reporting', access: seesReporting, about: 'SELF' } as const
const one = { ...mine, about: 'REPORT_SCHEDULE', params: z.object({ id: z.uuid() }) } as const

export const listSchedules = get('/v1/reporting/schedules', 'The caller’s scheduled reports', {
  ...mine,
  response: z.object({ items: z.array(ReportSchedule), canMail: z.boolean() }),
})

export const createSchedule = post(
  '/v1/reporting/schedules',
  'Email a view of the figures to the caller weekly or monthly, at 7:00 AM New York time',
  { ...mine, body: ReportScheduleForm, response: ReportSchedule },
)

export const changeSchedule = patch(
  '/v1/reporting/schedules/:id',
  'Change the view or the times of a schedule, or pause or resume it',
  { ...one, body: ReportScheduleChange, response: ReportSchedule },
)

export const sendSchedule = post('/v1/reporting/schedules/:id/send', 'Email the view once now', {
  ...one,
  response: ReportSchedule,
})

export const deleteSchedule = del('/v1/reporting/schedules/:id', 'Delete a schedule', {
  ...one,
  response: z.object({ id: z.uuid() }),
})
