import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Seconds from the server's program to GET /api/ready: the first time (a new database, demo data), then the others. */
export type StartResult = { first: number; again: number[] }

const program = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const limitMs = 90_000

/** Starts an installed portal so many times in one folder, after a first time that fills it. */
export async function measureStart({ times }: { times: number }): Promise<StartResult> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-start-'))
  await chmod(folder, 0o755)
  try {
    const first = await oneStart(folder)
    const again: number[] = []
    for (let time = 0; time < times; time++) again.push(await oneStart(folder))
    return { first, again: again.toSorted((one, other) => one - other) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function oneStart(folder: string): Promise<number> {
  const port = await freePorts()
  const began = performance.now()
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      NODE_ENV: 'development',
    },
    stdio: 'ignore',
  })
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`The portal ended with ${child.exitCode} before it was ready`)
      if (performance.now() - began > limitMs) throw new Error('The portal was not ready within 90 s')
      await pause(10)
    }
    return (performance.now() - began) / 1000
  } finally {
    await end(child)
  }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(timer)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })

/** The first of five free ports in a row: the portal takes one and its sandbox those after it. */
async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = 20_000 + 5 * Math.floor(Math.random() * 2000)
    const free = await Promise.all([0, 1, 2, 3, 4].map((offset) => isFree(first + offset)))
    if (free.every(Boolean)) return first
  }
  throw new Error('There are no five free ports in a row')
}
