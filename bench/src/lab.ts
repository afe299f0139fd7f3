import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Portal, startPortal } from '../../e2e/src/lib/portal.ts'
import { migrateJobs } from '../../server/src/lib/jobs.ts'
import { migrate } from '../../server/src/lib/migrate.ts'
import { startPostgres } from '../../server/src/lib/postgres.ts'
import { generate } from './generate.ts'

export const underwriter = 'underwriter.1@buyer.example'
export const seller = 'seller.2@b00001.example'

type Sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** A filled database on a PostgreSQL of its own, with its normal durability, and a portal on it that runs as npm start does. */
export type Lab = {
  size: number
  ownerUrl: string
  /** The portal's address. */
  url: string
  /** Resident memory of the portal's process, in MB. */
  memory: () => Promise<number>
  /** The most since the last call, in MB. */
  peakMemory: () => Promise<number>
  /** Runs SQL as the owner of the database. */
  sql: Sql
  /** Opens a session for each email, and returns the headers that carry it. */
  signIn: (emails: string[]) => Promise<{ cookie: string }[]>
  /** A GET that must be answered 200; returns the body. */
  get: (path: string, headers: { cookie: string }) => Promise<Buffer>
  /** Ends the portal and starts it again. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

type Options = { size: number; now: Date; dataFolder?: string | undefined; onStep: (text: string) => void }

/** Opens the lab. A data folder that is given keeps its filled database for the next run of this size. */
export async function openLab({ size, now, dataFolder, onStep }: Options): Promise<Lab> {
  const folder = dataFolder ?? (await mkdtemp(join(tmpdir(), 'portal-bench-')))
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder })
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  let portal: Portal | undefined
  const stop = async () => {
    await portal?.stop()
    await client.end().catch(() => undefined)
    await postgres.stop()
    if (!dataFolder) await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(postgres.ownerUrl)
    await migrateJobs(postgres.ownerUrl)
    await fill({ folder, ownerUrl: postgres.ownerUrl, slvs: size, now, onStep })
    await client.connect()
    const sql: Sql = async (text, values = []) => (await client.query(text, values)).rows
    const start = () =>
      startPortal({
        ...{ DATABASE_URL: postgres.url, DATABASE_OWNER_URL: postgres.ownerUrl, DEMO: 'off' },
        ...{ LOAN_DOCK_URL: 'http://127.0.0.1:9', INTAKE_EVERY_SECONDS: '60' },
      })
    portal = await start()
    const lab: Lab = {
      ...{ size, ownerUrl: postgres.ownerUrl, url: portal.url, sql, stop },
      memory: () => memoryOf(portal, 'VmRSS'),
      peakMemory: async () => {
        const peak = await memoryOf(portal, 'VmHWM')
        await writeFile(`/proc/${portal?.pid}/clear_refs`, '5') // the kernel counts the peak from here
        return peak
      },
      signIn: (emails) => openSessions(sql, emails),
      get: async (path, headers) => {
        const answer = await fetch(`${lab.url}/api/v1${path}`, { headers })
        const body = Buffer.from(await answer.arrayBuffer())
        if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${body}`)
        return body
      },
      restart: async () => {
        await portal?.stop()
        portal = await start()
        lab.url = portal.url
      },
    }
    return lab
  } catch (error) {
    await stop()
    throw error
  }
}

type Filling = { folder: string; ownerUrl: string; slvs: number; now: Date; onStep: (text: string) => void }

async function fill({ folder, ownerUrl, slvs, now, onStep }: Filling) {
  const note = join(folder, `filled-${slvs}`)
  if (existsSync(note)) return
  const began = performance.now()
  await generate({ ownerUrl, slvs, now })
  await writeFile(note, '')
  onStep(`generated ${slvs} SLVs and ${slvs * 2} Tdocs in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/** Linux only, as /proc is. */
async function memoryOf(portal: Portal | undefined, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${portal?.pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

/** Sessions as the portal keeps them: only the hash of the token is in the database. */
async function openSessions(sql: Sql, emails: string[]) {
  const tokens = emails.map(() => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  const rows = await sql(
    `insert into session (token_hash, user_id, created_at, last_used_at, ends_at, user_agent)
      select hash, app_user.id, now(), now(), now() + interval '12 hours', 'bench'
      from unnest($1::bytea[], $2::text[]) as given (hash, email) join app_user using (email) returning user_id`,
    [hashes, emails],
  )
  if (rows.length !== emails.length) throw new Error(`Nobody is ${emails}`)
  return tokens.map((token) => ({ cookie: `session=${token}` }))
}
