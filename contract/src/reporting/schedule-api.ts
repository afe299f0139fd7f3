import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { seesReporting } from './policy.ts'
import {
  ReportSchedule,
  ReportScheduleChange,
  ReportScheduleForm,
} from './schedule.ts'

const own = createEndpoints({
  tag: 'Reporting',
  access: seesReporting,
  about: 'SELF',
})
const schedules = createEndpoints({
  tag: 'Reporting',
  access: seesReporting,
  about: 'REPORT_SCHEDULE',
})

export const listSchedules = own.get(
  '/v1/reporting/schedules',
  'The caller’s scheduled reports',
  {
    response: z.object({
      items: z.array(ReportSchedule),
      canMail: z.boolean(),
    }),
  },
)

export const createSchedule = own.post(
  '/v1/reporting/schedules',
  'Email a view of the figures to the caller weekly or monthly, at 7:00 AM New York time',
  { body: ReportScheduleForm, response: ReportSchedule },
)

export const changeSchedule = schedules.patch(
  '/v1/reporting/schedules/:id',
  'Change the view or timing of a schedule, or pause or resume it',
  { body: ReportScheduleChange, response: ReportSchedule },
)

export const sendSchedule = schedules.post(
  '/v1/reporting/schedules/:id/send',
  'Email the view now',
  {
    response: ReportSchedule,
  },
)

export const deleteSchedule = schedules.del(
  '/v1/reporting/schedules/:id',
  'Delete a schedule',
  {
    response: z.object({ id: z.uuid() }),
  },
)
