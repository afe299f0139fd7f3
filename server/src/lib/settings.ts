import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import parseAddresses from 'nodemailer/lib/addressparser/index.js'
import type { z } from 'zod'
import { Environment, type securedSettings } from './environment.ts'
import { nameSender } from './integrations/render-mail.ts'
import { toOidcSettings } from './oidc-settings.ts'
import { toBackupSettings } from './storage-settings.ts'

/**
 * The portal's settings. Read from the environment once, at start; nothing else
 * reads process.env.
 */
export type Settings = ReturnType<typeof readSettings>

/** What is wrong with the settings, a sentence each. */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: string[]) {
    super(
      `Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.name = 'SettingsError'
    this.problems = problems
  }
}

type Values = z.output<typeof Environment>

/**
 * Parses the environment. An empty value counts as not set. Throws
 * SettingsError.
 */
export function readSettings(environment: Record<string, string | undefined>) {
  const values = parseEnvironment(environment)
  checkTogether(values)
  return Object.freeze({
    ...serverSettings(values),
    ...dataSettings(values),
    ...serviceSettings(values),
    ...signInSettings(values),
    ...operationsSettings(values),
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
    brand: Object.freeze({
      name: values.BRAND_NAME,
      logoUrl: values.BRAND_LOGO_URL,
      color: values.BRAND_COLOR,
      supportEmail: values.SUPPORT_EMAIL,
      supportPhone: values.SUPPORT_PHONE,
    }),
    demo: isDemo(values),
    assignment: values.ASSIGNMENT,
  })
}

function parseEnvironment(
  environment: Record<string, string | undefined>,
): Values {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  )
  const parsed = Environment.safeParse(given)
  if (parsed.success) return parsed.data
  // The first problem of each variable is the most specific.
  const problems = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0])
    if (!problems.has(name)) problems.set(name, `${name} must be ${message}`)
  }
  throw new SettingsError([...problems.values()])
}

/** What the schema of one variable can't check. */
function checkTogether(values: Values) {
  for (const name of [
    'DATABASE_OWNER_URL',
    'DATABASE_REPLICA_URL',
    'BACKUP_DATABASE_URL',
  ] as const)
    if (values[name] && !values.DATABASE_URL)
      throw new SettingsError([`DATABASE_URL must be set when ${name} is set`])
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID)
    throw new SettingsError([
      'OIDC_CLIENT_ID must be set when OIDC_ISSUER is set',
    ])
  const problems = isProduction(values) ? productionProblems(values) : []
  if (problems.length > 0) throw new SettingsError(problems)
}

const isProduction = ({ NODE_ENV }: Values) => NODE_ENV === 'production'

const isDemo = (values: Values) => values.DEMO ?? !isProduction(values)

const getPublicUrl = ({ PUBLIC_URL, PORT }: Values) =>
  PUBLIC_URL ?? `http://localhost:${PORT}`

const serverSettings = (values: Values) => ({
  env: values.NODE_ENV,
  port: values.PORT,
  host: values.HOST ?? (isProduction(values) ? '0.0.0.0' : '127.0.0.1'),
  /**
   * The origin that people open, for links, the return from sign-in and the
   * cross-site check.
   */
  publicUrl: getPublicUrl(values),
  trustedProxies: values.TRUSTED_PROXIES,
  chromiumPath: values.CHROMIUM_PATH,
  /**
   * How long the portal keeps serving after SIGTERM while it reports not ready,
   * so that load balancers notice.
   */
  shutdownDelayMs:
    (values.SHUTDOWN_DELAY_SECONDS ?? (isProduction(values) ? 3 : 0)) * 1000,
})

function dataSettings(values: Values) {
  const dataDir = resolve(values.DATA_DIR)
  return {
    dataDir,
    filesUrl: values.FILES_URL ?? pathToFileURL(join(dataDir, 'files')).href,
    /** Undefined: the embedded database in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    backup: toBackupSettings(values),
    backupWarnHours: values.BACKUP_WARN_HOURS,
    /** Undefined: records are kept. */
    retentionYears: values.RETENTION_YEARS,
    /** Base64. Undefined: generated at the first start, in `dataDir`. */
    secretKey: values.SECRET_KEY,
  }
}

/** The sender of emails: named after the brand unless MAIL_FROM has a name. */
function readSender(values: Values): { name: string; address: string } {
  const from =
    values.MAIL_FROM ?? `no-reply@${new URL(getPublicUrl(values)).hostname}`
  const [sender] = parseAddresses(from, { flatten: true })
  return {
    name: sender?.name || nameSender(values.BRAND_NAME),
    address: sender?.address || from,
  }
}

/** LoanDock, mail, the virus scanner and the intake of transmittals. */
const serviceSettings = (values: Values) => ({
  clamdUrl: values.CLAMD_URL,
  /** Undefined: the sandbox, on port + 1. */
  loanDockUrl: values.LOAN_DOCK_URL,
  /**
   * Undefined: the sandbox's mailbox, SMTP on port + 2, its page on port + 3.
   */
  smtpUrl: values.SMTP_URL,
  mailFrom: readSender(values),
  intake: toIntakeSettings(values, isDemo(values)),
  /**
   * Whether the sandbox serves the intake folder over SFTP, on port + 4, and
   * transmittals are fetched from there.
   */
  sandboxSftp:
    values.SANDBOX_SFTP && !values.LOAN_DOCK_URL && !values.INTAKE_URL,
  intakeWaitMinutes: values.INTAKE_WAIT_MINUTES,
  intakeEverySeconds: values.INTAKE_EVERY_SECONDS,
  captureRowsPerDay: values.CAPTURE_ROWS_PER_DAY,
})

const signInSettings = (values: Values) => ({
  oidc: toOidcSettings(values),
  /** Undefined: SCIM is off. */
  scimTokens: values.SCIM_TOKENS,
  groupRoles: values.GROUP_ROLES,
  firstAdminEmail: values.FIRST_ADMIN_EMAIL,
})

const operationsSettings = (values: Values) => ({
  /** Undefined: no metrics. With a port, they are served only there. */
  metrics:
    values.METRICS_PORT || values.METRICS_TOKEN
      ? { port: values.METRICS_PORT, token: values.METRICS_TOKEN }
      : undefined,
  /** Undefined: no traces. */
  otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  /** Undefined: the version in package.json. */
  buildVersion: values.BUILD_VERSION,
  buildCommit: values.BUILD_COMMIT,
  logLevel: values.LOG_LEVEL,
})

const when = 'when NODE_ENV is production'

/**
 * What production refuses. Insecure settings can be allowed by name; the others
 * can't.
 */
function productionProblems(values: Values): string[] {
  const refused = [
    values.DEMO && `DEMO must be off ${when}`,
    values.WEBHOOK_ALLOW_PRIVATE &&
      `WEBHOOK_ALLOW_PRIVATE must be off ${when}: it is for development`,
    !values.SECRET_KEY &&
      `SECRET_KEY must be set ${when}: all nodes need the same one`,
    !values.LOAN_DOCK_URL &&
      `LOAN_DOCK_URL must be set ${when}: the sandbox does not run there`,
  ]
  const insecure = findInsecure(values).filter(
    ({ name }) => !values.ALLOW_INSECURE.includes(name),
  )
  return [
    ...refused.filter((problem) => typeof problem === 'string'),
    ...insecure.map(
      ({ name, rule }) =>
        `${name} must ${rule}, or be named in ALLOW_INSECURE=${name}`,
    ),
  ]
}

const isPlain = (address: string | undefined) =>
  address !== undefined && new URL(address).protocol !== 'https:'

/** Whether the endpoint of a bucket has no TLS. */
function isPlainBucket(bucket: string | undefined): boolean {
  if (!bucket?.startsWith('s3:')) return false
  return isPlain(new URL(bucket).searchParams.get('endpoint') || undefined)
}

type Insecure = { name: (typeof securedSettings)[number]; rule: string }

/** Settings that are insecure in production, and the rule that each breaks. */
function findInsecure(values: Values): Insecure[] {
  const https = `start with https:// ${when}`
  const httpsEndpoint = `have an endpoint that starts with https:// ${when}`
  const insecure: Insecure[] = []
  if (isPlain(values.LOAN_DOCK_URL))
    insecure.push({ name: 'LOAN_DOCK_URL', rule: https })
  if (!values.PUBLIC_URL || isPlain(values.PUBLIC_URL))
    insecure.push({ name: 'PUBLIC_URL', rule: `be set and ${https}` })
  if (!values.DATABASE_URL)
    insecure.push({
      name: 'DATABASE_URL',
      rule: `be set ${when}: the embedded database is for trying the portal`,
    })
  if (isPlain(values.OIDC_ISSUER))
    insecure.push({ name: 'OIDC_ISSUER', rule: https })
  if (isPlainBucket(values.FILES_URL))
    insecure.push({ name: 'FILES_URL', rule: httpsEndpoint })
  if (isPlainBucket(values.BACKUP_TO))
    insecure.push({ name: 'BACKUP_TO', rule: httpsEndpoint })
  return insecure
}

type Intake =
  | { kind: 'FOLDER'; folder: string }
  | { kind: 'SFTP'; url: string; hostKey: string }
  | undefined

/**
 * Where transmittals arrive: an SFTP account or a folder. The demo has its own
 * folder.
 */
function toIntakeSettings(values: Values, isDemo: boolean): Intake {
  const { INTAKE_DIR, INTAKE_URL, INTAKE_HOST_KEY, DATA_DIR } = values
  if (INTAKE_URL) {
    if (INTAKE_DIR)
      throw new SettingsError(['INTAKE_DIR and INTAKE_URL can’t both be set'])
    if (!INTAKE_HOST_KEY)
      throw new SettingsError([
        'INTAKE_HOST_KEY must be set when INTAKE_URL is set, so that only that host gets the password',
      ])
    return { kind: 'SFTP', url: INTAKE_URL, hostKey: INTAKE_HOST_KEY }
  }
  if (INTAKE_DIR) return { kind: 'FOLDER', folder: resolve(INTAKE_DIR) }
  return isDemo
    ? { kind: 'FOLDER', folder: resolve(DATA_DIR, 'intake') }
    : undefined
}
