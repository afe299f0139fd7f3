import { deliverDocument } from './document/send-document.ts'
import { sweepFiles } from './document/sweep-files.ts'
import type { Db } from './lib/db.ts'
import type { FileStore } from './lib/files.ts'
import type { JobHandlers } from './lib/jobs.ts'
import type { LoanDock } from './lib/loan-dock.ts'
import type { Logger } from './lib/log.ts'

type House = { db: Db; clock: () => Date; files: FileStore; loanDock: LoanDock; log: Logger }

/** What each job does. */
export const jobHandlers = (house: House): Partial<JobHandlers> => ({
  'send-document': ({ documentId }, attempt) => deliverDocument(house, documentId, attempt),
  'sweep-files': () => sweepFiles(house),
})
