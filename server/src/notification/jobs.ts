import { z } from 'zod'
import type { Db } from '../lib/database/db.ts'
import type { Mailer } from '../lib/integrations/mail.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'
import type { Jobs, NoData } from '../lib/jobs/job.ts'
import { claimUnmailed, claimUnmailedDaily } from './claim-unmailed.ts'
import { sendNotificationMail } from './send-mail.ts'
import { queueSummaries, sendSummary } from './send-summary.ts'
import { sweepNotifications } from './sweep.ts'

type NotificationJobs = {
  'claim-notifications': { userId: string }
  'mail-daily': NoData
  'send-notifications': { userId: string; notificationIds: string[] }
  'queue-summaries': NoData
  'send-summary': { userId: string; day: string }
  'sweep-notifications': NoData
}
declare module '../lib/jobs/job.ts' {
  interface JobData extends NotificationJobs {}
}

type Deps = {
  db: Db
  clock: () => Date
  /** Undefined if there is no mail server: then nothing is mailed. */
  mailer: Mailer | undefined
  keys: Keys
  brandName: string
  publicUrl: string
}

export const notificationJobs: Jobs<NotificationJobs, Deps> = {
  'claim-notifications': {
    formerName: 'mail-notifications',
    data: z.object({ userId: z.uuid() }),
    retryLimit: 8,
    retryDelay: 5,
    expireInSeconds: 60,
    isForTenants: true,
    createHandler: ({ mailer, db, clock }) =>
      mailer
        ? ({ userId }) =>
            claimUnmailed({ db, now: clock() }, userId, 'IMMEDIATELY')
        : null,
  },
  'mail-daily': {
    data: z.object({}),
    retryLimit: 4,
    retryDelay: 60,
    expireInSeconds: 300,
    cron: '0 7 * * 1-5',
    createHandler: ({ mailer, db, clock }) =>
      mailer ? () => claimUnmailedDaily({ db, now: clock() }) : null,
  },
  'send-notifications': {
    formerName: 'send-notification-mail',
    data: z.object({
      userId: z.uuid(),
      notificationIds: z.array(z.uuid()),
    }),
    retryLimit: 12,
    retryDelay: 10,
    expireInSeconds: 60,
    createHandler: ({ mailer, clock, ...deps }) =>
      mailer
        ? (data) =>
            sendNotificationMail({ ...deps, mailer, now: clock() }, data)
        : null,
  },
  'queue-summaries': {
    data: z.object({}),
    retryLimit: 4,
    retryDelay: 60,
    expireInSeconds: 300,
    cron: '0 7 * * 1-5',
    createHandler: ({ mailer, db, clock }) =>
      mailer ? () => queueSummaries({ db, now: clock() }) : null,
  },
  'send-summary': {
    data: z.object({ userId: z.uuid(), day: z.iso.date() }),
    retryLimit: 8,
    retryDelay: 10,
    expireInSeconds: 60,
    createHandler: ({ mailer, clock, ...deps }) =>
      mailer
        ? (data) => sendSummary({ ...deps, mailer, now: clock() }, data)
        : null,
  },
  'sweep-notifications': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 900,
    cron: '40 3 * * *',
    createHandler:
      ({ db, clock }) =>
      () =>
        sweepNotifications({ db, now: clock() }),
  },
}
