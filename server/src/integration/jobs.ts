import { z } from 'zod'
import type { Db } from '../lib/database/db.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'
import type { Jobs, NoData } from '../lib/jobs/job.ts'
import { endOrphanedKeys } from './end-orphaned-keys.ts'
import { remindOfKeyEnds } from './remind-of-key-ends.ts'
import { createDeliveries } from './webhooks/create-deliveries.ts'
import { requeueLostDeliveries } from './webhooks/list-deliveries.ts'
import { sendDelivery, sweepDeliveries } from './webhooks/send-delivery.ts'

type IntegrationJobs = {
  'end-orphaned-keys': NoData
  'remind-of-key-ends': NoData
  'create-deliveries': NoData
  'requeue-deliveries': NoData
  'send-delivery': { deliveryId: string; at: string }
  'sweep-deliveries': NoData
}
declare module '../lib/jobs/job.ts' {
  interface JobData extends IntegrationJobs {}
}

type Deps = {
  db: Db
  clock: () => Date
  keys: Keys
  /** Whether webhooks can use http, any port and private addresses. */
  webhookAllowPrivate?: boolean
}

export const integrationJobs: Jobs<IntegrationJobs, Deps> = {
  'end-orphaned-keys': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 120,
    cron: '25 * * * *',
    createHandler:
      ({ db, clock }) =>
      async () => {
        await endOrphanedKeys({ db, now: clock() })
      },
  },
  'remind-of-key-ends': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 120,
    cron: '35 * * * *',
    createHandler:
      ({ db, clock }) =>
      () =>
        remindOfKeyEnds({ db, now: clock() }),
  },
  'create-deliveries': {
    data: z.object({}),
    retryLimit: 4,
    retryDelay: 5,
    expireInSeconds: 120,
    cron: '* * * * *',
    isForTenants: true,
    createHandler:
      ({ db, clock }) =>
      () =>
        createDeliveries({ db, now: clock() }),
  },
  'requeue-deliveries': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 300,
    cron: '15 * * * *',
    createHandler:
      ({ db, clock }) =>
      () =>
        requeueLostDeliveries({ db, now: clock() }),
  },
  // A failed attempt isn't a failed job: it queues the next attempt.
  'send-delivery': {
    data: z.object({ deliveryId: z.uuid(), at: z.iso.datetime() }),
    retryLimit: 4,
    retryDelay: 30,
    expireInSeconds: 60,
    parallel: { total: 8, perGroup: 2 },
    isForTenants: true,
    createHandler: (deps) => (data) => sendDelivery(deps, data),
  },
  'sweep-deliveries': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 900,
    cron: '40 3 * * *',
    createHandler:
      ({ db, clock }) =>
      () =>
        sweepDeliveries({ db, now: clock() }),
  },
}
