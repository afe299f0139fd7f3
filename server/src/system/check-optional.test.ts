import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { CheckName } from '@portal/contract/system/model'
import { startOidc } from '@portal/sandbox/oidc/start'
import { startSftp } from '@portal/sandbox/sftp/start'
import { describe, expect } from 'vitest'
import { startClamd } from '../../test/clamd.ts'
import { withFolder } from '../../test/files.ts'
import { test as base, keys } from '../../test/http.ts'
import { freePort } from '../../test/nodes/node.ts'
import { readSettings } from '../lib/settings.ts'
import { checkOne } from './check-portal.ts'

const refused = 'FAILED: The connection was refused (ECONNREFUSED)'
const notThisTime = () => Promise.reject(new Error('not this time'))

/** What a check says with these settings. */
async function inspect(
  name: CheckName,
  settings: Record<string, string>,
): Promise<string> {
  const { state, finding } = await checkOne(name, {
    settings: readSettings({ DEMO: 'false', ...settings }),
    openDatabase: notThisTime,
    openFiles: notThisTime,
    keys,
    loanDockUrl: undefined,
    smtpUrl: undefined,
    clock: () => new Date(),
  })
  return `${state}: ${finding}`
}

const test = base
  .extend('folder', withFolder)
  .extend('deadPort', { scope: 'file' }, () => freePort())
  .extend('oidc', { scope: 'file' }, async ({}, { onCleanup }) => {
    const clientSecret = 'a-secret-of-the-portal'
    const { issuer, stop } = await startOidc({
      port: 0,
      portalOrigins: ['http://localhost:3000'],
      clientSecret,
    })
    onCleanup(stop)
    return {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'loan-review-portal',
      OIDC_CLIENT_SECRET: clientSecret,
    }
  })

/**
 * An identity provider that refuses every client by a header, as RFC 6749
 * allows.
 */
async function startChallenger() {
  const server = createServer((request, response) => {
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      },
      '/keys': { keys: [] },
    }
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 401, {
      'content-type': 'application/json',
      ...(!answer && { 'www-authenticate': 'Basic realm="clients"' }),
    })
    response.end(JSON.stringify(answer ?? { error: 'invalid_client' }))
  })
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const stop = () => void server.close()
  return { issuer, stop }
}

describe('single sign-on', () => {
  test('works when the provider knows the client', async ({ oidc }) => {
    expect(await inspect('SINGLE_SIGN_ON', oidc)).toBe(
      'OK: The identity provider publishes its keys and knows the client',
    )
  })

  test.for([{ OIDC_CLIENT_SECRET: 'guess' }, { OIDC_CLIENT_ID: 'stranger' }])(
    'fails with %o',
    async (changes, { oidc }) => {
      expect(await inspect('SINGLE_SIGN_ON', { ...oidc, ...changes })).toBe(
        'FAILED: The identity provider rejects the client (invalid_client)',
      )
    },
  )

  test('fails when the provider refuses the client by a challenge', async ({
    oidc,
    onTestFinished,
  }) => {
    const { issuer, stop } = await startChallenger()
    onTestFinished(stop)
    expect(
      await inspect('SINGLE_SIGN_ON', { ...oidc, OIDC_ISSUER: issuer }),
    ).toBe('FAILED: The identity provider rejects the client (invalid_client)')
  })

  test('fails while the provider is away, or calls itself something else', async ({
    oidc,
    deadPort,
  }) => {
    const away = `http://127.0.0.1:${deadPort}`
    expect(
      await inspect('SINGLE_SIGN_ON', { ...oidc, OIDC_ISSUER: away }),
    ).toBe(refused)
    const other = oidc.OIDC_ISSUER.replace('127.0.0.1', 'localhost')
    expect(
      await inspect('SINGLE_SIGN_ON', { ...oidc, OIDC_ISSUER: other }),
    ).toMatch(/^FAILED: The identity provider returned something unexpected/)
  })

  test('is not checked before the portal starts the sandbox', async () => {
    expect(await inspect('SINGLE_SIGN_ON', { SANDBOX_OIDC: 'true' })).toBe(
      'SKIPPED: The portal starts the sandbox’s identity provider',
    )
  })
})

/** What the check says about a clamd. */
async function inspectClamd(options: Parameters<typeof startClamd>[0]) {
  const clamd = await startClamd(options)
  try {
    return await inspect('VIRUS_SCANNER', { CLAMD_URL: clamd.url })
  } finally {
    await clamd.stop()
  }
}

/** As clamd answers VERSION, such as `Sat Nov 28 09:31:01 2026`. */
const signedAt = (at: Date) => {
  const [weekday, month, day, year] = at.toDateString().split(' ')
  return `ClamAV 1.4.3/27830/${weekday} ${month} ${day} 09:31:01 ${year}`
}

describe('the virus scanner', () => {
  test('scans files, with signatures of a day if it says which', async () => {
    expect(await inspectClamd({ version: signedAt(new Date()) })).toMatch(
      /^OK: ClamAV 1\.4\.3 scans files with signatures of 20\d\d-\d\d-\d\d$/,
    )
    expect(await inspectClamd({ version: 'ClamAV 1.4.3' })).toBe(
      'OK: ClamAV 1.4.3 scans files',
    )
  })

  test('is noticed when its signatures are old or it refuses large files', async () => {
    const march = new Date('2026-03-04T12:00:00Z')
    expect(await inspectClamd({ version: signedAt(march) })).toBe(
      'WARNING: ClamAV 1.4.3 scans files with signatures of 2026-03-04',
    )
    expect(await inspectClamd({ sizeLimit: 26_214_400 })).toBe(
      'FAILED: ClamAV 1.4.3 refuses files of 50 MB, which people may upload',
    )
  })

  test('fails while clamd is away', async ({ deadPort }) => {
    const CLAMD_URL = `tcp://127.0.0.1:${deadPort}`
    expect(await inspect('VIRUS_SCANNER', { CLAMD_URL })).toBe(
      'FAILED: The virus scanner is unavailable. Try again.',
    )
  })
})

describe('the intake', () => {
  test('is a folder that can be read and written', async ({ folder }) => {
    const index = join(folder, 'index.csv')
    await writeFile(index, 'Loan Number\n')
    expect(await inspect('INTAKE', { INTAKE_DIR: folder })).toBe(
      'OK: The intake can be read; 1 file waits',
    )
    expect(await inspect('INTAKE', { INTAKE_DIR: index })).toMatch(
      /^FAILED: .* \(E[A-Z]+\)$/,
    )
  })

  test('is not created by the check', async ({ folder }) => {
    const missing = join(folder, 'missing')
    expect(await inspect('INTAKE', { INTAKE_DIR: missing })).toBe(
      `WARNING: ${missing} does not exist`,
    )
    expect(existsSync(missing)).toBe(false)
  })

  test('is an SFTP account with the right key and password', async ({
    folder,
    deadPort,
    onTestFinished,
  }) => {
    const sftp = await startSftp({ folder, port: 0 })
    onTestFinished(sftp.stop)
    const account = { INTAKE_URL: sftp.url, INTAKE_HOST_KEY: sftp.hostKey }
    expect(await inspect('INTAKE', account)).toBe(
      'OK: The intake can be read; 0 files wait',
    )
    const guess = sftp.url.replace('portal-demo', 'guess')
    expect(await inspect('INTAKE', { ...account, INTAKE_URL: guess })).toBe(
      'FAILED: The SFTP host refused the login',
    )
    const otherKey = `SHA256:${'a'.repeat(43)}`
    expect(
      await inspect('INTAKE', { ...account, INTAKE_HOST_KEY: otherKey }),
    ).toBe('FAILED: The SFTP host has a different key')
    const away = `sftp://user:password@127.0.0.1:${deadPort}/`
    expect(await inspect('INTAKE', { ...account, INTAKE_URL: away })).toBe(
      refused,
    )
  })
})

test('a read replica must answer, and be a standby', async ({
  urls,
  deadPort,
}) => {
  const inspectReplica = (url: string) =>
    inspect('REPLICA', { DATABASE_URL: urls.url, DATABASE_REPLICA_URL: url })
  expect(await inspectReplica(urls.url)).toBe(
    'WARNING: The server in DATABASE_REPLICA_URL is not a standby',
  )
  expect(
    await inspectReplica(`postgres://user:password@127.0.0.1:${deadPort}/db`),
  ).toBe(refused)
})
