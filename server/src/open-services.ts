import { join } from 'node:path'
import { scannedStore } from './document/scan-files.ts'
import { startExternalServices, startSandboxOidc } from './external-services.ts'
import type { Db } from './lib/database/db.ts'
import { openFiles } from './lib/files/open-files.ts'
import { openClamd } from './lib/files/virus-scanner.ts'
import { createLoanDock } from './lib/integrations/loan-dock.ts'
import { openMailer } from './lib/integrations/mail.ts'
import { openKeys } from './lib/integrations/secret-key.ts'
import {
  watchedFiles,
  watchedMailer,
  watchServices,
} from './lib/integrations/watch-services.ts'
import type { Setup } from './setup.ts'
import { requireKnownKey } from './system/check-secret-key.ts'
import { stopRefused } from './user/mark-refused.ts'

export type Services = Awaited<ReturnType<typeof openServices>>

/** The keys, the file store, LoanDock and the mail server. */
export async function openServices(
  { settings, log, shutdown, clock }: Setup,
  db: Db,
) {
  const keys = await openKeys(settings.secretKey, settings.dataDir)
  await requireKnownKey(db, keys, clock())
  const { results, watch } = watchServices(clock)
  const unscannedFiles = watchedFiles(
    await openFiles(settings.filesUrl, join(settings.dataDir, 'incoming')),
    watch,
  )
  const scanner =
    settings.clamdUrl === undefined ? undefined : openClamd(settings.clamdUrl)
  const files = scanner
    ? scannedStore({ db, clock, files: unscannedFiles, scanner })
    : unscannedFiles
  const external = await startExternalServices(settings, shutdown)
  await startSandboxOidc(settings, shutdown)
  const mailer = external.smtpUrl
    ? stopRefused(
        watchedMailer(
          openMailer({ url: external.smtpUrl, from: settings.mailFrom }),
          watch,
        ),
        { db, clock },
      )
    : undefined
  if (mailer) shutdown.add('mail', mailer.close)
  else log.warn('SMTP_URL is not set: notifications are not emailed')
  return {
    keys,
    results,
    unscannedFiles,
    files,
    scansFiles: scanner !== undefined,
    external,
    loanDock: createLoanDock({ url: external.loanDockUrl, watch }),
    mailer,
  }
}
