import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { appRole } from '../database/roles.ts'
import { createOnce } from '../files/create-once.ts'
import { binaries } from './postgres-binaries.ts'
import {
  appPassword,
  type Cluster,
  initialize,
  keepRunning,
} from './postgres-process.ts'
import {
  canEnter,
  firstShared,
  type Identity,
  identity,
  letEnter,
  sharedFolder,
} from './postgres-user.ts'

export type Urls = Readonly<{ ownerUrl: string; url: string }>

export type Postgres = Readonly<{
  /** Of the owner, who migrates, with the password: for pg, psql and pgbench. */
  ownerUrl: string
  /** Of the application, which can alter no history. */
  url: string
  urlsOf: (database: string) => Urls
  stop: () => Promise<void>
}>

type PostgresOptions = {
  folder: string
  /** True for tests: what is written need not outlive the machine. */
  isThrowaway?: boolean
  onLog?: (line: string) => void
}

const Identification = z.object({ id: z.uuid(), password: z.string() })

/**
 * Starts npm's PostgreSQL in this folder, on a socket below the temp folder.
 * Initializes it the first time, takes it over from a killed owner, and
 * restarts it when it dies. Throws if another portal uses the folder. For root
 * it runs as the user `postgres`, with the data in /var/lib or /var/tmp if
 * needed.
 */
export async function startPostgres({
  folder,
  isThrowaway = false,
  onLog,
}: PostgresOptions): Promise<Postgres> {
  if (process.platform === 'win32')
    throw new Error(
      'The embedded database needs Linux or macOS: set DATABASE_URL',
    )
  await mkdir(folder, { recursive: true })
  const user = await identity()
  const [programs, { data, socketFolder, password }] = await Promise.all([
    binaries(user),
    findPlace(folder, user),
  ])
  const cluster: Cluster = {
    data,
    socketFolder,
    password,
    user,
    programs,
    isThrowaway,
    onLog: onLog ?? (() => {}),
  }

  await initialize(cluster)
  const stop = await keepRunning(cluster)
  const getUrls = (database: string) =>
    urlsAt({ socketFolder, password }, database)
  return { ...getUrls('portal'), urlsOf: getUrls, stop }
}

/**
 * The addresses of the server that another process runs in this folder; null if
 * there is none.
 */
export async function runningPostgres(folder: string): Promise<Urls | null> {
  if (!existsSync(join(folder, 'cluster.json'))) return null
  const urls = urlsAt(await findPlace(folder, await identity()), 'portal')
  const client = new pg.Client({ connectionString: urls.ownerUrl })
  try {
    await client.connect()
    return urls
  } catch {
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Place = { data: string; socketFolder: string; password: string }

export async function findPlace(
  folder: string,
  user: Identity,
): Promise<Place> {
  const home = await realpath(folder)
  const { id, password } = await readOrCreateIdentification(home)
  const data = await dataFolder(home, id, user)
  return { data, socketFolder: await findSocketFolder(data, user), password }
}

function urlsAt(
  { socketFolder, password }: Pick<Place, 'socketFolder' | 'password'>,
  database: string,
): Urls {
  const host = encodeURIComponent(socketFolder)
  const toUrl = (user: string, userPassword: string) =>
    `postgresql://${user}:${userPassword}@${host}/${database}`
  return {
    ownerUrl: toUrl('portal', password),
    url: toUrl(appRole, appPassword(password)),
  }
}

/** The id and password of the cluster, created the first time. */
async function readOrCreateIdentification(
  home: string,
): Promise<z.infer<typeof Identification>> {
  const path = join(home, 'cluster.json')
  const created = {
    id: randomUUID(),
    password: randomBytes(24).toString('hex'),
  }
  await createOnce(path, JSON.stringify(created))
  return Identification.parse(JSON.parse(await readFile(path, 'utf8')))
}

/** Where the data are already; else below home, or where the user can enter. */
async function dataFolder(
  home: string,
  id: string,
  user: Identity,
): Promise<string> {
  const note = join(home, 'where-the-data-are.txt')
  const noted = await readFile(note, 'utf8').catch(() => null)
  if (noted) return join(noted.trim(), 'data')

  const below = join(home, 'data')
  if (await canEnter(home, user)) return below
  if (existsSync(below))
    throw new Error(
      `The user ${user.uid} of the database can no longer access ${home}: run chmod o+x on its parent folders`,
    )

  const elsewhere = join(await sharedFolder(user), id)
  await mkdir(elsewhere, { recursive: true })
  await letEnter(elsewhere)
  await writeFile(note, `${elsewhere}\n`)
  return join(elsewhere, 'data')
}

/**
 * One per data folder, in a short path: the name of a socket holds about 100
 * characters.
 */
async function findSocketFolder(data: string, user: Identity): Promise<string> {
  const base = await firstShared(
    [tmpdir(), '/tmp', '/var/tmp'].filter((path) => path.length < 70),
    user,
  )
  const hash = createHash('sha256').update(data).digest('hex')
  return join(base, `portal-pg-${hash.slice(0, 12)}`)
}
