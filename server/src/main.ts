import { setTimeout as pause } from 'node:timers/promises'
import { slvReportPath } from '@portal/contract/reporting/model'
import { describeNode } from './describe-node.ts'
import { openContentChecker } from './document/content/check-upload.ts'
import { localOrigin } from './external-services.ts'
import { checkDataDir } from './lib/check-data-dir.ts'
import { checkPorts } from './lib/check-ports.ts'
import type { Db } from './lib/database/db.ts'
import { createLog, logProcessEvents } from './lib/log.ts'
import { openPrinter } from './lib/printing/printer.ts'
import { readSettings } from './lib/settings.ts'
import { createShutdown, endOnSignals } from './lib/shutdown.ts'
import { openCluster, openStores } from './open-database.ts'
import { openServices, type Services } from './open-services.ts'
import { createStartReport } from './report-start.ts'
import { getVersion, type Setup } from './setup.ts'
import { startBackgroundJobs, sweepRegularly } from './start-jobs.ts'
import { startServer } from './start-server.ts'

/** Opens everything in order, and releases it again when a later part fails. */
async function start() {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  if (settings.env === 'production') logProcessEvents(log)
  const shutdown = createShutdown(log)
  endOnSignals(shutdown, log)
  try {
    await open({ settings, log, shutdown, clock: () => new Date() })
  } catch (error) {
    // A signal stopped the start; its handler ends the process.
    if (shutdown.signal.aborted) return
    await shutdown.end()
    throw error
  }
}

async function open(setup: Setup) {
  const { settings, log, shutdown, clock } = setup
  const report = createStartReport(settings, log)
  await checkPorts(settings)
  await checkDataDir(settings.dataDir)
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

async function loadDemoData(
  { settings: { demo, intake }, log, shutdown: { signal }, clock }: Setup,
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

start().catch((error) => {
  const message = error instanceof Error ? error.message : String(error)
  if (process.env.NODE_ENV === 'production')
    createLog('info').fatal({ err: error }, message)
  else console.error(message)
  process.exit(1)
})
