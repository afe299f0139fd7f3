import { z } from 'zod'
import { type MailJobDeps, withMailer } from '../auth/jobs.ts'
import type { Jobs } from '../lib/jobs/job.ts'
import { sendDeactivationMail } from './set-status.ts'

type PeopleJobs = { 'tell-deactivated': { changeId: number } }
declare module '../lib/jobs/job.ts' {
  interface JobData extends PeopleJobs {}
}

export const peopleJobs: Jobs<PeopleJobs, MailJobDeps> = {
  'tell-deactivated': {
    data: z.object({ changeId: z.number().int() }),
    retryLimit: 12,
    retryDelay: 10,
    expireInSeconds: 30,
    isForTenants: true,
    createHandler: withMailer(sendDeactivationMail),
  },
}
