import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPortal } from '../../e2e/src/lib/portal.ts'
import { migrate } from '../../server/src/lib/database/migrate.ts'
import { startPostgres } from '../../server/src/lib/embedded-postgres/postgres.ts'
import { migrateJobs } from '../../server/src/lib/jobs/jobs.ts'
import { generate } from './generate.ts'
import { timed } from './load.ts'

export const underwriter = 'underwriter.1@buyer.example'
export const seller = 'seller.2@b00001.example'

type Options = { size: number; now: Date; dataFolder: string | undefined }
export type Lab = Awaited<ReturnType<typeof startLab>> & { [Symbol.asyncDispose]: () => Promise<void> }

/**
 * Starts a separate PostgreSQL with fsync on, fills its database, and starts the portal's program on it. `dataFolder` keeps
 * the filled database for the next run of this size.
 */
export async function openLab({ size, now, dataFolder }: Options): Promise<Lab> {
  await using opened = new AsyncDisposableStack()
  const folder = dataFolder ?? opened.use(await mkdtempDisposable(join(tmpdir(), 'portal-bench-'))).path
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const postgres = opened.adopt(await startPostgres({ folder }), ({ stop }) => stop())
  await migrate(postgres.ownerUrl)
  await migrateJobs(postgres.ownerUrl)
  const note = join(folder, `filled-${size}`)
  if (!existsSync(note)) {
    const ms = await timed(() => generate({ ownerUrl: postgres.ownerUrl, slvs: size, now }))
    console.log(`${size} SLVs generated in ${(ms / 1000).toFixed(1)} s`)
    await writeFile(note, '')
  }
  const lab = await startLab(size, postgres)
  opened.defer(lab.stop)
  const resources = opened.move()
  return { ...lab, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

async function startLab(size: number, { url, ownerUrl }: { url: string; ownerUrl: string }) {
  const start = () =>
    startPortal({
      ...{ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, LOAN_DOCK_URL: 'http://127.0.0.1:9' },
      ...{ DEMO: 'off', INTAKE_EVERY_SECONDS: '60' },
    })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  let portal = await start()

  /** Runs SQL as the owner of the database. */
  const sql = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query(text, values)).rows

  /** Opens a session for each email, and returns the header that carries it. The database keeps the token's hash. */
  const signIn = async (emails: string[]) => {
    const tokens = emails.map(() => randomBytes(32).toString('base64url'))
    const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
    await sql(
      `insert into session (token_hash, user_id, created_at, last_used_at, ends_at, user_agent)
        select hash, app_user.id, now(), now(), now() + interval '12 hours', 'bench'
        from unnest($1::bytea[], $2::text[]) as given (hash, email) join app_user using (email)`,
      [hashes, emails],
    )
    return tokens.map((token) => ({ cookie: `session=${token}` }))
  }

  /** Memory of the portal's process in MB, as Linux counts it: resident now, or the most since `forgetPeak`. */
  const memory = async (name: 'VmRSS' | 'VmHWM' = 'VmRSS') => {
    const status = await readFile(`/proc/${portal.pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  }
  const forgetPeak = () => writeFile(`/proc/${portal.pid}/clear_refs`, '5')

  const restart = async () => {
    await portal.stop()
    portal = await start()
  }
  const stop = async () => {
    await portal.stop()
    await client.end()
  }
  return { size, ownerUrl, url: () => portal.url, sql, signIn, memory, forgetPeak, restart, stop }
}
