import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '@portal/sandbox/start'
import { expect } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../test/files.ts'
import { test as base } from '../test/fixture.ts'
import { listen } from '../test/listen.ts'
import { Mails } from '../test/mailbox.ts'
import { freePort } from '../test/nodes/node.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const secretKey = Buffer.alloc(32, 7).toString('base64')
const otherKey = Buffer.alloc(32, 8).toString('base64')

const Report = z.object({
  isOk: z.boolean(),
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      finding: z.string(),
      advice: z.string().nullable(),
      detail: z.string().nullable(),
    }),
  ),
})

type Environment = Record<string, string>
type Ended = { code: number; stdout: string; stderr: string }

/** Runs a program of the server with exactly these settings. */
const runNode = (args: string[], settings: Environment): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH, HOME, TMPDIR } = process.env
    const env = { PATH, HOME, TMPDIR, ...settings }
    const options = { cwd: root, env, timeout: 60_000 }
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

const test = base
  .extend('sandbox', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sandbox = await startSandbox({
      loanDockPort: 0,
      smtpPort: 0,
      mailboxPort: 0,
      portalOrigins: [],
    })
    onCleanup(sandbox.stop)
    return sandbox
  })
  /** The settings of a complete production portal. */
  .extend('settings', async ({ sandbox, urls }, { onCleanup }) => {
    const { folder, remove } = await temporaryFolder()
    onCleanup(remove)
    return {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://portal.example',
      ALLOW_INSECURE: 'LOAN_DOCK_URL',
      DATABASE_URL: urls.url,
      DATABASE_OWNER_URL: urls.ownerUrl,
      SECRET_KEY: secretKey,
      LOAN_DOCK_URL: sandbox.loanDockUrl,
      SMTP_URL: sandbox.smtpUrl,
      DATA_DIR: join(folder, 'data'),
      BACKUP_TO: join(folder, 'backup'),
      BACKUP_KEY: `age1${'q'.repeat(58)}`,
    }
  })
  .extend('examine', ({ settings }) => async (changes: Environment = {}) => {
    const changed = { ...settings, ...changes }
    const args = ['server/tools/doctor.ts', '--json']
    const { code, stdout, stderr } = await runNode(args, changed)
    expect(stderr).toBe('')
    const report = Report.parse(JSON.parse(stdout))
    return { code, ...report }
  })

/** The checks that aren't OK, by name. */
const findOthers = ({ checks }: z.infer<typeof Report>) =>
  Object.fromEntries(
    checks
      .filter(({ state }) => state !== 'OK')
      .map(({ name, state, finding }) => [name, `${state}: ${finding}`]),
  )

const withoutOptions = {
  SINGLE_SIGN_ON: 'SKIPPED: OIDC_ISSUER is not set: single sign-on is off',
  VIRUS_SCANNER: 'SKIPPED: CLAMD_URL is not set: files are not scanned',
  INTAKE: 'SKIPPED: Neither INTAKE_DIR nor INTAKE_URL is set',
  REPLICA:
    'SKIPPED: DATABASE_REPLICA_URL is not set: reporting reads from the database',
}

test('a complete portal passes, except that its secret key is not stored yet', async ({
  examine,
}) => {
  const report = await examine()
  expect(findOthers(report)).toEqual({
    SECRET_KEY: 'SKIPPED: The next start stores its fingerprint',
    ...withoutOptions,
  })
  expect(report).toMatchObject({ isOk: true, code: 0 })
  expect(report.checks.map(({ finding }) => finding)).toEqual([
    'Valid for production',
    expect.stringMatching(/^PostgreSQL 18\./),
    'The portal’s login can’t change history',
    expect.stringMatching(/^All \d+ migrations are applied$/),
    'The next start stores its fingerprint',
    expect.stringMatching(/^This machine’s clock is 0\.\d s /),
    'A file was written, read and deleted',
    'A file was written, read and deleted',
    'The login can replicate',
    expect.stringMatching(/accepts the connection; SMTP_URL has no login$/),
    'It answers lookups and publishes its sign-in keys',
    ...Object.values(withoutOptions).map((text) => text.split(/: (.*)/)[1]),
    expect.stringMatching(/GB free in DATA_DIR$/),
    expect.stringMatching(/^\d+ bundled fonts are installed$/),
    expect.stringMatching(/^Chromium \S+ starts$/),
  ])
})

test('each service that can’t be used is named, with what the other side said', async ({
  examine,
  settings,
  runAsOwner,
}) => {
  const { DATABASE_OWNER_URL: owner } = settings
  await runAsOwner(`
    delete from schema_migration
    where name = (select max(name) from schema_migration)`)
  const report = await examine({
    SMTP_URL: 'smtp://user:password@127.0.0.1:9',
    LOAN_DOCK_URL: 'http://127.0.0.1:9',
    FILES_URL: 'file:///dev/null/files',
    BACKUP_TO: '/dev/null/backup',
    BACKUP_DATABASE_URL: settings.DATABASE_URL,
    DATABASE_URL: owner,
    DATA_DIR: '/dev/null/data',
    CHROMIUM_PATH: '/dev/null/chromium',
    ALLOW_INSECURE: 'LOAN_DOCK_URL,OIDC_ISSUER',
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'portal',
    CLAMD_URL: 'tcp://127.0.0.1:9',
    INTAKE_DIR: '/dev/null/intake',
    DATABASE_REPLICA_URL: 'postgres://user:password@127.0.0.1:9/portal',
  })
  expect(report).toMatchObject({ isOk: false, code: 1 })
  expect(findOthers(report)).toEqual({
    ROLES: expect.stringMatching(
      /^WARNING: The database does not protect history from changes: portal is/,
    ),
    MIGRATIONS: 'WARNING: 1 migration is pending',
    SECRET_KEY: expect.stringMatching(/^SKIPPED/),
    FILES: expect.stringMatching(/^FAILED/),
    BACKUP_TARGET: expect.stringMatching(/^FAILED: .*ENOTDIR/),
    BACKUP_LOGIN: 'FAILED: The database reported error 42501',
    MAIL: expect.stringMatching(/^FAILED/),
    LOAN_DOCK: 'FAILED: LoanDock cannot be reached',
    SINGLE_SIGN_ON: expect.stringMatching(/^FAILED/),
    VIRUS_SCANNER: 'FAILED: The virus scanner is unavailable. Try again.',
    INTAKE: 'WARNING: /dev/null/intake does not exist',
    REPLICA: 'FAILED: The connection was refused (ECONNREFUSED)',
    DISK: expect.stringMatching(/^FAILED: .*ENOTDIR/),
    CHROMIUM: expect.stringMatching(/^FAILED/),
  })
  for (const { state, advice } of report.checks)
    if (state !== 'OK' && state !== 'SKIPPED') expect(advice).not.toBeNull()
  const details = report.checks.map(({ detail }) => detail).join('\n')
  expect(details).toMatch(/^connect ECONNREFUSED 127\.0\.0\.1:9$/m)
  expect(details).toMatch(/must be superuser or replication role|permission/)
})

test('a wrong password of the database fails only what needs the database', async ({
  examine,
  settings,
}) => {
  const url = new URL(settings.DATABASE_URL)
  url.username = 'stranger'
  const report = await examine({
    DATABASE_URL: url.href,
    DATABASE_OWNER_URL: url.href,
  })
  const failed = report.checks.filter(({ state }) => state === 'FAILED')
  expect(failed.map(({ name }) => name)).toEqual([
    'DATABASE',
    'ROLES',
    'BACKUP_LOGIN',
  ])
  expect(failed[0]?.detail).toContain('stranger')
})

test('a server that never answers fails in time', async ({
  examine,
  onTestFinished,
}) => {
  const silent = createServer(() => undefined)
  onTestFinished(() => void silent.close())
  const port = await listen(silent)
  const began = performance.now()
  const report = await examine({ LOAN_DOCK_URL: `http://127.0.0.1:${port}` })
  expect(performance.now() - began).toBeLessThan(30_000)
  expect(findOthers(report)).toMatchObject({
    LOAN_DOCK: 'FAILED: LoanDock cannot be reached',
  })
})

test('invalid settings are listed, a line each, and nothing else is checked', async ({
  settings,
}) => {
  const broken = { ...settings, PORT: 'x', SMTP_URL: 'mail', SECRET_KEY: '' }
  const ended = await runNode(['server/tools/doctor.ts'], broken)
  expect(ended).toMatchObject({ code: 1, stderr: '' })
  expect(ended.stdout).toMatch(/^Failed +Settings +PORT must be a whole number/)
  expect(ended.stdout).toMatch(/\nFailed +Settings +SMTP_URL must be an addr/)
  expect(ended.stdout).not.toContain('Database')
})

test('an unknown option is an error', async ({ settings }) => {
  const ended = await runNode(['server/tools/doctor.ts', '--jason'], settings)
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain("Unknown option '--jason'")
  expect(ended.stderr).toContain('npm run doctor -- --json')
})

test('a test email is sent only when asked for', async ({
  settings,
  sandbox,
  examine,
}) => {
  const count = async (to: string) => {
    const address = `${sandbox.mailboxUrl}/messages?to=${to}`
    return Mails.parse(await (await fetch(address)).json()).items.length
  }
  await examine()
  expect(await count('ops@buyer.example')).toBe(0)
  const ended = await runNode(
    ['server/tools/doctor.ts', '--send-to', 'ops@buyer.example'],
    settings,
  )
  expect(ended.stdout).toContain(
    'The mail server accepted a test email to ops@buyer.example',
  )
  expect(await count('ops@buyer.example')).toBe(1)
})

test('a node with another secret key doesn’t start until an operator accepts the key', async ({
  settings,
  examine,
}) => {
  const accept = ['server/tools/admin.ts', 'accept-secret-key']
  expect((await runNode(accept, settings)).code).toBe(0)
  expect(findOthers(await examine())).toEqual(withoutOptions)

  const port = String(await freePort())
  const changed = { ...settings, SECRET_KEY: otherKey, PORT: port }
  const started = await runNode(['server/src/main.ts'], changed)
  expect(started.code).toBe(1)
  expect(started.stdout + started.stderr).toContain(
    'is not the key that this database uses',
  )
  const report = await examine({ SECRET_KEY: otherKey })
  expect(findOthers(report)).toEqual({
    SECRET_KEY: expect.stringMatching(/^FAILED: SECRET_KEY .* is not the key/),
    ...withoutOptions,
  })

  expect((await runNode(accept, changed)).code).toBe(0)
  expect(findOthers(await examine({ SECRET_KEY: otherKey }))).toEqual(
    withoutOptions,
  )
})
