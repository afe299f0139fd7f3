import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startSandbox } from './start.ts'
import { ask, freshSandbox, sending } from './test/running.ts'

afterEach(() => vi.unstubAllEnvs())

const ticket = async (url: string) =>
  z
    .object({ loanDockId: z.string() })
    .parse((await ask(`${url}/sso/tickets`, sending('POST', { email: 'admin@buyer.example' }))).body).loanDockId

test('it refuses to start in production and says what to set instead', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(freshSandbox()).rejects.toThrow(/does not start in production.*LOAN_DOCK_URL/)
})

test('it stops: nothing listens afterwards, on any of the three ports', async () => {
  const { loanDockUrl, mailboxUrl, smtpUrl, stop } = await freshSandbox()
  for (const url of [loanDockUrl, mailboxUrl]) expect((await fetch(`${url}/health`)).status).toBe(200)
  await stop()
  for (const url of [loanDockUrl, mailboxUrl]) await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed')
  const free = createServer()
  await new Promise<void>((done, fail) =>
    free.once('error', fail).listen(Number(new URL(smtpUrl).port), '127.0.0.1', done),
  )
  free.close()
})

test('a port that is taken is an error, and what had started is stopped again', async () => {
  const first = await freshSandbox()
  const taken = Number(new URL(first.smtpUrl).port)
  const probe = await freshSandbox()
  const loanDockPort = Number(new URL(probe.loanDockUrl).port)
  await probe.stop()
  await expect(startSandbox({ loanDockPort, smtpPort: taken, mailboxPort: 0, portalOrigins: [] })).rejects.toThrow(
    'EADDRINUSE',
  )
  await expect(fetch(`http://127.0.0.1:${loanDockPort}/health`)).rejects.toThrow('fetch failed')
  await first.stop()
})

test('a portal origin that is no web address is refused at start', async () => {
  await expect(freshSandbox({ portalOrigins: ['localhost'] })).rejects.toThrow('Not a web origin: localhost')
})

test('with a folder the key and the loans stay the same over a restart on a later day', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  try {
    const first = await freshSandbox({ dataDir, now: () => new Date('2026-02-03T12:00:00Z') })
    const loans = await ask(`${first.loanDockUrl}/loans?size=100`)
    const keys = await ask(`${first.loanDockUrl}/.well-known/jwks.json`)
    await first.stop()
    expect((await stat(join(dataDir, 'loan-dock-key.json'))).mode & 0o077).toBe(0)
    expect(await readFile(join(dataDir, 'loans-as-of.txt'), 'utf8')).toBe('2026-02-03')

    const second = await freshSandbox({ dataDir })
    expect(await ask(`${second.loanDockUrl}/loans?size=100`)).toEqual(loans)
    expect(await ask(`${second.loanDockUrl}/.well-known/jwks.json`)).toEqual(keys)
    await second.stop()
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test('without a folder each start has a key of its own', async () => {
  const [one, two] = await Promise.all([freshSandbox(), freshSandbox()])
  const keysOfTwo = createRemoteJWKSet(new URL(`${two.loanDockUrl}/.well-known/jwks.json`))
  await expect(jwtVerify(await ticket(two.loanDockUrl), keysOfTwo)).resolves.toBeDefined()
  await expect(jwtVerify(await ticket(one.loanDockUrl), keysOfTwo)).rejects.toThrow()
  await Promise.all([one.stop(), two.stop()])
})
