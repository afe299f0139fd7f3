import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { createPageSchema, Paging } from '../lib/paging.ts'
import { managesEveryone } from '../user/policy.ts'
import { Check, FailedJob, JobChange, Setup, System } from './model.ts'

const system = createEndpoints({
  tag: 'System',
  access: managesEveryone,
  about: 'NOTHING',
})
const jobs = createEndpoints({
  tag: 'System',
  access: managesEveryone,
  about: 'JOB',
  response: JobChange,
})

export const getSystem = system.get(
  '/v1/system',
  'The status of the portal: the node that responds, its services, the database, the last backup and open sessions',
  { isPoll: true, response: System },
)

export const listChecks = system.get(
  '/v1/system/checks',
  'What npm run doctor checks, on the node that responds. Each check has a time limit of 10 s; results are kept for 5 s',
  { response: z.object({ items: z.array(Check) }) },
)

export const getSetup = system.get(
  '/v1/system/setup',
  'What a new portal needs before people can use it: programs, guidelines, people, mail, backups, SLA targets and branding',
  { response: Setup },
)

export const sendTestMail = system.post(
  '/v1/system/test-mail',
  'Send a test email to the caller now',
  {
    needsSession: true,
    keepsNothing: true,
    refuses: ['conflict', 'unavailable'],
    response: z.object({
      address: z.string(),
      /** What the mail server answered if it refuses the address for good. */
      refusal: z.string().nullable(),
    }),
  },
)

export const listFailedJobs = system.get(
  '/v1/system/failed-jobs',
  'Jobs whose attempts all failed, newest first',
  {
    isPoll: true,
    query: Paging,
    response: createPageSchema(FailedJob),
  },
)

export const listJobChanges = system.get(
  '/v1/system/job-changes',
  'Who retried or dropped failed jobs, newest first',
  {
    isPoll: true,
    query: Paging,
    response: createPageSchema(JobChange),
  },
)

export const retryJob = jobs.post(
  '/v1/system/failed-jobs/:id/retry',
  'Run a failed job once more',
  {
    refuses: ['conflict'],
  },
)

export const dropJob = jobs.post(
  '/v1/system/failed-jobs/:id/drop',
  'Delete a failed job, so that it never runs again',
  {
    refuses: ['conflict'],
  },
)
