import { afterAll, beforeAll } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../start.ts'

export const portal = 'http://portal.example:3000'

/** Starts a sandbox on free ports. */
export const freshSandbox = (options: Partial<SandboxOptions> = {}): Promise<Sandbox> =>
  startSandbox({ loanDockPort: 0, smtpPort: 0, mailboxPort: 0, portalOrigins: [portal], ...options })

/** A sandbox that runs while the tests of this file do; ask for it inside a test. */
export const runningSandbox = (options: Partial<SandboxOptions> = {}): (() => Sandbox) => {
  let sandbox: Sandbox | undefined
  beforeAll(async () => {
    sandbox = await freshSandbox(options)
  })
  afterAll(() => sandbox?.stop())
  return () => {
    if (!sandbox) throw new Error('The sandbox runs only during tests')
    return sandbox
  }
}

/** Asks for JSON and hands back status and body. */
export const ask = async (url: string, init?: RequestInit): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(url, init)
  return { status: response.status, body: await response.json() }
}

/** A request that carries JSON. */
export const sending = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
