import { sweepChanges } from './analytics/find-changes.ts'
import { resetPassword } from './auth/links/set-password.ts'
import {
  sendAccessMail,
  sendCode,
  sendLink,
  sendNotice,
} from './auth/send-mail.ts'
import { createBackup } from './backup/create-backup.ts'
import { type BackupSchedule, keepBackups } from './backup/keep-backups.ts'
import { openStorage } from './backup/open-storage.ts'
import { applyCapture } from './data-capture/apply-capture.ts'
import { requeueLostUploads } from './data-capture/end-upload.ts'
import { readTransmittals } from './data-capture/intake/read-transmittals.ts'
import type { TableReader } from './data-capture/read-table.ts'
import { scanFiles } from './document/scan-files.ts'
import {
  deliverDocument,
  requeueLostDocuments,
} from './document/send-document.ts'
import { sweepFiles } from './document/sweep-files.ts'
import { endOrphanedKeys } from './integration/end-orphaned-keys.ts'
import { createDeliveries } from './integration/webhooks/create-deliveries.ts'
import { requeueLostDeliveries } from './integration/webhooks/list-deliveries.ts'
import {
  sendDelivery,
  sweepDeliveries,
} from './integration/webhooks/send-delivery.ts'
import { sweepAssignments } from './lib/assignments.ts'
import { cached } from './lib/concurrency/cached.ts'
import type { Db } from './lib/database/db.ts'
import type { FileStore } from './lib/files/files.ts'
import type { LoanDock } from './lib/integrations/loan-dock.ts'
import type { Mailer } from './lib/integrations/mail.ts'
import type { Keys } from './lib/integrations/secret-key.ts'
import type { Transmittals } from './lib/integrations/transmittals.ts'
import type { JobHandlers } from './lib/jobs/jobs.ts'
import type { Logger } from './lib/log.ts'
import type { Printer } from './lib/printing/printer.ts'
import {
  claimUnmailed,
  claimUnmailedDaily,
} from './notification/claim-unmailed.ts'
import { sendNotificationMail } from './notification/send-mail.ts'
import { sweepNotifications } from './notification/sweep.ts'
import { sendDeactivationMail } from './people/set-status.ts'
import { sendReportMail } from './reporting/report/send-report.ts'
import {
  claimDueSchedules,
  sendScheduledReport,
} from './reporting/schedules/send-scheduled-report.ts'
import { eraseExpired } from './retention/erase-loan.ts'
import { notifyOverdueDocuments } from './slv/review/notify-overdue-documents.ts'

type Deps = {
  db: Db
  clock: () => Date
  files: FileStore
  loanDock: LoanDock
  log: Logger
  keys: Keys
  tables: TableReader
  /** Where transmittals arrive; absent where there is no such place. */
  transmittals: Transmittals | undefined
  scansFiles?: boolean
  waitMs?: number
  rowsPerDay?: number
  retentionYears?: number | undefined
  /** Whether webhooks can use http, any port and private addresses. */
  webhookAllowPrivate?: boolean
  /** Absent where there is no mail server: then nothing is mailed. */
  mailer: Mailer | undefined
  /** Absent where nothing is printed. */
  printer?: Printer | undefined
  brandName: string
  publicUrl: string
  /** Undefined if there are no backups. */
  backups?: BackupSchedule
}

/** What each job does. */
export function jobHandlers(deps: Deps): JobHandlers {
  const { db, clock, keys, mailer, transmittals, backups } = deps
  // Opened once, because an S3 client keeps connections open.
  const storage = cached(
    async () => (backups?.to ? openStorage(backups.to) : undefined),
    Number.POSITIVE_INFINITY,
  )
  const post = mailer && (() => ({ ...deps, mailer, now: clock() }))
  return {
    'send-document': ({ documentId }, attempt) =>
      deliverDocument(deps, documentId, attempt),
    'requeue-documents': () => requeueLostDocuments(deps),
    'sweep-files': () => sweepFiles(deps),
    'scan-files': async () => (deps.scansFiles ? scanFiles(deps) : undefined),
    'erase-expired': async () => void (await eraseExpired(deps)),
    'sweep-notifications': async () => {
      await sweepNotifications({ db, now: clock() })
      await sweepAssignments({ db, now: clock() })
      await sweepDeliveries({ db, now: clock() })
    },
    'apply-capture': ({ uploadId, unread }, attempt) =>
      applyCapture(deps, uploadId, { ...attempt, unread }),
    'requeue-uploads': () => requeueLostUploads(deps),
    'read-transmittals': async () =>
      transmittals && readTransmittals({ ...deps, transmittals }),
    'sweep-reporting-changes': () => sweepChanges(db),
    'end-orphaned-keys': async () =>
      void (await endOrphanedKeys({ db, now: clock() })),
    'create-deliveries': () => createDeliveries({ db, now: clock() }),
    'requeue-deliveries': () => requeueLostDeliveries({ db, now: clock() }),
    'send-delivery': (data) => sendDelivery(deps, data),
    'tell-overdue-documents': () =>
      notifyOverdueDocuments({ db, now: clock() }),
    'take-due-schedules': mailer
      ? () => claimDueSchedules({ db, now: clock() })
      : null,
    'send-scheduled-report': mailer
      ? (due, attempt) =>
          sendScheduledReport(
            { ...deps, printer: deps.printer, mailer },
            due,
            attempt,
          )
      : null,
    'send-report': mailer
      ? (data) => sendReportMail({ ...deps, mailer }, data)
      : null,
    'mail-notifications': mailer
      ? ({ userId }) => claimUnmailed({ db, now: clock() }, userId, 'AT_ONCE')
      : null,
    'mail-daily': mailer
      ? () => claimUnmailedDaily({ db, now: clock() })
      : null,
    'send-notification-mail': mailer
      ? (data) => sendNotificationMail({ ...deps, mailer }, data)
      : null,
    'reset-password': (asked) =>
      resetPassword({ db, now: clock(), keys }, asked),
    'send-code': post ? (data) => sendCode(post(), data) : null,
    'send-link': post ? (data) => sendLink(post(), data) : null,
    'send-sign-in-notice': post ? (data) => sendNotice(post(), data) : null,
    'keep-backups': async () =>
      backups && keepBackups({ ...backups, storage: await storage.get() }),
    'create-backup': async () => {
      const opened = await storage.get()
      if (backups && opened) await createBackup({ ...backups, storage: opened })
    },
    'send-access-mail': post ? (data) => sendAccessMail(post(), data) : null,
    'tell-deactivated': post
      ? (data) => sendDeactivationMail(post(), data)
      : null,
  }
}
