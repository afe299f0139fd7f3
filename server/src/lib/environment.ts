import { isIP } from 'node:net'
import { isUsPhone } from '@portal/contract/lib/fields'
import { z } from 'zod'
import { parseGroupRoles } from './group-roles.ts'
import { oidcEnvironment } from './oidc-settings.ts'
import { backupVariables, filesUrl } from './storage-settings.ts'

const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) =>
        URL.canParse(text) && protocols.includes(new URL(text).protocol),
      {
        error: `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      },
    )

/** http(s) scheme, host and port only; a trailing slash is dropped. */
const origin = url('http:', 'https:')
  .refine((text) => ['', '/'].includes(new URL(text).pathname), {
    error: 'an origin without a path',
  })
  .transform((text) => new URL(text).origin)

/**
 * An address, a network (10.0.0.0/8), or the name of a group of private
 * addresses.
 */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  const isLength =
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most)
  return isIP(address) !== 0 && isLength && more.length === 0
}

const sftpUrl = url('sftp:').refine(
  (text) => {
    const { username, password, hostname } = new URL(text)
    return username !== '' && password !== '' && hostname !== ''
  },
  {
    error:
      'an account with its password, such as sftp://user:password@host/folder',
  },
)

/** `group=ROLE:permission+permission;…`, parsed. */
const groupRoles = z.string().transform((text, ctx) => {
  try {
    return parseGroupRoles(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    ctx.addIssue({
      code: 'custom',
      message: `group=ROLE:permission+permission, separated by semicolons: ${reason}`,
    })
    return z.NEVER
  }
})

/**
 * One or two secrets, so that a new one is accepted before the old one is
 * removed.
 */
const scimTokens = z
  .string()
  .transform((list) => list.split(',').map((token) => token.trim()))
  .refine(
    (list) =>
      list.length <= 2 &&
      list.every((token) => /^[\x21-\x7e]{32,}$/.test(token)),
    {
      error:
        'one or two secrets of at least 32 characters without spaces, separated by a comma',
    },
  )
const port =
  'a whole number from 1 to 65530; the five ports after it are the sandbox’s'

/**
 * Settings that production checks for encryption, or requires, unless
 * ALLOW_INSECURE names them.
 */
export const securedSettings = [
  'PUBLIC_URL',
  'LOAN_DOCK_URL',
  'DATABASE_URL',
  'FILES_URL',
  'OIDC_ISSUER',
  'BACKUP_TO',
] as const

/**
 * The environment variables, validated; settings.ts turns them into settings.
 */
export const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], {
      error: 'development, test or production',
    })
    .default('development'),
  PORT: z.coerce
    .number({ error: port })
    .int(port)
    .min(1, port)
    .max(65_530, port)
    .default(3000),
  HOST: z
    .union([z.ipv4(), z.ipv6(), z.literal('localhost')], {
      error: 'an IP address of this machine, such as 127.0.0.1 or 0.0.0.0',
    })
    .optional(),
  ALLOW_INSECURE: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(
      z.array(
        z.enum(securedSettings, {
          error: `a list of ${securedSettings.join(', ')}, separated by commas`,
        }),
      ),
    )
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
    .regex(
      /^SHA256:[A-Za-z0-9+/]{43}=?$/,
      'the fingerprint of a host key, such as SHA256:… from ssh-keygen -lf',
    )
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
  RETENTION_YEARS: z.coerce
    .number({ error: 'a number of years' })
    .int('a whole number of years')
    .min(1, 'at least 1 year')
    .max(100, 'at most 100 years')
    .optional(),
  WEBHOOK_ALLOW_PRIVATE: z
    .stringbool({ error: 'true or false' })
    .default(false),
  SHUTDOWN_DELAY_SECONDS: z.coerce
    .number({ error: 'a number of seconds' })
    .min(0, 'at least 0 seconds')
    .max(4, 'at most 4 seconds, because the portal stops within 10 s')
    .optional(),
  FIRST_ADMIN_EMAIL: z
    .email({ error: 'an email address' })
    .transform((address) => address.toLowerCase())
    .optional(),
  PUBLIC_URL: origin.optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((list) => list.split(',').every((one) => isNetwork(one.trim())), {
      error:
        'addresses or networks separated by commas, such as 10.0.0.5,10.1.0.0/16, or loopback',
    })
    .default('loopback'),
  BRAND_NAME: z.string().max(60, 'at most 60 characters').default('Buyer'),
  BRAND_LOGO_URL: url('http:', 'https:').optional(),
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'a color such as #1f5f8b')
    .optional(),
  SUPPORT_EMAIL: z.email({ error: 'an email address' }).optional(),
  SUPPORT_PHONE: z
    .string()
    .refine(isUsPhone, 'a phone number such as (212) 555-0142')
    .optional(),
  METRICS_PORT: z.coerce
    .number({ error: 'a port' })
    .int('a whole number')
    .min(1, 'at least 1')
    .max(65_535, 'at most 65535')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(
      16,
      'at least 16 characters, such as the output of openssl rand -hex 32',
    )
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  BUILD_VERSION: z.string().max(60, 'at most 60 characters').optional(),
  BUILD_COMMIT: z.string().max(60, 'at most 60 characters').optional(),
  BACKUP_WARN_HOURS: z.coerce
    .number({ error: 'a number of hours' })
    .min(1, 'at least 1 hour')
    .default(26),
  SECRET_KEY: z
    .base64(
      'base64 of 32 random bytes or more, such as the output of openssl rand -base64 32',
    )
    .refine((text) => Buffer.from(text, 'base64').length >= 32, {
      error: 'base64 of 32 random bytes or more',
    })
    .optional(),
  ...oidcEnvironment,
  DEMO: z.stringbool({ error: 'true or false' }).optional(),
  CHROMIUM_PATH: z.string().optional(),
  ASSIGNMENT: z
    .enum(['auto', 'manual'], { error: 'auto or manual' })
    .default('auto'),
  SCIM_TOKENS: scimTokens.optional(),
  GROUP_ROLES: groupRoles.default([]),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

/** The variables that the portal reads. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)
