import { resetPassword } from './auth/reset-password.ts'
import { sendCode } from './auth/send-code.ts'
import { sendLink } from './auth/send-link.ts'
import { sendNotice } from './auth/send-notice.ts'
import { applyCapture } from './data-capture/apply-capture.ts'
import { requeueLostUploads } from './data-capture/keep-upload.ts'
import type { TableReader } from './data-capture/read-apart.ts'
import { readTransmittals } from './data-capture/read-transmittals.ts'
import { deliverDocument, requeueLostDocuments } from './document/send-document.ts'
import { sweepFiles } from './document/sweep-files.ts'
import type { Db } from './lib/db.ts'
import type { FileStore } from './lib/files.ts'
import type { JobHandlers } from './lib/jobs.ts'
import type { LoanDock } from './lib/loan-dock.ts'
import type { Logger } from './lib/log.ts'
import type { Mailer } from './lib/mail.ts'
import type { Printer } from './lib/printer.ts'
import type { Keys } from './lib/secret-key.ts'
import type { Transmittals } from './lib/transmittals.ts'
import { sendNotificationMail } from './notification/send-mail.ts'
import { sweepNotifications } from './notification/sweep.ts'
import { takeUnmailed, takeUnmailedDaily } from './notification/take-unmailed.ts'
import { sendReportMail } from './reporting/send-report-mail.ts'
import { sendScheduledReport } from './reporting/send-scheduled-report.ts'
import { sweepChanges } from './reporting/sweep-changes.ts'
import { takeDueSchedules } from './reporting/take-due-schedules.ts'
import { tellOverdueDocuments } from './slv/tell-overdue-documents.ts'
import { tellDeactivated } from './user/tell-deactivated.ts'

type House = {
  db: Db
  clock: () => Date
  files: FileStore
  loanDock: LoanDock
  log: Logger
  keys: Keys
  /** Reads tables that others wrote. */
  tables: TableReader
  /** Where transmittals arrive; absent where there is no such place. */
  transmittals: Transmittals | undefined
  /** How long a transmittal's images are waited for. */
  waitMs?: number
  /** So many rows of data-capture files a vendor may send within a day. */
  rowsPerDay?: number
  /** Absent where there is no mail server: then nothing is mailed. */
  mailer: Mailer | undefined
  /** Absent where nothing is printed. */
  printer?: Printer | undefined
  brandName: string
  publicUrl: string
}

/** What each job does. */
export function jobHandlers(house: House): JobHandlers {
  const { db, clock, keys, mailer, transmittals } = house
  const post = mailer && (() => ({ ...house, mailer, now: clock() }))
  return {
    'send-document': ({ documentId }, attempt) => deliverDocument(house, documentId, attempt),
    'requeue-documents': () => requeueLostDocuments(house),
    'sweep-files': () => sweepFiles(house),
    'sweep-notifications': () => sweepNotifications({ db, now: clock() }),
    'apply-capture': ({ uploadId, unread }, attempt) => applyCapture(house, uploadId, { ...attempt, unread }),
    'requeue-uploads': () => requeueLostUploads(house),
    'read-transmittals': async () => transmittals && readTransmittals({ ...house, transmittals }),
    'sweep-reporting-changes': () => sweepChanges(db),
    'tell-overdue-documents': () => tellOverdueDocuments({ db, now: clock() }),
    'take-due-schedules': mailer ? () => takeDueSchedules({ db, now: clock() }) : null,
    'send-scheduled-report': mailer
      ? (due, attempt) => sendScheduledReport({ ...house, printer: house.printer, mailer }, due, attempt)
      : null,
    'send-report': mailer ? (data) => sendReportMail({ ...house, mailer }, data) : null,
    'mail-notifications': mailer ? ({ userId }) => takeUnmailed({ db, now: clock() }, userId, 'AT_ONCE') : null,
    'mail-daily': mailer ? () => takeUnmailedDaily({ db, now: clock() }) : null,
    'send-notification-mail': mailer ? (data) => sendNotificationMail({ ...house, mailer }, data) : null,
    'reset-password': (asked) => resetPassword({ db, now: clock(), keys }, asked),
    'send-code': post ? (data) => sendCode(post(), data) : null,
    'send-link': post ? (data) => sendLink(post(), data) : null,
    'send-sign-in-notice': post ? (data) => sendNotice(post(), data) : null,
    'tell-deactivated': post ? (data) => tellDeactivated(post(), data) : null,
  }
}
