import { deliverDocument } from './document/send-document.ts'
import { sweepFiles } from './document/sweep-files.ts'
import type { Db } from './lib/db.ts'
import type { FileStore } from './lib/files.ts'
import type { JobHandlers } from './lib/jobs.ts'
import type { LoanDock } from './lib/loan-dock.ts'
import type { Logger } from './lib/log.ts'
import type { Mailer } from './lib/mail.ts'
import { sendNotificationMail } from './notification/send-mail.ts'
import { takeUnmailed, takeUnmailedDaily } from './notification/take-unmailed.ts'
import { tellOverdueDocuments } from './slv/tell-overdue-documents.ts'

type House = {
  db: Db
  clock: () => Date
  files: FileStore
  loanDock: LoanDock
  log: Logger
  /** Absent where there is no mail server: then nothing is mailed. */
  mailer: Mailer | undefined
  brandName: string
  publicUrl: string
}

/** What each job does. */
export const jobHandlers = (house: House): Partial<JobHandlers> => ({
  'send-document': ({ documentId }, attempt) => deliverDocument(house, documentId, attempt),
  'sweep-files': () => sweepFiles(house),
  'tell-overdue-documents': () => tellOverdueDocuments({ db: house.db, now: house.clock() }),
  ...(house.mailer && mailHandlers({ ...house, mailer: house.mailer })),
})

const mailHandlers = (house: House & { mailer: Mailer }): Partial<JobHandlers> => ({
  'mail-notifications': ({ userId }) => takeUnmailed({ db: house.db, now: house.clock() }, userId, 'AT_ONCE'),
  'mail-daily': () => takeUnmailedDaily({ db: house.db, now: house.clock() }),
  'send-notification-mail': (data) => sendNotificationMail(house, data),
})
