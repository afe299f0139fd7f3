import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const sftp = {
  INTAKE_URL: 'sftp://lender:s3cret@files.example:2222/out',
  INTAKE_HOST_KEY: `SHA256:${'a'.repeat(43)}`,
}
const production = {
  NODE_ENV: 'production',
  LOAN_DOCK_URL: 'https://loandock.example',
  PUBLIC_URL: 'https://review.example',
  DATABASE_URL: 'postgres://portal@db/portal',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
}
const oidc = {
  OIDC_ISSUER: 'https://login.example/tenant',
  OIDC_CLIENT_ID: 'portal',
}
const bucket = 's3://key:secret@documents/portal?endpoint=http://127.0.0.1:9000'
const proxies = '10.0.0.5, 10.1.0.0/16,2001:db8::/32,loopback'
const replica = 'postgres://reader:secret@replica/portal'

test.for<[what: string, environment: Record<string, string>, expected: object]>(
  [
    [
      'the defaults are a demo on port 3000 with its data in .data',
      {},
      {
        env: 'development',
        port: 3000,
        host: '127.0.0.1',
        dataDir: resolve('.data'),
        trustedProxies: 'loopback',
        databaseUrl: undefined,
        databaseOwnerUrl: undefined,
        publicUrl: 'http://localhost:3000',
        brand: { name: 'Buyer' },
        demo: true,
        assignment: 'auto',
        logLevel: 'info',
        intakeWaitMinutes: 60,
        captureRowsPerDay: 200_000,
        intakeEverySeconds: 60,
        shutdownDelayMs: 0,
      },
    ],
    [
      'an empty value counts as not set',
      { PORT: '', BRAND_NAME: '' },
      { port: 3000, brand: { name: 'Buyer' } },
    ],
    [
      'the public origin loses its trailing slash',
      { PUBLIC_URL: 'https://review.example/' },
      { publicUrl: 'https://review.example' },
    ],
    [
      'files and transmittals are stored in the data folder',
      { DATA_DIR: '/srv/portal' },
      {
        filesUrl: 'file:///srv/portal/files',
        intake: { kind: 'FOLDER', folder: '/srv/portal/intake' },
      },
    ],
    [
      'files may be stored elsewhere',
      { FILES_URL: bucket },
      { filesUrl: bucket },
    ],
    [
      'nothing is backed up by default',
      {},
      {
        backup: {
          to: undefined,
          at: '02:00',
          keepDays: 30,
          key: undefined,
          databaseUrl: undefined,
        },
      },
    ],
    [
      'backups go to a folder or a bucket, and use the owner’s login',
      {
        BACKUP_TO: 'backup',
        DATABASE_URL: 'postgres://portal@db/portal',
        DATABASE_OWNER_URL: 'postgres://owner@db/portal',
      },
      {
        backup: {
          to: resolve('backup'),
          databaseUrl: 'postgres://owner@db/portal',
        },
      },
    ],
    [
      'a bucket for backups',
      { BACKUP_TO: bucket, BACKUP_AT: '23:30' },
      { backup: { to: bucket, at: '23:30' } },
    ],
    [
      'transmittals arrive nowhere without a demo',
      { DEMO: 'off' },
      { intake: undefined },
    ],
    [
      'transmittals may arrive in a folder',
      { DEMO: 'off', INTAKE_DIR: '/srv/in' },
      { intake: { kind: 'FOLDER', folder: '/srv/in' } },
    ],
    [
      'transmittals may arrive at an SFTP account with a known host key',
      sftp,
      {
        intake: {
          kind: 'SFTP',
          url: sftp.INTAKE_URL,
          hostKey: sftp.INTAKE_HOST_KEY,
        },
      },
    ],
    [
      'metrics and traces are off, and the build is unknown, unless set',
      {},
      {
        metrics: undefined,
        otlpEndpoint: undefined,
        buildVersion: undefined,
        buildCommit: undefined,
        backupWarnHours: 26,
      },
    ],
    [
      'metrics can have a port, a token or both',
      { METRICS_PORT: '9464', METRICS_TOKEN: 'a-token-of-the-scraper' },
      { metrics: { port: 9464, token: 'a-token-of-the-scraper' } },
    ],
    [
      'production has no demo data, listens on all addresses, and serves for 3 s while stopping',
      production,
      { demo: false, host: '0.0.0.0', shutdownDelayMs: 3000 },
    ],
    [
      'shutdown can be immediate',
      { ...production, SHUTDOWN_DELAY_SECONDS: '0' },
      { shutdownDelayMs: 0 },
    ],
    [
      'the first administrator’s email is lower case',
      { FIRST_ADMIN_EMAIL: 'Who@Buyer.example' },
      { firstAdminEmail: 'who@buyer.example' },
    ],
    [
      'production listens on HOST',
      { ...production, HOST: '10.0.0.5' },
      { host: '10.0.0.5' },
    ],
    ['a demo listens on HOST', { HOST: '::' }, { host: '::' }],
    ['single sign-on is off by default', {}, { oidc: undefined }],
    [
      'single sign-on has defaults, and groups that grant roles and permissions',
      {
        ...oidc,
        GROUP_ROLES:
          'uw=a=UNDERWRITER:myOwn+viewSlvDepartment; 8f1e-22=SELLER ;',
      },
      {
        oidc: {
          issuer: 'https://login.example/tenant',
          clientId: 'portal',
          clientSecret: undefined,
          isSandbox: false,
          label: 'Continue with single sign-on',
          groupsClaim: 'groups',
          companyClaim: 'company_corr_id',
          verifiedClaim: 'email_verified',
          scope: 'openid email profile',
          roles: [
            {
              group: 'uw=a',
              role: 'UNDERWRITER',
              permissions: ['myOwn', 'viewSlvDepartment'],
            },
            { group: '8f1e-22', role: 'SELLER', permissions: [] },
          ],
        },
      },
    ],
    [
      'the sandbox offers single sign-on if enabled',
      { SANDBOX_OIDC: 'true', PORT: '4000' },
      {
        oidc: {
          issuer: 'http://localhost:4005',
          isSandbox: true,
          clientId: 'loan-review-portal',
        },
      },
    ],
    [
      'a configured identity provider takes precedence over the sandbox’s',
      { ...oidc, SANDBOX_OIDC: 'true' },
      { oidc: { isSandbox: false } },
    ],
    [
      'production accepts a plain http identity provider that ALLOW_INSECURE names',
      {
        ...production,
        ...oidc,
        OIDC_ISSUER: 'http://login.example',
        ALLOW_INSECURE: 'OIDC_ISSUER',
      },
      { oidc: { issuer: 'http://login.example' } },
    ],
    [
      'trusted proxies are addresses and networks',
      { TRUSTED_PROXIES: proxies },
      { trustedProxies: proxies },
    ],
    [
      'a replica is used next to the database',
      {
        DATABASE_URL: 'postgres://portal@db/portal',
        DATABASE_REPLICA_URL: replica,
      },
      { databaseReplicaUrl: replica },
    ],
  ],
)('%s', ([, environment, expected]) => {
  expect(readSettings(environment)).toMatchObject(expected)
})

test('each invalid setting is named with what it should be, without its value', () => {
  const environment = {
    PORT: '70000',
    DATABASE_URL: 'mysql://app:secret@db',
    ASSIGNMENT: 'maybe',
    DEMO: 'perhaps',
  }
  const read = () => readSettings(environment)

  expect(read).toThrow(/PORT must be a whole number/)
  expect(read).toThrow(
    /DATABASE_URL must be an address that starts with postgres:\/\/ or postgresql:\/\//,
  )
  expect(read).toThrow(/ASSIGNMENT must be auto or manual/)
  expect(read).toThrow(/DEMO must be true or false/)
  expect(read).not.toThrow(/secret|maybe|perhaps/)
})

test.for<
  [
    name: string,
    expected: RegExp,
    wrong: string[],
    others?: Record<string, string>,
  ]
>([
  ['PUBLIC_URL', /without a path/, ['https://review.example/secret']],
  [
    'SUPPORT_EMAIL',
    /SUPPORT_EMAIL must be an email address/,
    ['secret', 'secret@'],
  ],
  ['SUPPORT_PHONE', /SUPPORT_PHONE must be a phone number/, ['secret']],
  [
    'FILES_URL',
    /FILES_URL must be a folder such as/,
    [
      '/srv/files',
      'file://host/files',
      's3://',
      's3://b?endpoint=ftp://secret',
      'http://b/',
    ],
  ],
  [
    'BACKUP_TO',
    /BACKUP_TO must be a folder such as/,
    ['s3://', 's3://b?endpoint=ftp://secret', 'http://secret/'],
  ],
  [
    'BACKUP_AT',
    /BACKUP_AT must be a time of day/,
    ['2', '24:00', '02:60', '2:00 am'],
  ],
  [
    'BACKUP_KEEP_DAYS',
    /BACKUP_KEEP_DAYS must be/,
    ['0', '1.5', 'forever', '3651'],
  ],
  [
    'BACKUP_KEY',
    /BACKUP_KEY must be a key from npm run backup/,
    ['secret', 'age1secret', 'AGE-SECRET-KEY-1'],
  ],
  [
    'BACKUP_DATABASE_URL',
    /DATABASE_URL must be set when/,
    ['postgres://backup:secret@db/portal'],
  ],
  [
    'HOST',
    /HOST must be an IP address/,
    ['review.example', '1.2.3', 'http://127.0.0.1'],
  ],
  [
    'SECRET_KEY',
    /SECRET_KEY must be base64 of 32 random bytes/,
    [
      'c2hvcnQ=',
      'no base64 at all, secret',
      Buffer.alloc(31, 1).toString('base64'),
    ],
  ],
  [
    'TRUSTED_PROXIES',
    /TRUSTED_PROXIES must be addresses/,
    ['true', '10.0.0.0/33', '0.0.0.0/0', 'proxy.example', '10.0.0.5,,'],
  ],
  ['METRICS_PORT', /METRICS_PORT must be/, ['70000', '0', 'on'], {}],
  [
    'METRICS_TOKEN',
    /METRICS_TOKEN must be at least 16 characters/,
    ['s3cret'],
    {},
  ],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    /OTEL_EXPORTER_OTLP_ENDPOINT must be an address/,
    ['collector:4318', 's3cret'],
    {},
  ],
  ['BACKUP_WARN_HOURS', /BACKUP_WARN_HOURS must be/, ['0', 'a day'], {}],
  [
    'INTAKE_URL',
    /INTAKE_URL must be an account/,
    ['sftp://s3cret@files.example'],
    sftp,
  ],
  ['INTAKE_HOST_KEY', /INTAKE_HOST_KEY/, ['md5:1'], sftp],
  ['INTAKE_HOST_KEY', /INTAKE_HOST_KEY must be set/, [''], sftp],
  ['INTAKE_DIR', /can’t both be set/, ['/srv/in'], sftp],
  ['INTAKE_WAIT_MINUTES', /INTAKE_WAIT_MINUTES/, ['0']],
  [
    'OIDC_ISSUER',
    /OIDC_ISSUER must be/,
    ['login.example', 'ftp://login.example'],
    oidc,
  ],
  [
    'OIDC_ISSUER',
    /must be the issuer of a single tenant/,
    ['https://login.example/common/v2.0'],
    oidc,
  ],
  ['OIDC_CLIENT_ID', /OIDC_CLIENT_ID must be set/, [''], oidc],
  [
    'OIDC_SCOPE',
    /OIDC_SCOPE must be a list that contains openid/,
    ['email'],
    oidc,
  ],
  [
    'DATABASE_REPLICA_URL',
    /DATABASE_URL must be set when DATABASE_REPLICA_URL is set/,
    ['postgres://reader:secret@replica/portal'],
  ],
  [
    'DATABASE_REPLICA_URL',
    /DATABASE_REPLICA_URL must be/,
    ['replica'],
    { DATABASE_URL: 'postgres://portal@db/portal' },
  ],
])(
  'a wrong %s is refused with %s, without its value',
  ([name, expected, wrong, others]) => {
    for (const value of wrong) {
      const read = () => readSettings({ ...others, [name]: value })
      expect(read, value).toThrow(expected)
      expect(read, value).not.toThrow(/s3cret|secret[@ ]|:secret|c2hv/)
    }
  },
)

test('production refuses demo data, and needs LoanDock and a key', () => {
  expect(() => readSettings({ ...production, DEMO: 'on' })).toThrow(
    /DEMO must be off/,
  )
  expect(() => readSettings({ ...production, LOAN_DOCK_URL: '' })).toThrow(
    /LOAN_DOCK_URL must be set/,
  )
  expect(() => readSettings({ ...production, SECRET_KEY: '' })).toThrow(
    /SECRET_KEY must be set/,
  )
})

test.for([
  ['PUBLIC_URL', 'http://review.example'],
  ['PUBLIC_URL', ''],
  ['LOAN_DOCK_URL', 'http://loandock.example'],
  ['DATABASE_URL', ''],
  ['OIDC_ISSUER', 'http://login.example'],
  ['FILES_URL', 's3://documents/portal?endpoint=http://files.example:9000'],
  ['BACKUP_TO', 's3://backups/portal?endpoint=http://files.example:9000'],
])(
  'production refuses %s=%s unless ALLOW_INSECURE names it',
  ([name = '', value]) => {
    const insecure = { ...production, OIDC_CLIENT_ID: 'portal', [name]: value }
    expect(() => readSettings(insecure)).toThrow(
      new RegExp(`^ {2}${name} must .*ALLOW_INSECURE=${name}$`, 'm'),
    )
    const unknown = { ...insecure, ALLOW_INSECURE: 'SECRET_KEY' }
    expect(() => readSettings(unknown)).toThrow(
      /ALLOW_INSECURE must be a list of/,
    )
    expect(() =>
      readSettings({ ...insecure, ALLOW_INSECURE: `${name}, ${name}` }),
    ).not.toThrow()
    const others = [
      'PUBLIC_URL',
      'LOAN_DOCK_URL',
      'DATABASE_URL',
      'FILES_URL',
    ].filter((other) => other !== name)
    for (const ALLOW_INSECURE of others)
      expect(
        () => readSettings({ ...insecure, ALLOW_INSECURE }),
        ALLOW_INSECURE,
      ).toThrow(name)
  },
)

test.for([
  's3://documents',
  's3://documents?endpoint=https://files.example',
  'file:///srv/files',
])('production stores files in %s', (FILES_URL) => {
  expect(readSettings({ ...production, FILES_URL }).filesUrl).toBe(FILES_URL)
})

test('production lists all refused settings together', () => {
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(
    /SECRET_KEY[\s\S]*LOAN_DOCK_URL[\s\S]*PUBLIC_URL[\s\S]*DATABASE_URL/,
  )
})
