import { z } from 'zod'
import { sweepAssignments } from '../lib/assignments.ts'
import type { Db } from '../lib/database/db.ts'
import type { Jobs, NoData } from '../lib/jobs/job.ts'

type AssignmentJobs = { 'sweep-assignments': NoData }
declare module '../lib/jobs/job.ts' {
  interface JobData extends AssignmentJobs {}
}

type Deps = { db: Db; clock: () => Date }

export const assignmentJobs: Jobs<AssignmentJobs, Deps> = {
  'sweep-assignments': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 900,
    cron: '40 3 * * *',
    createHandler:
      ({ db, clock }) =>
      async () => {
        await sweepAssignments({ db, now: clock() })
      },
  },
}
