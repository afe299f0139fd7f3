import { z } from 'zod'
import type { Db } from '../lib/database/db.ts'
import type { Mailer } from '../lib/integrations/mail.ts'
import type { Jobs, NoData } from '../lib/jobs/job.ts'
import type { Printer } from '../lib/printing/printer.ts'
import { sendReportMail } from './report/send-report.ts'
import {
  claimDueSchedules,
  sendScheduledReport,
} from './schedules/send-scheduled-report.ts'

type ReportingJobs = {
  'claim-due-schedules': NoData
  /** `isAsked`: someone requested it outside the schedule. */
  'send-scheduled-report': {
    scheduleId: string
    dueAt: string
    isAsked: boolean
  }
  'send-report': {
    sendId: string
    slvId: string
    senderId: string
    userId: string
  }
}
declare module '../lib/jobs/job.ts' {
  interface JobData extends ReportingJobs {}
}

type Deps = {
  db: Db
  clock: () => Date
  /** Undefined if there is no mail server: then no report is sent. */
  mailer: Mailer | undefined
  /** Undefined if nothing is printed. */
  printer: Printer | undefined
  brandName: string
  publicUrl: string
}

export const reportingJobs: Jobs<ReportingJobs, Deps> = {
  'claim-due-schedules': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 60,
    cron: '* * * * *',
    formerName: 'take-due-schedules',
    createHandler: ({ mailer, db, clock }) =>
      mailer ? () => claimDueSchedules({ db, now: clock() }) : null,
  },
  'send-scheduled-report': {
    data: z.object({
      scheduleId: z.uuid(),
      dueAt: z.iso.datetime(),
      isAsked: z.boolean(),
    }),
    retryLimit: 12,
    retryDelay: 10,
    expireInSeconds: 120,
    createHandler: ({ mailer, ...deps }) =>
      mailer
        ? (due, attempt) =>
            sendScheduledReport({ ...deps, mailer }, due, attempt)
        : null,
  },
  'send-report': {
    data: z.object({
      sendId: z.uuid(),
      slvId: z.uuid(),
      senderId: z.uuid(),
      userId: z.uuid(),
    }),
    retryLimit: 12,
    retryDelay: 10,
    expireInSeconds: 30,
    isForTenants: true,
    createHandler: ({ mailer, ...deps }) =>
      mailer ? (data) => sendReportMail({ ...deps, mailer }, data) : null,
  },
}
