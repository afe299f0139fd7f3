import { z } from 'zod'
import type { Db } from '../lib/database/db.ts'
import type { FileStore } from '../lib/files/files.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'
import type { Jobs, NoData } from '../lib/jobs/job.ts'
import type { Logger } from '../lib/log.ts'
import { scanFiles } from './scan-files.ts'
import { deliverDocument, requeueLostDocuments } from './send-document.ts'
import { sweepFiles } from './sweep-files.ts'

type DocumentJobs = {
  'send-document': { documentId: string }
  'requeue-documents': NoData
  'sweep-files': NoData
  'scan-files': NoData
}
declare module '../lib/jobs/job.ts' {
  interface JobData extends DocumentJobs {}
}

type Deps = {
  db: Db
  clock: () => Date
  files: FileStore
  loanDock: LoanDock
  log: Logger
  /** Whether the files are scanned for viruses. */
  scansFiles?: boolean
}

export const documentJobs: Jobs<DocumentJobs, Deps> = {
  'send-document': {
    data: z.object({ documentId: z.uuid() }),
    retryLimit: 8,
    retryDelay: 5,
    expireInSeconds: 180,
    isForTenants: true,
    createHandler:
      (deps) =>
      ({ documentId }, attempt) =>
        deliverDocument(deps, documentId, attempt),
  },
  'requeue-documents': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 300,
    cron: '35 * * * *',
    createHandler: (deps) => () => requeueLostDocuments(deps),
  },
  'sweep-files': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 60,
    expireInSeconds: 900,
    cron: '20 3 * * *',
    createHandler: (deps) => () => sweepFiles(deps),
  },
  'scan-files': {
    data: z.object({}),
    retryLimit: 2,
    retryDelay: 600,
    expireInSeconds: 21_600,
    cron: '30 * * * *',
    createHandler: (deps) => async () => {
      if (deps.scansFiles) await scanFiles(deps)
    },
  },
}
