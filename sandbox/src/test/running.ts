import { afterAll, beforeAll } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../start.ts'

export const portal = 'http://portal.example:3000'

/** Starts a sandbox on free ports. */
export const freshSandbox = (
  options: Partial<SandboxOptions> = {},
): Promise<Sandbox> =>
  startSandbox({
    loanDockPort: 0,
    smtpPort: 0,
    mailboxPort: 0,
    portalOrigins: [portal],
    ...options,
  })

/**
 * A sandbox that runs during the tests of this file; call the result inside a
 * test.
 */
export const runningSandbox = (): (() => Sandbox) => {
  let sandbox: Sandbox | undefined
  beforeAll(async () => {
    sandbox = await freshSandbox()
  })
  afterAll(() => sandbox?.stop())
  return () => {
    if (!sandbox) throw new Error('The sandbox runs only during tests')
    return sandbox
  }
}

/** Fetches JSON and returns status and body. */
export const fetchJson = async (
  url: string,
  init?: RequestInit,
): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(url, init)
  return { status: response.status, body: await response.json() }
}

/** A request with a JSON body. */
export const jsonRequest = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
