import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { slvReportPath } from '@portal/contract/reporting/model'
import packageJson from '../../package.json' with { type: 'json' }
import { openFacts } from './analytics/open-facts.ts'
import { buildApp } from './app.ts'
import { sweepSignIn } from './auth/sessions/session.ts'
import { createSigner } from './backup/check-signature.ts'
import { describeTarget, openStorage } from './backup/open-storage.ts'
import { openTableReader } from './data-capture/read-table.ts'
import {
  type CheckContent,
  openContentChecker,
} from './document/content/check-upload.ts'
import { scannedStore } from './document/scan-files.ts'
import { clearIncoming } from './document/sweep-files.ts'
import {
  localOrigin,
  openTransmittals,
  startExternalServices,
  startSandboxOidc,
} from './external-services.ts'
import { jobs } from './job-catalog.ts'
import { checkPorts } from './lib/check-ports.ts'
import { cached } from './lib/concurrency/cached.ts'
import { type Db, openDb } from './lib/database/db.ts'
import { openListener } from './lib/database/listen.ts'
import { lastMigration, migrate } from './lib/database/migrate.ts'
import { findRowSecurityGap } from './lib/database/row-security.ts'
import { startPostgres } from './lib/embedded-postgres/postgres.ts'
import { openFiles } from './lib/files/open-files.ts'
import { openClamd } from './lib/files/virus-scanner.ts'
import { storeWebAssets } from './lib/http/web-assets.ts'
import { createLoanDock } from './lib/integrations/loan-dock.ts'
import { openMailer } from './lib/integrations/mail.ts'
import { openKeys } from './lib/integrations/secret-key.ts'
import {
  watchedFiles,
  watchedMailer,
  watchServices,
} from './lib/integrations/watch-services.ts'
import { createHandlers, type JobHandlers } from './lib/jobs/job.ts'
import { migrateJobs, startJobs } from './lib/jobs/jobs.ts'
import { createLog, type Logger, logProcessEvents } from './lib/log.ts'
import { openPrinter, type Printer } from './lib/printing/printer.ts'
import { readSettings, type Settings } from './lib/settings.ts'
import { createShutdown, endOnSignals, type Shutdown } from './lib/shutdown.ts'
import { loadSla } from './lib/sla.ts'
import { createStartReport } from './report-start.ts'
import { createPortalChecker } from './system/check-portal.ts'
import { requireKnownKey } from './system/check-secret-key.ts'
import type { Node } from './system/find-state.ts'
import { openMetricsPort } from './system/open-metrics-port.ts'
import { createMetricsPrinter } from './system/print-metrics.ts'
import { readDiskSpace } from './system/read-disk-space.ts'
import { sendTestMail } from './system/send-test-mail.ts'
import { stopRefused } from './user/mark-refused.ts'

const clock = () => new Date()
const sweepEveryMs = 10 * 60_000

/** Opens everything in order, and releases it again when a later part fails. */
async function start() {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  if (settings.env === 'production') logProcessEvents(log)
  const shutdown = createShutdown(log)
  endOnSignals(shutdown, log)
  try {
    await open({ settings, log, shutdown })
  } catch (error) {
    // A signal stopped the start; its handler ends the process.
    if (shutdown.signal.aborted) return
    await shutdown.end()
    throw error
  }
}

type Setup = { settings: Settings; log: Logger; shutdown: Shutdown }

async function open(setup: Setup) {
  const { settings, log, shutdown } = setup
  const report = createStartReport(settings, log)
  await checkPorts(settings)
  const tracing = await startTracing(setup)
  const cluster = await openCluster(setup)
  report.step('database')

  const startedAt = clock()
  const stores = await openStores(setup, cluster)
  report.step('migrations')

  const services = await openServices(setup, stores.db)
  report.step('outside world')

  const demo = await loadDemoData(setup, stores.db, services)
  if (demo) report.step(`demo data (${demo.slvs} SLVs)`)

  const printer = openPrinter({
    origin: () => localOrigin(settings),
    start: slvReportPath,
    log,
    chromiumPath: settings.chromiumPath,
  })
  const node = await describeNode(setup, {
    startedAt,
    cluster,
    stores,
    services,
  })
  const { checkContent, stop: stopChecks } = openContentChecker()
  shutdown.add('content checks', stopChecks)
  const parts = {
    ...stores,
    ...services,
    printer,
    node,
    tracing,
    checkContent,
  }
  const closeServer = await startServer(setup, parts)
  const stopJobs = await startBackgroundJobs(setup, cluster, parts)
  releaseInOrder(setup, {
    closeServer,
    stopJobs,
    stopPrinter: () => printer.stop(),
  })
  await sweepRegularly(setup, parts)
  shutdown.ready()

  // Loaded now, so that the first visit to reporting is fast.
  stores.facts
    .read(async () => undefined)
    .catch((err) => log.warn({ err }, 'could not load the reporting facts yet'))
  report.step('server')
  report.ready(services.external)
}

const getVersion = (settings: Settings) =>
  settings.buildVersion ?? packageJson.version

async function startTracing({ settings, shutdown }: Setup) {
  const { otlpEndpoint } = settings
  if (!otlpEndpoint) return undefined
  // Loaded only when needed, because the SDK takes time and memory.
  const telemetry = await import('./lib/telemetry.ts')
  const tracing = telemetry.startTracing({
    endpoint: otlpEndpoint,
    version: getVersion(settings),
  })
  shutdown.add('traces', tracing.stop)
  return tracing
}

type Cluster = Awaited<ReturnType<typeof openCluster>>

/** The addresses of the database: the settings', or of the embedded one. */
async function openCluster({ settings, log, shutdown }: Setup) {
  const postgres = settings.databaseUrl
    ? undefined
    : await startPostgres({
        folder: join(settings.dataDir, 'postgres'),
        onLog: (line) => log.debug(line),
      })
  if (postgres) shutdown.add('database', postgres.stop)
  return {
    url: settings.databaseUrl ?? postgres?.url ?? '',
    ownerUrl: settings.databaseOwnerUrl ?? postgres?.ownerUrl ?? '',
    isEmbedded: postgres !== undefined,
  }
}

type Stores = Awaited<ReturnType<typeof openStores>>

/** Migrates the database, and opens it with all that reads it. */
async function openStores(
  { settings, log, shutdown }: Setup,
  { url, ownerUrl }: Cluster,
) {
  const { newer } = await migrate(ownerUrl)
  if (newer.length > 0)
    log.warn(
      { newer },
      'a newer release has migrated the database: upgrade this node',
    )
  else await migrateJobs(ownerUrl, jobs)
  const db = openDb({
    url,
    onError: (err) => log.warn({ err }, 'lost a connection to the database'),
  })
  shutdown.add('connections', () => db.destroy())
  const gap = await findRowSecurityGap(db)
  if (gap)
    log.warn(
      `the database role does not protect history from changes: ${gap}; see DATABASE_OWNER_URL in docs/operations.md`,
    )
  const replica = settings.databaseReplicaUrl
    ? openDb({
        url: settings.databaseReplicaUrl,
        size: 4,
        onError: (err) => log.warn({ err }, 'lost the replica'),
      })
    : undefined
  if (replica) shutdown.add('replica', () => replica.destroy())
  const facts = openFacts({
    db: replica ?? db,
    primary: db,
    folder: join(settings.dataDir, 'analytics'),
  })
  shutdown.add('facts', () => facts.close())
  const listener = openListener(url, log)
  shutdown.add('listener', () => listener.stop())
  return { db, replica, facts, listener }
}

type Services = Awaited<ReturnType<typeof openServices>>

/** The keys, the file store, LoanDock and the mail server. */
async function openServices({ settings, log, shutdown }: Setup, db: Db) {
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

async function loadDemoData(
  { settings: { demo, intake }, log, shutdown: { signal } }: Setup,
  db: Db,
  { external, files }: Services,
) {
  if (!demo) return undefined
  // Loaded only when needed, so that production loads nothing of the sandbox.
  const { loadDemo } = await import('./demo/load.ts')
  try {
    return await loadDemo(db, {
      loanDockUrl: external.loanDockUrl,
      now: clock(),
      files,
      intakeFolder: intake?.kind === 'FOLDER' ? intake.folder : undefined,
      signal,
    })
  } catch (error) {
    if (signal.aborted)
      log.info('stopped loading the demo data: the next start loads it')
    throw error
  }
}

type NodeParts = {
  startedAt: Date
  cluster: Cluster
  stores: Stores
  services: Services
}

/** What the state of the system and the metrics say about this process. */
async function describeNode(
  { settings, log }: Setup,
  { startedAt, cluster, stores, services }: NodeParts,
): Promise<Node> {
  const { db, replica } = stores
  const { results, loanDock, mailer, keys, unscannedFiles, external } = services
  const { to } = settings.backup
  const texts = {
    brandName: settings.brand.name,
    publicUrl: settings.publicUrl,
  }
  const check = createPortalChecker(
    {
      settings,
      openDatabase: async () => cluster,
      openFiles: async () => unscannedFiles,
      keys,
      loanDockUrl: external.loanDockUrl,
      smtpUrl: external.smtpUrl,
      clock,
    },
    log,
  )
  return {
    build: {
      version: getVersion(settings),
      commit: settings.buildCommit ?? null,
      schema: await lastMigration(db),
      startedAt,
    },
    results,
    replica,
    circuits: loanDock.circuits,
    canMail: mailer !== undefined,
    sendTestMail: mailer && ((to) => sendTestMail({ mailer, ...texts }, to)),
    check,
    backups: {
      target: to === undefined ? undefined : describeTarget(to),
      warnHours: settings.backupWarnHours,
    },
    readDiskSpace: () => readDiskSpace(settings.dataDir),
  }
}

type Parts = Stores &
  Services & {
    printer: Printer
    node: Node
    tracing: Awaited<ReturnType<typeof startTracing>>
    checkContent: CheckContent
  }

/** Starts to serve the portal, and returns how to stop. */
async function startServer(setup: Setup, parts: Parts) {
  const { settings, log, shutdown } = setup
  const { db } = parts
  const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))
  const hasWeb = existsSync(webFolder)
  if (hasWeb) await storeWebAssets(db, join(webFolder, 'assets'), clock())
  const app = await buildApp({
    ...parts,
    settings,
    clock,
    log,
    loanDockUrl: parts.external.loanDockUrl,
    isReady: () => shutdown.isReady,
    canMail: parts.mailer !== undefined,
    ...(hasWeb && { webFolder }),
  })
  await startMetricsPort(setup, parts)
  await app.listen({ port: settings.port, host: settings.host })
  const close = once(() => app.close())
  shutdown.add('server', close)
  return close
}

async function startMetricsPort(
  { settings, log, shutdown }: Setup,
  { db, node }: Parts,
) {
  const { metrics, host } = settings
  if (metrics?.port === undefined) return
  const sla = () => loadSla(db)
  const { stop } = await openMetricsPort({
    port: metrics.port,
    host,
    token: metrics.token,
    print: createMetricsPrinter({ db, clock, node, sla }, log),
  })
  shutdown.add('metrics', stop)
}

/** Starts to work the queues, and returns how to stop. */
async function startBackgroundJobs(
  { settings, log, shutdown }: Setup,
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

/** Stops on the first call; later calls wait for the same end. */
function once(stop: () => Promise<void>) {
  let stopping: Promise<void> | undefined
  return () => {
    stopping ??= stop()
    stopping.catch(() => undefined) // reported where it is awaited
    return stopping
  }
}

type Stops = Record<
  'closeServer' | 'stopJobs' | 'stopPrinter',
  () => Promise<void>
>

/** What was added last is released first. */
function releaseInOrder(
  { settings, shutdown }: Setup,
  { closeServer, stopJobs, stopPrinter }: Stops,
) {
  shutdown.add('jobs', stopJobs)
  // Released before the jobs, so that requests and jobs in progress end at the
  // same time.
  shutdown.add('listening', () => void closeServer())
  // Released before the server closes, because prints in progress still call
  // it.
  shutdown.add('printer', stopPrinter)
  // Released first, so that load balancers see that this node isn't ready while
  // it still serves.
  shutdown.add('delay', () => {
    void stopJobs()
    return pause(settings.shutdownDelayMs)
  })
}

/**
 * Deletes ended sign-ins and incomplete uploads. Incomplete uploads of a crashed
 * process are on its own machine, so each process deletes them at its start and
 * regularly.
 */
async function sweepRegularly(
  { log, shutdown }: Setup,
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

start().catch((error) => {
  const message = error instanceof Error ? error.message : String(error)
  if (process.env.NODE_ENV === 'production')
    createLog('info').fatal({ err: error }, message)
  else console.error(message)
  process.exit(1)
})
