import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { appRole, tenantRole } from '../database/roles.ts'
import type { Binaries } from './postgres-binaries.ts'
import type { Identity } from './postgres-user.ts'

/** The password of the application's role, derived from the owner's. */
export const appPassword = (password: string): string =>
  createHmac('sha256', password).update(appRole).digest('hex')

async function createDatabase(
  client: pg.Client,
  password: string,
): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_database where datname = 'portal'`,
  )
  if (rowCount === 0) await client.query('create database portal')

  // A standby has the roles of its primary, and can't change them.
  const recovering = await client.query<{ isStandby: boolean }>(
    'select pg_is_in_recovery() as "isStandby"',
  )
  if (recovering.rows[0]?.isStandby) return
  for (const role of [appRole, tenantRole]) {
    const known = await client.query(
      'select from pg_roles where rolname = $1',
      [role],
    )
    if (known.rowCount === 0) await client.query(`create role ${role}`)
  }
  await client.query(
    `alter role ${appRole} login password '${appPassword(password)}'`,
  )
}

export type Cluster = Readonly<{
  data: string
  socketFolder: string
  password: string
  user: Identity
  programs: Binaries
  isThrowaway: boolean
  onLog: (line: string) => void
}>

const run = promisify(execFile)

/**
 * The advisory lock of the owner of a cluster; PostgreSQL releases it when the
 * owner dies.
 */
const ownerLock = 7_001_001
const startLimit = 30_000
const stopLimit = 8_000

/** In a folder that every user can enter. */
const asUser = ({ user }: Cluster) => ({
  ...(user.uid === userInfo().uid ? {} : user),
  cwd: '/',
  env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
})

/**
 * Initializes a missing cluster next to its place and renames it, so that it is
 * never incomplete.
 */
export async function initialize(cluster: Cluster): Promise<void> {
  if (existsSync(cluster.data)) return
  const { uid, gid } = cluster.user
  const fresh = `${cluster.data}.${randomUUID()}`
  await mkdir(fresh, { mode: 0o700 })
  await chown(fresh, uid, gid)
  try {
    // The same collation on every machine: code points, from the server instead
    // of the system's locales.
    const locale = [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]
    const login = [
      '--username=portal',
      '--auth=scram-sha-256',
      '--pwfile=/dev/stdin',
    ]
    const sync = cluster.isThrowaway ? ['--no-sync'] : []
    const flags = [`--pgdata=${fresh}`, ...login, ...locale, ...sync]
    // Through a pipe instead of a file that a kill would leave behind.
    const running = run(
      '/bin/sh',
      ['-c', 'cat | "$0" "$@"', cluster.programs.initdb, ...flags],
      asUser(cluster),
    )
    running.child.stdin?.on('error', () => {}).end(`${cluster.password}\n`)
    await running
    await rename(fresh, cluster.data).catch(async (error) => {
      if (!existsSync(cluster.data)) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/**
 * Starts the server and takes the owner's lock, and does so again if the server
 * dies. Returns a function that stops it.
 */
export async function keepRunning(
  cluster: Cluster,
): Promise<() => Promise<void>> {
  let isStopping = false
  let watchdog: ChildProcess | null = null
  let owner: pg.Client
  let attempt: Promise<void>

  const startAgain = async (): Promise<void> => {
    owner = await connectOrStart(cluster)
    owner.on('end', () => {
      if (isStopping) return
      cluster.onLog('The database stopped: restarting it')
      attempt = startAgain().catch((error: Error) =>
        cluster.onLog(`The database could not be restarted: ${error.message}`),
      )
    })
    watchdog?.kill('SIGKILL')
    watchdog = watch(cluster, await readPid(cluster))
  }
  attempt = startAgain()
  await attempt

  return async () => {
    isStopping = true
    await attempt
    await owner.end().catch(() => undefined)
    await shutDown(cluster)
    watchdog?.kill('SIGKILL')
    await rm(cluster.socketFolder, { recursive: true, force: true })
  }
}

/**
 * Created again at each start of the server, because temp folders may have been
 * cleaned.
 */
export async function createSocketFolder({
  socketFolder,
  user,
}: Cluster): Promise<void> {
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })
  const { uid } = await stat(socketFolder)
  if (uid === user.uid) return
  if (uid !== userInfo().uid)
    throw new Error(`${socketFolder} belongs to another user: remove it`)
  await chown(socketFolder, user.uid, user.gid)
}

/**
 * Connects as the owner, starting the server as often as needed. A running
 * server is taken over.
 */
async function connectOrStart(cluster: Cluster): Promise<pg.Client> {
  const deadline = performance.now() + startLimit
  const lines: string[] = []
  let server: ChildProcess | null = null

  while (performance.now() < deadline) {
    const client = await connect(cluster)
    if (client) return client
    if (server === null || hasEnded(server)) {
      if (server) await pause(100)
      await dropStalePid(cluster)
      await createSocketFolder(cluster)
      const pid = await readPid(cluster)
      server = pid === null ? launch(cluster, lines) : null
    }
    await pause(20)
  }
  throw new Error(
    `The embedded database in ${cluster.data} did not start:\n${lines.slice(-8).join('\n')}`,
  )
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

/** Null while the server is not running, starting or stopping. */
async function connect(cluster: Cluster): Promise<pg.Client | null> {
  const { socketFolder: host, password } = cluster
  const client = new pg.Client({
    host,
    user: 'portal',
    password,
    database: 'postgres',
    application_name: 'portal owner',
  })
  client.on('error', () => {}) // 'end' follows and is what counts
  try {
    await client.connect()
    const { rows } = await client.query(
      `select pg_try_advisory_lock($1) as owned, current_setting('data_directory') as data`,
      [ownerLock],
    )
    if (!rows[0].owned)
      throw new Error(
        `Another portal is already running on ${rows[0].data}: stop it, or set a different DATA_DIR`,
      )
    await createDatabase(client, password)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    if (isUnavailable(error)) return null
    throw error
  }
}

/** Those of the socket, and of a server that is starting or stopping. */
const unavailableCodes = [
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P03',
  '57P01',
  '57P02',
]

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message.startsWith('Connection terminated')) return true
  return 'code' in error && unavailableCodes.includes(String(error.code))
}

/** In its own session, so that Ctrl-C in the terminal doesn't reach it. */
export function launch(
  cluster: Cluster,
  lines: string[],
  more: Record<string, string> = {},
): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: cluster.socketFolder,
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '200',
    // The data lie on a solid-state disk or in memory: an index is worth its
    // random reads.
    random_page_cost: '1.1',
    shared_buffers: cluster.isThrowaway ? '64MB' : '256MB',
    // After a checkpoint, the first change of a page logs all of the page.
    wal_compression: 'pglz',
    jit: 'off', // its compile times are longer than our queries
    ...(cluster.isThrowaway
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
    ...more,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = spawn(
    cluster.programs.postgres,
    ['-D', cluster.data, ...flags],
    {
      ...asUser(cluster),
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  server.on('error', (error) => lines.push(error.message))
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter((part) => part !== '')) {
      lines.push(line)
      if (lines.length > 100) lines.shift()
      cluster.onLog(line)
    }
  })
  return server
}

/**
 * Stops the server if this process ends without doing so: the pipe ends with
 * the process.
 */
function watch(cluster: Cluster, pid: number | null): ChildProcess | null {
  if (pid === null) return null
  const watchdog = spawn(
    '/bin/sh',
    ['-c', 'read -r line; kill -INT "$1"', 'portal-watchdog', String(pid)],
    {
      ...asUser(cluster),
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  watchdog.on('error', () => {})
  watchdog.unref()
  return watchdog
}

export async function shutDown(cluster: Cluster): Promise<void> {
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'] // fast, immediate, by force
  for (const signal of signals) {
    const pid = await readPid(cluster)
    if (pid === null) return
    process.kill(pid, signal)
    const deadline = performance.now() + stopLimit
    while (
      performance.now() < deadline &&
      (await readPid(cluster)) === pid &&
      isAlive(pid)
    )
      await pause(10)
  }
}

async function readPid(cluster: Cluster): Promise<number | null> {
  const text = await readFile(`${cluster.data}/postmaster.pid`, 'utf8').catch(
    () => '',
  )
  const pid = Number.parseInt(text, 10)
  return Number.isNaN(pid) || !isAlive(pid) || !(await isPostgres(pid))
    ? null
    : pid
}

/**
 * After a crash postmaster.pid may name another process, as in a restarted
 * container, and PostgreSQL would not start.
 */
async function dropStalePid(cluster: Cluster): Promise<void> {
  if ((await readPid(cluster)) === null)
    await rm(`${cluster.data}/postmaster.pid`, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Where there is no /proc we believe the file. */
const isPostgres = (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (text) => text.includes('(postgres)') && !text.includes(') Z '),
    async () => !existsSync('/proc/self/stat'),
  )
