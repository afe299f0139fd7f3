import { existsSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slvReportPath } from '@portal/contract/reporting/model'
import { buildApp } from './app.ts'
import { sweepSignIn } from './auth/sweep-sign-in.ts'
import { makeTableReader } from './data-capture/read-apart.ts'
import { loadDemo } from './demo/load.ts'
import { demoPassword, reviewers } from './demo/people.ts'
import { clearIncoming } from './document/sweep-files.ts'
import { jobHandlers } from './job-handlers.ts'
import { openDb } from './lib/db.ts'
import { type JobHandlers, migrateJobs, startJobs } from './lib/jobs.ts'
import { listenTo } from './lib/listen.ts'
import { makeLoanDock } from './lib/loan-dock.ts'
import { type Logger, makeLog } from './lib/log.ts'
import { makeMailer } from './lib/mail.ts'
import { migrate } from './lib/migrate.ts'
import { openFiles } from './lib/open-files.ts'
import { openTransmittals } from './lib/open-transmittals.ts'
import { startPostgres } from './lib/postgres.ts'
import { makePrinter } from './lib/printer.ts'
import { gapInTheWall } from './lib/roles.ts'
import { openKeys } from './lib/secret-key.ts'
import { readSettings, type Settings } from './lib/settings.ts'
import { endOnSignals, makeShutdown, type Shutdown } from './lib/shutdown.ts'
import { keepFigures } from './reporting/keep-figures.ts'

const clock = () => new Date()
const sweepEveryMs = 10 * 60_000

/** Where this machine reaches the portal. */
function localOrigin({ host, port }: Settings): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Where LoanDock and the mailbox are: as set, else the sandbox, started here. */
async function outsideWorld(settings: Settings, shutdown: Shutdown) {
  if (settings.loanDockUrl) return { loanDockUrl: settings.loanDockUrl, smtpUrl: settings.smtpUrl }
  const { startSandbox } = await import('@portal/sandbox/start')
  const sandbox = await startSandbox({
    loanDockPort: settings.port + 1,
    smtpPort: settings.port + 2,
    mailboxPort: settings.port + 3,
    host: settings.host,
    dataDir: join(settings.dataDir, 'sandbox'),
    portalOrigins: [settings.publicUrl, localOrigin(settings)],
  })
  shutdown.add('sandbox', sandbox.stop)
  return { ...sandbox, smtpUrl: settings.smtpUrl ?? sandbox.smtpUrl }
}

/** Where transmittals arrive: as set, or, when that is asked for, the same folder over the sandbox's SFTP. */
async function intakeOf({ intake, sandboxSftp, port, host, dataDir }: Settings, shutdown: Shutdown) {
  if (!sandboxSftp || intake?.kind !== 'FOLDER') return intake
  const { startSftp } = await import('@portal/sandbox/sftp/start')
  const sftp = await startSftp({ folder: intake.folder, port: port + 4, host, dataDir: join(dataDir, 'sandbox') })
  shutdown.add('sftp', sftp.stop)
  return { kind: 'SFTP' as const, url: sftp.url, hostKey: sftp.hostKey }
}

/** Opens everything in order; what was opened is released when a later part fails. */
async function start() {
  const settings = readSettings(process.env)
  const log = makeLog(settings.logLevel)
  const shutdown = makeShutdown(log)
  endOnSignals(shutdown, log)
  try {
    await open(settings, log, shutdown)
  } catch (error) {
    await shutdown.end()
    throw error
  }
}

async function open(settings: Settings, log: Logger, shutdown: Shutdown) {
  const step = stepTimer()

  const postgres = settings.databaseUrl
    ? undefined
    : await startPostgres({ folder: join(settings.dataDir, 'postgres'), onLog: (line) => log.debug(line) })
  if (postgres) shutdown.add('database', postgres.stop)
  const url = settings.databaseUrl ?? postgres?.url ?? ''
  const ownerUrl = settings.databaseOwnerUrl ?? postgres?.ownerUrl ?? ''
  step('database')

  await migrate(ownerUrl)
  await migrateJobs(ownerUrl)
  const db = openDb({ url, onError: (err) => log.warn({ err }, 'lost a connection to the database') })
  shutdown.add('connections', () => db.destroy())
  const gap = await gapInTheWall(db)
  if (gap) log.warn(`nothing but the code keeps history as it is: ${gap}; see DATABASE_OWNER_URL in docs/operations.md`)
  const replica = settings.databaseReplicaUrl
    ? openDb({ url: settings.databaseReplicaUrl, size: 4, onError: (err) => log.warn({ err }, 'lost the replica') })
    : undefined
  if (replica) shutdown.add('replica', () => replica.destroy())
  const figures = keepFigures(replica ?? db, db)
  const news = listenTo(url, log)
  shutdown.add('news', news.stop)
  step('migrations')

  const keys = await openKeys(settings.secretKey, settings.dataDir)
  const files = await openFiles(settings.filesUrl, join(settings.dataDir, 'incoming'))
  const world = await outsideWorld(settings, shutdown)
  const loanDock = makeLoanDock({ url: world.loanDockUrl })
  const mailer = world.smtpUrl ? makeMailer({ url: world.smtpUrl, from: settings.mailFrom }) : undefined
  if (mailer) shutdown.add('mail', mailer.close)
  else log.warn('there is no SMTP_URL: notifications are not mailed')
  step('outside world')

  const intakeFolder = settings.intake?.kind === 'FOLDER' ? settings.intake.folder : undefined
  const demoWorld = { loanDockUrl: world.loanDockUrl, now: clock(), files, intakeFolder }
  const demo = settings.demo ? await loadDemo(db, demoWorld) : undefined
  if (demo) step(`demo data (${demo.slvs} SLVs)`)

  const printer = makePrinter({
    origin: () => localOrigin(settings),
    start: slvReportPath,
    log,
    chromiumPath: settings.chromiumPath,
  })
  const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))
  const app = await buildApp({
    settings,
    db,
    clock,
    loanDock,
    loanDockUrl: world.loanDockUrl,
    log,
    keys,
    isReady: () => shutdown.isReady,
    news,
    canMail: mailer !== undefined,
    files,
    printer,
    figures,
    ...(existsSync(webFolder) && { webFolder }),
  })
  await app.listen({ port: settings.port, host: settings.host })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= app.close()
    closing.catch(() => undefined) // told by whoever waits for it
    return closing
  }
  shutdown.add('server', close)

  const { publicUrl, brand } = settings
  const tables = makeTableReader()
  shutdown.add('tables', tables.stop)
  const house = {
    ...{ db, clock, files, loanDock, log, keys, mailer, printer, publicUrl, brandName: brand.name, tables },
    transmittals: openTransmittals(await intakeOf(settings, shutdown)),
    waitMs: settings.intakeWaitMinutes * 60_000,
    rowsPerDay: settings.captureRowsPerDay,
  }
  const handlers = jobHandlers(house)
  const running = await startJobs(url, handlers, log)
  shutdown.add('looks', lookSooner(settings.intakeEverySeconds, handlers['read-transmittals'], log))
  shutdown.add('jobs', running.stop)
  // Before all others: requests and jobs that are under way end side by side.
  shutdown.add('listening', () => void close())
  // Even before: prints under way still ask this server for what they show.
  shutdown.add('printer', printer.stop)

  // What a process that died was receiving lies on its own machine: each sweeps there, at its start and now and then.
  const sweepIncoming = () => clearIncoming({ files, clock, log })
  await sweepIncoming()
  const sweeper = setInterval(() => {
    sweepSignIn(db, clock()).catch((err) => log.warn({ err }, 'could not sweep sign-ins'))
    void sweepIncoming()
  }, sweepEveryMs)
  shutdown.add('sweeper', () => clearInterval(sweeper))
  shutdown.ready()
  // Read once now, so that whoever looks at reporting first does not wait for it.
  figures.fresh().catch((err) => log.warn({ err }, 'could not read the figures of reporting yet'))
  step('server')
  announce(settings, world, step.total())
}

/** Looks for transmittals more often than by itself, which is each minute. */
function lookSooner(seconds: number, look: JobHandlers['read-transmittals'], log: Logger) {
  if (!look || seconds >= 60) return () => undefined
  const timer = setInterval(() => {
    look({}, { isLast: true }).catch((err) => log.warn({ err }, 'could not look for transmittals'))
  }, seconds * 1000)
  return () => clearInterval(timer)
}

/** Prints how long each part of the start took. */
function stepTimer() {
  const began = performance.now()
  let last = began
  const step = (name: string) => {
    const now = performance.now()
    console.log(`  ${name.padEnd(28)} ${((now - last) / 1000).toFixed(2)} s`)
    last = now
  }
  step.total = () => (performance.now() - began) / 1000
  return step
}

function announce(settings: Settings, world: { loanDockUrl: string; mailboxUrl?: string }, seconds: number) {
  const lines = [
    `Ready in ${seconds.toFixed(2)} s`,
    `  Portal     ${settings.publicUrl}`,
    `  API        ${settings.publicUrl}/api/docs`,
    `  LoanDock   ${world.loanDockUrl}`,
    ...(world.mailboxUrl ? [`  Mailbox    ${world.mailboxUrl}`] : []),
    ...(settings.intake?.kind === 'FOLDER' ? [`  Intake     ${settings.intake.folder}`] : []),
    ...(settings.demo ? ['', ...demoAccounts] : []),
  ]
  console.log(lines.join('\n'))
}

const demoAccounts = [
  'Demo accounts: choose one on the sign-in page, by "Continue with LoanDock"',
  '  seller@acme.example           seller',
  '  seller.two@acme.example       seller who sees and reassigns all of ACME',
  '  seller@birch.example          seller of another company',
  '  underwriter@buyer.example     underwriter',
  '  underwriter.two@buyer.example underwriter with the department and assigning',
  '  slr@buyer.example             SLR reviewer',
  '  tradedesk@buyer.example       trade desk',
  '  admin@buyer.example           every permission',
  '  bdd@buyer.example             business development director of ACME',
  '  new@buyer.example             no access yet',
  `Reviewers sign in by e-mail, with the password ${demoPassword} and the code that the mailbox gets`,
  ...reviewers.map(({ email, vendor }) => `  ${email.padEnd(29)} third-party reviewer of ${vendor}`),
]

start().catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
