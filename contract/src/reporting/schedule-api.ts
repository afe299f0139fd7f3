import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { seesReporting } from './policy.ts'
import { ReportSchedule, ReportScheduleChange, ReportScheduleForm } from './schedule.ts'

const tag = 'Reporting'
const params = z.object({ id: z.uuid() })

export const listSchedules = endpoint({
  method: 'GET',
  path: '/v1/reporting/schedules',
  summary: 'The views of the figures that are mailed to the asker on a schedule',
  tag,
  access: seesReporting,
  about: 'SELF',
  response: z.object({ items: z.array(ReportSchedule), canMail: z.boolean() }),
})

export const createSchedule = endpoint({
  method: 'POST',
  path: '/v1/reporting/schedules',
  summary: 'Mails a view of the figures to the asker, weekly or monthly, at 07:00 in New York',
  tag,
  access: seesReporting,
  about: 'SELF',
  body: ReportScheduleForm,
  response: ReportSchedule,
})

export const changeSchedule = endpoint({
  method: 'PATCH',
  path: '/v1/reporting/schedules/:id',
  summary: 'Changes what a schedule mails and when, pauses it, or goes on with it',
  tag,
  access: seesReporting,
  about: 'REPORT_SCHEDULE',
  params,
  body: ReportScheduleChange,
  response: ReportSchedule,
})

export const sendSchedule = endpoint({
  method: 'POST',
  path: '/v1/reporting/schedules/:id/send',
  summary: 'Mails the view once now, whatever its schedule',
  tag,
  access: seesReporting,
  about: 'REPORT_SCHEDULE',
  params,
  response: ReportSchedule,
})

export const deleteSchedule = endpoint({
  method: 'DELETE',
  path: '/v1/reporting/schedules/:id',
  summary: 'Takes a schedule away',
  tag,
  access: seesReporting,
  about: 'REPORT_SCHEDULE',
  params,
  response: z.object({ id: z.uuid() }),
})
