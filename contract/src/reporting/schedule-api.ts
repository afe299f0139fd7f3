import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { seesReporting } from './policy.ts'
import { ReportSchedule, ReportScheduleChange, ReportScheduleForm } from './schedule.ts'

const mine = { tag: 'Reporting', access: seesReporting, about: 'SELF' } as const
const one = { ...mine, about: 'REPORT_SCHEDULE', params: z.object({ id: z.uuid() }) } as const

export const listSchedules = endpoint({
  method: 'GET',
  path: '/v1/reporting/schedules',
  summary: 'The caller’s scheduled reports',
  ...mine,
  response: z.object({ items: z.array(ReportSchedule), canMail: z.boolean() }),
})

export const createSchedule = endpoint({
  method: 'POST',
  path: '/v1/reporting/schedules',
  summary: 'Email a view of the figures to the caller weekly or monthly, at 7:00 AM New York time',
  ...mine,
  body: ReportScheduleForm,
  response: ReportSchedule,
})

export const changeSchedule = endpoint({
  method: 'PATCH',
  path: '/v1/reporting/schedules/:id',
  summary: 'Change the view or the times of a schedule, or pause or resume it',
  ...one,
  body: ReportScheduleChange,
  response: ReportSchedule,
})

export const sendSchedule = endpoint({
  method: 'POST',
  path: '/v1/reporting/schedules/:id/send',
  summary: 'Email the view once now',
  ...one,
  response: ReportSchedule,
})

export const deleteSchedule = endpoint({
  method: 'DELETE',
  path: '/v1/reporting/schedules/:id',
  summary: 'Delete a schedule',
  ...one,
  response: z.object({ id: z.uuid() }),
})
