import { z } from 'zod'
import type { Db } from '../lib/database/db.ts'
import type { Jobs, NoData } from '../lib/jobs/job.ts'
import { sweepChanges } from './find-changes.ts'

type AnalyticsJobs = { 'sweep-reporting-changes': NoData }
declare module '../lib/jobs/job.ts' {
  interface JobData extends AnalyticsJobs {}
}

export const analyticsJobs: Jobs<AnalyticsJobs, { db: Db }> = {
  'sweep-reporting-changes': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 300,
    cron: '50 * * * *',
    createHandler:
      ({ db }) =>
      () =>
        sweepChanges(db),
  },
}
