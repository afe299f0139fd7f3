import { deliverDocument, requeueLostDocuments } from './document/send-document.ts'
import { sweepFiles } from './document/sweep-files.ts'
import type { Db } from './lib/db.ts'
import type { FileStore } from './lib/files.ts'
import type { JobHandlers } from './lib/jobs.ts'
import type { LoanDock } from './lib/loan-dock.ts'
import type { Logger } from './lib/log.ts'
import type { Mailer } from './lib/mail.ts'
import { sendNotificationMail } from './notification/send-mail.ts'
import { sweepNotifications } from './notification/sweep.ts'
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
export function jobHandlers(house: House): JobHandlers {
  const { db, clock, mailer } = house
  return {
    'send-document': ({ documentId }, attempt) => deliverDocument(house, documentId, attempt),
    'requeue-documents': () => requeueLostDocuments(house),
    'sweep-files': () => sweepFiles(house),
    'sweep-notifications': () => sweepNotifications({ db, now: clock() }),
    'tell-overdue-documents': () => tellOverdueDocuments({ db, now: clock() }),
    'mail-notifications': mailer ? ({ userId }) => takeUnmailed({ db, now: clock() }, userId, 'AT_ONCE') : null,
    'mail-daily': mailer ? () => takeUnmailedDaily({ db, now: clock() }) : null,
    'send-notification-mail': mailer ? (data) => sendNotificationMail({ ...house, mailer }, data) : null,
  }
}
