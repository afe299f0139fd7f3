import { analyticsJobs } from './analytics/jobs.ts'
import { assignmentJobs } from './assignment/jobs.ts'
import { authJobs } from './auth/jobs.ts'
import { backupJobs } from './backup/jobs.ts'
import { captureJobs } from './data-capture/jobs.ts'
import { documentJobs } from './document/jobs.ts'
import { integrationJobs } from './integration/jobs.ts'
import type { JobSettings } from './lib/jobs/job.ts'
import { notificationJobs } from './notification/jobs.ts'
import { peopleJobs } from './people/jobs.ts'
import { reportingJobs } from './reporting/jobs.ts'
import { retentionJobs } from './retention/jobs.ts'
import { slvJobs } from './slv/jobs.ts'

/** The background jobs of all areas; each area has its own in `jobs.ts`. */
export const jobs = {
  ...slvJobs,
  ...documentJobs,
  ...assignmentJobs,
  ...authJobs,
  ...peopleJobs,
  ...captureJobs,
  ...notificationJobs,
  ...analyticsJobs,
  ...reportingJobs,
  ...retentionJobs,
  ...integrationJobs,
  ...backupJobs,
} satisfies JobSettings
