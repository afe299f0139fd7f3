import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * A separate portal with demo data: the program that npm start runs, reached
 * only over HTTP.
 */
export type Portal = {
  url: string
  pid: number | undefined
  loanDockUrl: string
  mailboxUrl: string
  /** The folder where it looks for transmittals. */
  intakeFolder: string
  /** Its log so far. */
  log: () => Promise<string>
  stop: () => Promise<void>
}

const main = fileURLToPath(
  new URL('../../../server/src/main.ts', import.meta.url),
)
const maxStartMs = 240_000
const maxStopMs = 12_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })

/**
 * The first of six free ports in a row: the portal uses the first, its sandbox
 * the others.
 */
async function findFreePorts(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    // Below the range that systems assign themselves.
    const first = 20_000 + 6 * Math.floor(Math.random() * 2000)
    const free = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((offset) => isFree(first + offset)),
    )
    if (free.every(Boolean)) return first
  }
  throw new Error('There are no six free ports in a row')
}

const isRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null

async function stop(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), maxStopMs)
  await ended
  clearTimeout(timer)
}

/** Resolves when the portal is ready; false if it ended before that. */
async function becameReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = performance.now() + maxStartMs
  while (isRunning(child)) {
    const answer = await fetch(`${url}/api/ready`).catch(() => null)
    if (answer?.ok) return true
    if (performance.now() > deadline)
      throw new Error(`The portal was not ready within ${maxStartMs / 1000} s`)
    await pause(50)
  }
  return false
}

/** The settings of a portal with demo data, without those of this machine. */
function createEnvironment(
  port: number,
  dataFolder: string,
  settings: Record<string, string>,
) {
  const {
    DATABASE_URL: _database,
    LOAN_DOCK_URL: _loanDock,
    SMTP_URL: _smtp,
    ...inherited
  } = process.env
  return {
    ...inherited,
    NODE_ENV: 'development',
    PORT: String(port),
    DATA_DIR: dataFolder,
    PUBLIC_URL: `http://localhost:${port}`,
    DEMO: 'on',
    INTAKE_EVERY_SECONDS: '3',
    SANDBOX_OIDC: 'true',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...settings,
  }
}

/** Starts the program; its output is appended to the log. */
async function spawnPortal(
  env: Record<string, string | undefined>,
  logFile: string,
): Promise<ChildProcess> {
  const output = await open(logFile, 'a')
  const child = spawn(process.execPath, [main], {
    env,
    stdio: ['ignore', output.fd, output.fd],
  })
  await output.close()
  return child
}

const maxAttempts = 3

/** Starts a portal on free ports with a temporary data folder. */
export async function startPortal(
  settings: Record<string, string> = {},
): Promise<Portal> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  await chmod(folder, 0o755)
  const dataFolder = join(folder, 'data')
  const logFile = join(folder, 'portal.log')
  const log = () => readFile(logFile, 'utf8')
  const stopAndRemove = async (child: ChildProcess) => {
    await stop(child)
    await rm(folder, { recursive: true, force: true })
  }

  // Another process may take a port before the portal does; the portal then
  // ends, and other ports are tried.
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePorts()
    const atOffset = (offset: number) => `http://localhost:${port + offset}`
    const url = atOffset(0)
    const env = createEnvironment(port, dataFolder, settings)
    const child = await spawnPortal(env, logFile)
    try {
      if (await becameReady(child, url))
        return {
          url,
          pid: child.pid,
          loanDockUrl: atOffset(1),
          mailboxUrl: atOffset(3),
          intakeFolder: join(dataFolder, 'intake'),
          log,
          stop: () => stopAndRemove(child),
        }
      const logged = await log()
      if (attempt === maxAttempts || !logged.includes('EADDRINUSE'))
        throw new Error(`The portal did not start:\n${logged.slice(-4000)}`)
    } catch (error) {
      await stopAndRemove(child)
      throw error
    }
  }
}
