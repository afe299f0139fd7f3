import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Settings } from './settings.ts'

type PortUse = {
  port: number
  /** Who will listen on it, and how the settings name it. */
  user: string
  /** What to set instead. */
  remedy: string
}

/** The ports that a portal with these settings will listen on. */
function listPorts(settings: Settings): PortUse[] {
  const { port, metrics, loanDockUrl, sandboxSftp, oidc } = settings
  const ports = [
    { port, user: 'the portal (PORT)', remedy: 'Set PORT to a free port' },
  ]
  if (metrics?.port !== undefined)
    ports.push({
      port: metrics.port,
      user: 'metrics (METRICS_PORT)',
      remedy: 'Set METRICS_PORT to a free port',
    })
  const useInSandbox = (offset: number, user: string) =>
    ports.push({
      port: port + offset,
      user: `${user} (PORT + ${offset})`,
      remedy: 'Set PORT so that it and the next five ports are free',
    })
  if (!loanDockUrl) {
    useInSandbox(1, 'the sandbox’s LoanDock')
    useInSandbox(2, 'the sandbox’s mail server')
    useInSandbox(3, 'the sandbox’s mailbox')
  }
  if (sandboxSftp) useInSandbox(4, 'the sandbox’s SFTP server')
  if (oidc?.isSandbox) useInSandbox(5, 'the sandbox’s single sign-on')
  return ports
}

async function isInUse(port: number, host: string): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
    await new Promise((resolve) => server.close(resolve))
    return false
  } catch (error) {
    const isTaken =
      error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (isTaken) return true
    throw error
  }
}

/** Throws if another program listens on one of the ports, and says what to set. */
export async function checkPorts(settings: Settings): Promise<void> {
  for (const { port, user, remedy } of listPorts(settings))
    if (await isInUse(port, settings.host))
      throw new Error(
        `Port ${port}, for ${user}, is in use (EADDRINUSE). ${remedy}, or stop the program that uses it`,
      )
}
