import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { z } from 'zod'
import { Environment, type securedSettings } from './environment.ts'
import { oidcOf } from './oidc-settings.ts'
import { backupOf } from './storage-settings.ts'

/**
 * The portal's settings. Read from the environment once, at start; nothing else
 * reads process.env.
 */
export type Settings = ReturnType<typeof readSettings>

class SettingsError extends Error {
  constructor(problems: string[]) {
    super(
      `Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.name = 'SettingsError'
  }
}

/**
 * Parses the environment. An empty value counts as not set. Throws
 * SettingsError.
 */
export function readSettings(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map(
        ({ path: [name], message }) => `${String(name)} must be ${message}`,
      ),
    )
  }

  const values = parsed.data
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
  const isProduction = values.NODE_ENV === 'production'
  const problems = isProduction ? productionProblems(values) : []
  if (problems.length > 0) throw new SettingsError(problems)

  const isDemo = values.DEMO ?? !isProduction
  const dataDir = resolve(values.DATA_DIR)
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  return Object.freeze({
    env: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    filesUrl: values.FILES_URL ?? pathToFileURL(join(dataDir, 'files')).href,
    /** Undefined: the embedded database in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    backup: backupOf(values),
    clamdUrl: values.CLAMD_URL,
    /** Undefined: the sandbox, on port + 1. */
    loanDockUrl: values.LOAN_DOCK_URL,
    /**
     * Undefined: the sandbox's mailbox, SMTP on port + 2, its page on port + 3.
     */
    smtpUrl: values.SMTP_URL,
    intake: intakeOf(values, isDemo),
    /**
     * Whether the sandbox serves the intake folder over SFTP, on port + 4, and
     * transmittals are fetched from there.
     */
    sandboxSftp:
      values.SANDBOX_SFTP && !values.LOAN_DOCK_URL && !values.INTAKE_URL,
    intakeWaitMinutes: values.INTAKE_WAIT_MINUTES,
    intakeEverySeconds: values.INTAKE_EVERY_SECONDS,
    captureRowsPerDay: values.CAPTURE_ROWS_PER_DAY,
    /** Undefined: records are kept. */
    retentionYears: values.RETENTION_YEARS,
    /** Whether webhooks can use http, any port and private addresses. */
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    /**
     * The origin that people open, for links, the return from sign-in and the
     * cross-site check.
     */
    publicUrl,
    trustedProxies: values.TRUSTED_PROXIES,
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
    backupWarnHours: values.BACKUP_WARN_HOURS,
    /** Base64. Undefined: generated at the first start, in `dataDir`. */
    secretKey: values.SECRET_KEY,
    brand: Object.freeze({
      name: values.BRAND_NAME,
      logoUrl: values.BRAND_LOGO_URL,
      color: values.BRAND_COLOR,
    }),
    oidc: oidcOf(values),
    demo: isDemo,
    assignment: values.ASSIGNMENT,
    /** Undefined: SCIM is off. */
    scimTokens: values.SCIM_TOKENS,
    groupRoles: values.GROUP_ROLES,
    chromiumPath: values.CHROMIUM_PATH,
    /**
     * How long the portal keeps serving after SIGTERM while it reports not
     * ready, so that load balancers notice.
     */
    shutdownDelayMs:
      (values.SHUTDOWN_DELAY_SECONDS ?? (isProduction ? 3 : 0)) * 1000,
    firstAdminEmail: values.FIRST_ADMIN_EMAIL,
    logLevel: values.LOG_LEVEL,
  })
}

/**
 * What production refuses. Insecure settings can be allowed by name; the others
 * can't.
 */
function productionProblems(values: z.output<typeof Environment>): string[] {
  const isHttps = (address: string) => new URL(address).protocol === 'https:'
  const {
    LOAN_DOCK_URL,
    PUBLIC_URL,
    DATABASE_URL,
    FILES_URL,
    OIDC_ISSUER,
    BACKUP_TO,
  } = values
  const isPlain = (bucket: string | undefined) => {
    const endpoint =
      bucket?.startsWith('s3:') && new URL(bucket).searchParams.get('endpoint')
    return !!endpoint && !isHttps(endpoint)
  }
  const when = 'when NODE_ENV is production'
  const refused = [
    values.DEMO && `DEMO must be off ${when}`,
    values.WEBHOOK_ALLOW_PRIVATE &&
      `WEBHOOK_ALLOW_PRIVATE must be off ${when}: it is for development`,
    !values.SECRET_KEY &&
      `SECRET_KEY must be set ${when}: all nodes need the same one`,
    !LOAN_DOCK_URL &&
      `LOAN_DOCK_URL must be set ${when}: the sandbox does not run there`,
  ]
  const insecure: [(typeof securedSettings)[number], false | string][] = [
    [
      'LOAN_DOCK_URL',
      LOAN_DOCK_URL !== undefined &&
        !isHttps(LOAN_DOCK_URL) &&
        `start with https:// ${when}`,
    ],
    [
      'PUBLIC_URL',
      !(PUBLIC_URL && isHttps(PUBLIC_URL)) &&
        `be set and start with https:// ${when}`,
    ],
    [
      'DATABASE_URL',
      !DATABASE_URL &&
        `be set ${when}: the embedded database is for trying the portal`,
    ],
    [
      'OIDC_ISSUER',
      OIDC_ISSUER !== undefined &&
        !isHttps(OIDC_ISSUER) &&
        `start with https:// ${when}`,
    ],
    [
      'FILES_URL',
      isPlain(FILES_URL) &&
        `have an endpoint that starts with https:// ${when}`,
    ],
    [
      'BACKUP_TO',
      isPlain(BACKUP_TO) &&
        `have an endpoint that starts with https:// ${when}`,
    ],
  ]
  return [
    ...refused.filter((problem) => typeof problem === 'string'),
    ...insecure.flatMap(([name, problem]) =>
      problem && !values.ALLOW_INSECURE.includes(name)
        ? [`${name} must ${problem}, or be named in ALLOW_INSECURE=${name}`]
        : [],
    ),
  ]
}

type Intake =
  | { kind: 'FOLDER'; folder: string }
  | { kind: 'SFTP'; url: string; hostKey: string }
  | undefined

/**
 * Where transmittals arrive: an SFTP account or a folder. The demo has its own
 * folder.
 */
function intakeOf(
  values: z.output<typeof Environment>,
  isDemo: boolean,
): Intake {
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
