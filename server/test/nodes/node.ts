import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { listen } from '../listen.ts'

/** The source folder of this release. */
export const thisRelease = fileURLToPath(new URL('../../../', import.meta.url))

export type Node = {
  url: string
  /** Starts the server of a release and waits until it is ready. */
  start: (release?: string) => Promise<void>
  /**
   * Stops it as a service manager does. Returns its exit code and how long it
   * took, in ms.
   */
  stop: () => Promise<{ code: number | null; ms: number }>
  /** Ends it without warning. Resolves once it is gone. */
  kill: () => Promise<void>
  log: () => Promise<string>
}

/** A port that is free together with the next ones, for a portal with sandbox. */
export async function freePortRange(count: number): Promise<number> {
  for (;;) {
    const first = await freePort()
    const next = Array.from({ length: count - 1 }, (_, n) => first + 1 + n)
    const areFree = await Promise.all(next.map(isFree))
    if (areFree.every(Boolean)) return first
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (isListening) await new Promise((resolve) => server.close(resolve))
  return isListening
}

type Options = {
  folder: string
  port: number
  settings: Record<string, string>
}

const startLimitMs = 120_000

export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Settings of a production node with the embedded database, and no LoanDock. */
export const productionSettings = (port: number) => ({
  LOAN_DOCK_URL: 'http://127.0.0.1:9',
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  ALLOW_INSECURE: 'PUBLIC_URL,LOAN_DOCK_URL,DATABASE_URL',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
})

/**
 * A portal process in production mode, started with the command of deploy/
 * (`node server/src/main.ts`).
 */
export function createNode({ folder, port, settings }: Options): Node {
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `node-${port}.log`)
  const log = () => readFile(logFile, 'utf8')
  let child: ChildProcess | undefined

  const end = async (signal: NodeJS.Signals) => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null)
      return running?.exitCode ?? null
    const ended = once(running, 'exit')
    running.kill(signal)
    const [code] = await ended
    return code as number | null
  }

  const start = async (release = thisRelease) => {
    const output = await open(logFile, 'a')
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, `data-${port}`),
      ...settings,
    }
    const started = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: release,
      env,
      stdio: ['ignore', output.fd, output.fd],
    })
    child = started
    await output.close()
    const deadline = performance.now() + startLimitMs
    while (!(await fetch(`${url}/api/ready`).catch(() => null))?.ok) {
      if (started.exitCode !== null || performance.now() > deadline)
        throw new Error(
          `The node did not become ready:\n${(await log()).slice(-3000)}`,
        )
      await pause(50)
    }
  }

  const stop = async () => {
    const began = performance.now()
    const code = await end('SIGTERM')
    return { code, ms: performance.now() - began }
  }
  return {
    url,
    start,
    stop,
    kill: async () => void (await end('SIGKILL')),
    log,
  }
}
