import { z } from 'zod'
import type { Jobs, NoData } from '../lib/jobs/job.ts'
import { applyCapture, type CaptureDeps } from './apply-capture.ts'
import { requeueLostUploads } from './end-upload.ts'
import {
  readTransmittals,
  type TransmittalDeps,
} from './intake/read-transmittals.ts'

type CaptureJobs = {
  /** `unread`: how many answers of LoanDock were unreadable so far. */
  'apply-capture': { uploadId: string; unread?: number | undefined }
  'requeue-uploads': NoData
  'read-transmittals': NoData
}
declare module '../lib/jobs/job.ts' {
  interface JobData extends CaptureJobs {}
}

type Deps = CaptureDeps &
  Omit<TransmittalDeps, 'transmittals'> & {
    /** Where transmittals arrive; undefined if there is no such place. */
    transmittals: TransmittalDeps['transmittals'] | undefined
  }

export const captureJobs: Jobs<CaptureJobs, Deps> = {
  'apply-capture': {
    data: z.object({
      uploadId: z.uuid(),
      unread: z.number().int().optional(),
    }),
    retryLimit: 8,
    retryDelay: 5,
    expireInSeconds: 600,
    isForTenants: true,
    createHandler:
      (deps) =>
      ({ uploadId, unread }, attempt) =>
        applyCapture(deps, uploadId, { ...attempt, unread }),
  },
  'requeue-uploads': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 300,
    cron: '45 * * * *',
    createHandler: (deps) => () => requeueLostUploads(deps),
  },
  'read-transmittals': {
    data: z.object({}),
    retryLimit: 0,
    retryDelay: 60,
    expireInSeconds: 900,
    cron: '* * * * *',
    createHandler:
      ({ transmittals, ...deps }) =>
      async () => {
        if (transmittals) await readTransmittals({ ...deps, transmittals })
      },
  },
}
