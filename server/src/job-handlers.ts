import { resetPassword } from './auth/reset-password.ts'
import { sendCode } from './auth/send-code.ts'
import { sendLink } from './auth/send-link.ts'
import { sendNotice } from './auth/send-notice.ts'
import { deliverDocument, requeueLostDocuments } from './document/send-document.ts'
import { sweepFiles } from './document/sweep-files.ts'
import type { Db } from './lib/db.ts'
import type { FileStore } from './lib/files.ts'
import type { JobHandlers } from './lib/jobs.ts'
import type { LoanDock } from './lib/loan-dock.ts'
import type { Logger } from './lib/log.ts'
import type { Mailer } from './lib/mail.ts'
import type { Keys } from './lib/secret-key.ts'
import { sendNotificationMail } from './notification/send-mail.ts'
import { sweepNotifications } from './notification/sweep.ts'
import { takeUnmailed, takeUnmailedDaily } from './notification/take-unmailed.ts'
import { tellOverdueDocuments } from './slv/tell-overdue-documents.ts'
import { sweepTally } from './tdoc/sweep-tally.ts'

type House = {
  db: Db
  clock: () => Date
  files: FileStore
  loanDock: LoanDock
  log: Logger
  keys: Keys
  /** Absent where there is no mail server: then nothing is mailed. */
  mailer: Mailer | undefined
  brandName: string
  publicUrl: string
}

/** What each job does. */
export function jobHandlers(house: House): JobHandlers {
  const { db, clock, keys, mailer } = house
  const post = mailer && (() => ({ ...house, mailer, now: clock() }))
  return {
    'send-document': ({ documentId }, attempt) => deliverDocument(house, documentId, attempt),
    'requeue-documents': () => requeueLostDocuments(house),
    'sweep-files': () => sweepFiles(house),
    'sweep-notifications': () => sweepNotifications({ db, now: clock() }),
    'sweep-tally': () => sweepTally(db),
    'tell-overdue-documents': () => tellOverdueDocuments({ db, now: clock() }),
    'mail-notifications': mailer ? ({ userId }) => takeUnmailed({ db, now: clock() }, userId, 'AT_ONCE') : null,
    'mail-daily': mailer ? () => takeUnmailedDaily({ db, now: clock() }) : null,
    'send-notification-mail': mailer ? (data) => sendNotificationMail({ ...house, mailer }, data) : null,
    'reset-password': ({ email }) => resetPassword({ db, now: clock(), keys }, email),
    'send-code': post ? (data) => sendCode(post(), data) : null,
    'send-link': post ? (data) => sendLink(post(), data) : null,
    'send-sign-in-notice': post ? (data) => sendNotice(post(), data) : null,
  }
}
