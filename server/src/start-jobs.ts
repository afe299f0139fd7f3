import { sweepSignIn } from './auth/sessions/session.ts'
import { createSigner } from './backup/check-signature.ts'
import { openStorage } from './backup/open-storage.ts'
import { openTableReader } from './data-capture/read-table.ts'
import { clearIncoming } from './document/sweep-files.ts'
import { openTransmittals } from './external-services.ts'
import { jobs } from './job-catalog.ts'
import { cached } from './lib/concurrency/cached.ts'
import { createHandlers, type JobHandlers } from './lib/jobs/job.ts'
import { startJobs } from './lib/jobs/jobs.ts'
import type { Logger } from './lib/log.ts'
import { once } from './lib/shutdown.ts'
import type { Cluster } from './open-database.ts'
import type { Setup } from './setup.ts'
import type { Parts } from './start-server.ts'

/** Starts to work the queues, and returns how to stop. */
export async function startBackgroundJobs(
  { settings, log, shutdown, clock }: Setup,
  { url, ownerUrl, isEmbedded }: Cluster,
  parts: Parts,
) {
  const { db, keys, unscannedFiles } = parts
  const tables = openTableReader()
  shutdown.add('tables', tables.stop)
  const { to: backupTarget } = settings.backup
  // Opened once, because an S3 client keeps connections open.
  const backupStorage = cached(
    async () => (backupTarget ? openStorage(backupTarget) : undefined),
    Number.POSITIVE_INFINITY,
  )
  const handlers = createHandlers(jobs, {
    ...parts,
    clock,
    log,
    publicUrl: settings.publicUrl,
    brandName: settings.brand.name,
    tables,
    transmittals: await openTransmittals(settings, shutdown),
    waitMs: settings.intakeWaitMinutes * 60_000,
    rowsPerDay: settings.captureRowsPerDay,
    retentionYears: settings.retentionYears,
    webhookAllowPrivate: settings.webhookAllowPrivate,
    backups: {
      ...settings.backup,
      db,
      clock,
      log,
      files: unscannedFiles,
      isEmbedded,
      signer: createSigner(keys),
      url: settings.backup.databaseUrl ?? ownerUrl,
    },
    openBackupStorage: backupStorage.get,
  })
  const running = await startJobs(url, jobs, handlers, log)
  shutdown.add(
    'intake timer',
    checkOften(settings.intakeEverySeconds, handlers['read-transmittals'], log),
  )
  return once(running.stop)
}

function checkOften(
  seconds: number,
  check: JobHandlers['read-transmittals'],
  log: Logger,
) {
  if (!check || seconds >= 60) return () => undefined
  const timer = setInterval(() => {
    check({}, { isLast: true }).catch((err) =>
      log.warn({ err }, 'could not check for transmittals'),
    )
  }, seconds * 1000)
  return () => clearInterval(timer)
}

const sweepEveryMs = 10 * 60_000

/**
 * Deletes ended sign-ins and incomplete uploads. Incomplete uploads of a crashed
 * process are on its own machine, so each process deletes them at its start and
 * regularly.
 */
export async function sweepRegularly(
  { log, shutdown, clock }: Setup,
  { db, files }: Pick<Parts, 'db' | 'files'>,
) {
  const sweepIncoming = () => clearIncoming({ files, clock, log })
  await sweepIncoming()
  const sweeper = setInterval(() => {
    sweepSignIn(db, clock()).catch((err) =>
      log.warn({ err }, 'could not sweep sign-ins'),
    )
    void sweepIncoming()
  }, sweepEveryMs)
  shutdown.add('sweeper', () => clearInterval(sweeper))
}
