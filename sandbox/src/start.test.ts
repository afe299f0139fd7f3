import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchJson, freshSandbox } from './test/running.ts'

afterEach(() => vi.unstubAllEnvs())

test('it refuses to start in production and says what to set instead', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(freshSandbox()).rejects.toThrow(
    /does not start in production.*LOAN_DOCK_URL/,
  )
})

test('a port in use is an error, and what had started is stopped again', async () => {
  const first = await freshSandbox()
  const smtpPort = Number(new URL(first.smtpUrl).port)
  const probe = await freshSandbox()
  const loanDockPort = Number(new URL(probe.loanDockUrl).port)
  await probe.stop()
  await expect(freshSandbox({ loanDockPort, smtpPort })).rejects.toThrow(
    'EADDRINUSE',
  )
  await expect(
    fetch(`http://127.0.0.1:${loanDockPort}/health`),
  ).rejects.toThrow('fetch failed')
  await first.stop()
  await (await freshSandbox({ loanDockPort, smtpPort })).stop()
})

test('with a folder, key and loans survive a restart on a later day; without one, each start has a new key', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  const stateOf = async (options: Parameters<typeof freshSandbox>[0]) => {
    const sandbox = await freshSandbox(options)
    const loans = await fetchJson(`${sandbox.loanDockUrl}/loans?size=100`)
    const keys = await fetchJson(`${sandbox.loanDockUrl}/.well-known/jwks.json`)
    await sandbox.stop()
    return { loans, keys }
  }
  try {
    const first = await stateOf({
      dataDir,
      now: () => new Date('2026-02-03T12:00:00Z'),
    })
    expect(await stateOf({ dataDir })).toEqual(first)
    expect((await stat(join(dataDir, 'loan-dock-key.json'))).mode & 0o077).toBe(
      0,
    )
    expect(await readFile(join(dataDir, 'loans-as-of.txt'), 'utf8')).toBe(
      '2026-02-03',
    )
    expect((await stateOf({})).keys).not.toEqual(first.keys)
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
