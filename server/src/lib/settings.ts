import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { parseGroupRoles } from './group-roles.ts'
import { oidcEnvironment, oidcOf } from './oidc-settings.ts'
import { backupOf, backupVariables, filesUrl } from './settings-storage.ts'

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

/** http(s) scheme, host and port only; a trailing slash is dropped. */
const origin = url('http:', 'https:')
  .refine((text) => ['', '/'].includes(new URL(text).pathname), { error: 'an origin without a path' })
  .transform((text) => new URL(text).origin)

/** An address, a network (10.0.0.0/8), or the name of private ones. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most)
  return isIP(address) !== 0 && isLength && more.length === 0
}

const sftpUrl = url('sftp:').refine(
  (text) => {
    const { username, password, hostname } = new URL(text)
    return username !== '' && password !== '' && hostname !== ''
  },
  { error: 'an account with its password, such as sftp://user:password@host/folder' },
)

/** `group=ROLE:permission+permission;…`, parsed. */
const groupRoles = z.string().transform((text, ctx) => {
  try {
    return parseGroupRoles(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    ctx.addIssue({ code: 'custom', message: `group=ROLE:permission+permission, separated by semicolons: ${reason}` })
    return z.NEVER
  }
})

/** One or two secrets, so that a new one is accepted before the old one is removed. */
const scimTokens = z
  .string()
  .transform((list) => list.split(',').map((token) => token.trim()))
  .refine((list) => list.length <= 2 && list.every((token) => /^[\x21-\x7e]{32,}$/.test(token)), {
    error: 'one or two secrets of at least 32 characters without spaces, separated by a comma',
  })

const port = 'a whole number from 1 to 65532; the three ports after it are the sandbox’s'

/** Settings that production accepts only encrypted or explicit, unless ALLOW_INSECURE names them. */
const securedSettings = [
  'PUBLIC_URL',
  'LOAN_DOCK_URL',
  'DATABASE_URL',
  'FILES_URL',
  'OIDC_ISSUER',
  'BACKUP_TO',
] as const

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'development, test or production' })
    .default('development'),
  PORT: z.coerce.number({ error: port }).int(port).min(1, port).max(65_532, port).default(3000),
  HOST: z
    .union([z.ipv4(), z.ipv6(), z.literal('localhost')], {
      error: 'an IP address of this machine, such as 127.0.0.1 or 0.0.0.0',
    })
    .optional(),
  ALLOW_INSECURE: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(securedSettings, { error: `a list of ${securedSettings.join(', ')}, separated by commas` })))
    .default([]),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_OWNER_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_REPLICA_URL: url('postgres:', 'postgresql:').optional(),
  FILES_URL: filesUrl.optional(),
  ...backupVariables,
  BACKUP_DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  CLAMD_URL: url('tcp:', 'unix:').optional(),
  LOAN_DOCK_URL: url('http:', 'https:').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .max(200, 'at most 200 characters')
    .regex(
      /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'an address, such as no-reply@buyer.example or Buyer <no-reply@buyer.example>',
    )
    .optional(),
  INTAKE_DIR: z.string().optional(),
  INTAKE_URL: sftpUrl.optional(),
  INTAKE_HOST_KEY: z
    .string()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/, 'the fingerprint of a host key, such as SHA256:… of ssh-keygen -lf')
    .optional(),
  SANDBOX_SFTP: z.stringbool({ error: 'true or false' }).default(false),
  INTAKE_WAIT_MINUTES: z.coerce
    .number({ error: 'a number of minutes' })
    .min(1, 'at least 1 minute')
    .max(10_080, 'at most a week, 10080 minutes')
    .default(60),
  INTAKE_EVERY_SECONDS: z.coerce
    .number({ error: 'a number of seconds' })
    .int('whole seconds')
    .min(1, 'at least 1 second')
    .max(60, 'at most a minute, 60 seconds')
    .default(60),
  CAPTURE_ROWS_PER_DAY: z.coerce
    .number({ error: 'a number of rows' })
    .int('a whole number of rows')
    .min(1, 'at least 1 row')
    .default(200_000),
  WEBHOOK_ALLOW_PRIVATE: z.stringbool({ error: 'true or false' }).default(false),
  PUBLIC_URL: origin.optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((list) => list.split(',').every((one) => isNetwork(one.trim())), {
      error: 'addresses or networks separated by commas, such as 10.0.0.5,10.1.0.0/16, or loopback',
    })
    .default('loopback'),
  BRAND_NAME: z.string().max(60, 'at most 60 characters').default('Buyer'),
  BRAND_LOGO_URL: url('http:', 'https:').optional(),
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'a color such as #1f5f8b')
    .optional(),
  SECRET_KEY: z
    .base64('base64 of 32 random bytes or more, as of openssl rand -base64 32')
    .refine((text) => Buffer.from(text, 'base64').length >= 32, { error: 'base64 of 32 random bytes or more' })
    .optional(),
  ...oidcEnvironment,
  DEMO: z.stringbool({ error: 'true or false' }).optional(),
  CHROMIUM_PATH: z.string().optional(),
  ASSIGNMENT: z.enum(['auto', 'manual'], { error: 'auto or manual' }).default('auto'),
  SCIM_TOKENS: scimTokens.optional(),
  GROUP_ROLES: groupRoles.default([]),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

/** The portal's settings. Read from the environment once, at start; nothing else reads process.env. */
export type Settings = ReturnType<typeof readSettings>

export class SettingsError extends Error {
  constructor(problems: string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

/** Parses the environment. An empty value counts as not set. Throws SettingsError. */
export function readSettings(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map(({ path: [name], message }) => `${String(name)} must be ${message}`),
    )
  }

  const values = parsed.data
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL', 'BACKUP_DATABASE_URL'] as const)
    if (values[name] && !values.DATABASE_URL) throw new SettingsError([`DATABASE_URL must be set when ${name} is set`])
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID)
    throw new SettingsError(['OIDC_CLIENT_ID must be set when OIDC_ISSUER is set'])
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
    /** Undefined: the sandbox's mailbox, SMTP on port + 2, its page on port + 3. */
    smtpUrl: values.SMTP_URL,
    intake: intakeOf(values, isDemo),
    /** Whether the sandbox serves the intake folder over SFTP, on port + 4, and transmittals are fetched from there. */
    sandboxSftp: values.SANDBOX_SFTP && !values.LOAN_DOCK_URL && !values.INTAKE_URL,
    intakeWaitMinutes: values.INTAKE_WAIT_MINUTES,
    intakeEverySeconds: values.INTAKE_EVERY_SECONDS,
    captureRowsPerDay: values.CAPTURE_ROWS_PER_DAY,
    /** Whether webhooks may use http, any port and private addresses. */
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    /** The origin that people open, for links, the return from sign-in and the cross-site check. */
    publicUrl,
    trustedProxies: values.TRUSTED_PROXIES,
    /** Base64. Undefined: generated at the first start, in `dataDir`. */
    secretKey: values.SECRET_KEY,
    brand: Object.freeze({ name: values.BRAND_NAME, logoUrl: values.BRAND_LOGO_URL, color: values.BRAND_COLOR }),
    oidc: oidcOf(values),
    demo: isDemo,
    assignment: values.ASSIGNMENT,
    /** Undefined: there is no SCIM. */
    scimTokens: values.SCIM_TOKENS,
    groupRoles: values.GROUP_ROLES,
    chromiumPath: values.CHROMIUM_PATH,
    logLevel: values.LOG_LEVEL,
  })
}

/** What production refuses. Insecure settings can be allowed by name; the others can't. */
function productionProblems(values: z.output<typeof Environment>): string[] {
  const isHttps = (address: string) => new URL(address).protocol === 'https:'
  const { LOAN_DOCK_URL, PUBLIC_URL, DATABASE_URL, FILES_URL, OIDC_ISSUER, BACKUP_TO } = values
  const isPlain = (bucket: string | undefined) => {
    const endpoint = bucket?.startsWith('s3:') && new URL(bucket).searchParams.get('endpoint')
    return !!endpoint && !isHttps(endpoint)
  }
  const when = 'when NODE_ENV is production'
  const refused = [
    values.DEMO && `DEMO must be off ${when}`,
    values.WEBHOOK_ALLOW_PRIVATE && `WEBHOOK_ALLOW_PRIVATE must be off ${when}: it is for development`,
    !values.SECRET_KEY && `SECRET_KEY must be set ${when}: all nodes need the same one`,
    !LOAN_DOCK_URL && `LOAN_DOCK_URL must be set ${when}: the sandbox does not run there`,
  ]
  const insecure: [(typeof securedSettings)[number], false | string][] = [
    ['LOAN_DOCK_URL', LOAN_DOCK_URL !== undefined && !isHttps(LOAN_DOCK_URL) && `start with https:// ${when}`],
    ['PUBLIC_URL', !(PUBLIC_URL && isHttps(PUBLIC_URL)) && `be set and start with https:// ${when}`],
    ['DATABASE_URL', !DATABASE_URL && `be set ${when}: the embedded database is for trying the portal`],
    ['OIDC_ISSUER', OIDC_ISSUER !== undefined && !isHttps(OIDC_ISSUER) && `start with https:// ${when}`],
    ['FILES_URL', isPlain(FILES_URL) && `have an endpoint that starts with https:// ${when}`],
    ['BACKUP_TO', isPlain(BACKUP_TO) && `have an endpoint that starts with https:// ${when}`],
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

type Intake = { kind: 'FOLDER'; folder: string } | { kind: 'SFTP'; url: string; hostKey: string } | undefined

/** Where transmittals arrive: an SFTP account or a folder. The demo has its own folder. */
function intakeOf(values: z.output<typeof Environment>, isDemo: boolean): Intake {
  const { INTAKE_DIR, INTAKE_URL, INTAKE_HOST_KEY, DATA_DIR } = values
  if (INTAKE_URL) {
    if (INTAKE_DIR) throw new SettingsError(['INTAKE_DIR and INTAKE_URL can’t both be set'])
    if (!INTAKE_HOST_KEY)
      throw new SettingsError([
        'INTAKE_HOST_KEY must be set when INTAKE_URL is set, so that only that host gets the password',
      ])
    return { kind: 'SFTP', url: INTAKE_URL, hostKey: INTAKE_HOST_KEY }
  }
  if (INTAKE_DIR) return { kind: 'FOLDER', folder: resolve(INTAKE_DIR) }
  return isDemo ? { kind: 'FOLDER', folder: resolve(DATA_DIR, 'intake') } : undefined
}
