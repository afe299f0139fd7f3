import { z } from 'zod'
import type { Db } from '../lib/database/db.ts'
import type { FileStore } from '../lib/files/files.ts'
import type { Jobs, NoData } from '../lib/jobs/job.ts'
import type { Logger } from '../lib/log.ts'
import { eraseExpired } from './erase-loan.ts'

type RetentionJobs = { 'erase-expired': NoData }
declare module '../lib/jobs/job.ts' {
  interface JobData extends RetentionJobs {}
}

type Deps = {
  db: Db
  clock: () => Date
  files: FileStore
  log: Logger
  retentionYears?: number | undefined
}

export const retentionJobs: Jobs<RetentionJobs, Deps> = {
  'erase-expired': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 3600,
    cron: '10 2 * * *',
    createHandler: (deps) => async () => {
      await eraseExpired(deps)
    },
  },
}
