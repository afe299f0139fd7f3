import { z } from 'zod'
import type { Db } from '../lib/database/db.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'
import type { Jobs, NoData } from '../lib/jobs/job.ts'
import { checkApprovals, checkDrift } from './review/check-drift.ts'
import { notifyDueConditions } from './review/notify-due-conditions.ts'
import { notifyExpiringApprovals } from './review/notify-expiring-approvals.ts'
import { notifyOverdueDocuments } from './review/notify-overdue-documents.ts'

type SlvJobs = {
  'notify-overdue-documents': NoData
  'notify-expiring-approvals': NoData
  'check-drift': { slvId: string }
  'check-approvals': NoData
}
declare module '../lib/jobs/job.ts' {
  interface JobData extends SlvJobs {}
}

type Deps = { db: Db; clock: () => Date; loanDock: LoanDock }

export const slvJobs: Jobs<SlvJobs, Deps> = {
  'notify-overdue-documents': {
    data: z.object({}),
    retryLimit: 4,
    retryDelay: 60,
    expireInSeconds: 300,
    cron: '5 * * * *',
    formerName: 'tell-overdue-documents',
    createHandler:
      ({ db, clock }) =>
      () =>
        notifyOverdueDocuments({ db, now: clock() }),
  },
  'notify-expiring-approvals': {
    data: z.object({}),
    retryLimit: 4,
    retryDelay: 60,
    expireInSeconds: 300,
    cron: '0 7 * * *',
    createHandler:
      ({ db, clock }) =>
      async () => {
        const when = { db, now: clock() }
        await notifyExpiringApprovals(when)
        await notifyDueConditions(when)
      },
  },
  'check-drift': {
    data: z.object({ slvId: z.uuid() }),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 60,
    isForTenants: true,
    createHandler:
      ({ db, clock, loanDock }) =>
      ({ slvId }) =>
        checkDrift({ db, loanDock, now: clock() }, slvId),
  },
  'check-approvals': {
    data: z.object({}),
    retryLimit: 1,
    retryDelay: 60,
    expireInSeconds: 600,
    cron: '*/10 0-5 * * *',
    createHandler:
      ({ db, clock, loanDock }) =>
      () =>
        checkApprovals({ db, loanDock, now: clock() }),
  },
}
