import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtempDisposable,
  readFile,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getKeys } from '@portal/contract/lib/typed'
import { civil } from '@portal/contract/sla/calendar'
import { getClocks, type Party } from '@portal/contract/slv/clocks'
import {
  isDecided,
  type SlvStatus,
  slrStatuses,
  tdStatuses,
} from '@portal/contract/slv/status'
import { borrowerLastNames } from '@portal/sandbox/loan-dock/borrowers'
import { programs } from '@portal/sandbox/loan-dock/programs'
import pg from 'pg'
import { startPortal } from '../../e2e/src/lib/portal.ts'
import { jobs } from '../../server/src/job-catalog.ts'
import { openDb } from '../../server/src/lib/database/db.ts'
import { migrate } from '../../server/src/lib/database/migrate.ts'
import { startPostgres } from '../../server/src/lib/embedded-postgres/postgres.ts'
import { migrateJobs } from '../../server/src/lib/jobs/jobs.ts'
import { loadSla } from '../../server/src/lib/sla.ts'
import { quantile, timed } from './load.ts'
import {
  findParent,
  processorTimeOf,
  processorTimeWithChildren,
} from './processor-time.ts'

export const underwriter = 'underwriter.1@buyer.example'
export const seller = 'seller.2@b00001.example'

/** PostgreSQL's log arrives through a pipe. */
const logDelayMs = 30

type Options = { size: number; now: Date; dataFolder: string | undefined }
export type Lab = Awaited<ReturnType<typeof startLab>> & {
  [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Starts a separate PostgreSQL with fsync on, fills its database, and starts
 * the portal's program on it. `dataFolder` keeps the filled database for the
 * next run of this size.
 */
export async function openLab({
  size,
  now,
  dataFolder,
}: Options): Promise<Lab> {
  await using opened = new AsyncDisposableStack()
  const folder =
    dataFolder ??
    opened.use(await mkdtempDisposable(join(tmpdir(), 'portal-bench-'))).path
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  let statementCount = 0
  const onLog = (line: string) => {
    if (isCounted(line)) statementCount++
  }
  const postgres = opened.adopt(
    await startPostgres({ folder, onLog }),
    ({ stop }) => stop(),
  )
  await migrate(postgres.ownerUrl)
  await migrateJobs(postgres.ownerUrl, jobs)
  const marker = join(folder, `filled-${size}`)
  if (!existsSync(marker)) {
    const ms = await timed(() =>
      generate({ ownerUrl: postgres.ownerUrl, slvs: size, now }),
    )
    console.log(`${size} SLVs generated in ${(ms / 1000).toFixed(1)} s`)
    await writeFile(marker, '')
  }
  const lab = await startLab(size, postgres, () => statementCount)
  opened.defer(lab.stop)
  const resources = opened.move()
  return { ...lab, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/**
 * Whether a line of PostgreSQL's log begins a statement of a request. As in
 * server/test/statements.test.ts, the session doesn't count, nor do the
 * listener's pings, the calendar and the SLA targets, which a node reads at
 * most once a second.
 */
const isCounted = (line: string) =>
  / LOG: {2}(execute|statement)/.test(line) &&
  !/statement: select$|"time_zone"|from "(session|sla_item)"/.test(line)

async function startLab(
  size: number,
  { url, ownerUrl }: { url: string; ownerUrl: string },
  countLogged: () => number,
) {
  const start = (settings: Record<string, string> = {}) =>
    startPortal({
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      LOAN_DOCK_URL: 'http://127.0.0.1:9',
      DEMO: 'off',
      INTAKE_EVERY_SECONDS: '60',
      ...settings,
    })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  let portal = await start()

  /** Runs SQL as the owner of the database. */
  const sql = async <Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> => (await client.query(text, values)).rows

  const [backend] = await sql<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = await findParent(backend?.pid ?? 0)
  const restart = async () => {
    await portal.stop()
    portal = await start()
  }
  const stop = async () => {
    await portal.stop()
    await client.end()
  }
  return {
    size,
    ownerUrl,
    appUrl: url,
    url: () => portal.url,
    sql,
    signIn: (emails: string[]) => openSessions(client, emails),
    memory: (kind?: MemoryKind) => readMemory(portal.pid, kind),
    forgetPeak: () => writeFile(`/proc/${portal.pid}/clear_refs`, '5'),
    processorTime: () => processorTimeOf(portal.pid),
    databaseProcessorTime: () => processorTimeWithChildren(postmaster),
    medianStatements: createStatementCounter(sql, countLogged),
    startBare: () => startBare(ownerUrl),
    /** Starts another portal on the same database, which the caller stops. */
    startSecond: start,
    restart,
    stop,
  }
}

type MemoryKind = 'VmRSS' | 'VmHWM'

/**
 * Memory of a process in MB, as Linux counts it: resident now, or the most
 * since `forgetPeak`.
 */
async function readMemory(
  pid: number | undefined,
  kind: MemoryKind = 'VmRSS',
): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

/** Starts the bare server (bare.ts), which its disposal stops. */
async function startBare(ownerUrl: string) {
  const program = fileURLToPath(new URL('bare.ts', import.meta.url))
  const child = fork(program, [ownerUrl])
  const [url] = (await once(child, 'message')) as [string]
  return { url, [Symbol.dispose]: () => child.disconnect() }
}

/**
 * Returns a function that counts the statements of `work` by PostgreSQL's log.
 * It returns the median of nine runs, because jobs send statements too; `after`
 * isn't counted.
 */
const createStatementCounter =
  (sql: (text: string) => Promise<unknown>, countLogged: () => number) =>
  async (work: () => Promise<unknown>, after?: () => Promise<unknown>) => {
    await sql(`alter system set log_statement = 'all'`)
    await sql('select pg_reload_conf()')
    const counts: number[] = []
    for (let run = 0; run < 9; run++) {
      await pause(logDelayMs)
      const countBefore = countLogged()
      await work()
      await pause(logDelayMs)
      counts.push(countLogged() - countBefore)
      await after?.()
    }
    await sql('alter system reset log_statement')
    await sql('select pg_reload_conf()')
    return quantile(counts, 0.5)
  }

/**
 * Opens a session for each email, and returns the header that carries it. The
 * database keeps the token's hash.
 */
async function openSessions(client: pg.Client, emails: readonly string[]) {
  const tokens = emails.map(() => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) =>
    createHash('sha256').update(token).digest(),
  )
  await client.query(
    `insert into session
        (token_hash, user_id, created_at, last_used_at, ends_at, user_agent)
      select hash, app_user.id, now(), now(), now() + interval '12 hours', 'bench'
      from unnest($1::bytea[], $2::text[]) as given (hash, email)
      join app_user using (email)`,
    [hashes, emails],
  )
  return tokens.map((token) => ({ cookie: `session=${token}` }))
}

/** Per thousand (field.md): most SLVs of 14 months are decided. */
const statusShares: Partial<Record<SlvStatus, number>> = {
  APPROVED: 540,
  DECLINED: 222,
  NOT_NEEDED: 74,
  WITHDRAWN_APPROVED: 92,
  DRAFT: 16,
  PENDING: 8,
  REVIEW: 16,
  PENDING_DOCUMENTS: 8,
  DOCUMENTS_RECEIVED: 4,
  SLR_PENDING: 3,
  SLR_REVIEW: 4,
  SLR_PENDING_INFO: 1,
  SLR_INFO_RECEIVED: 1,
  SLR_COMPLETED: 2,
  TD_PENDING: 2,
  TD_REVIEW: 2,
  TD_COMPLETED: 1,
  WITHDRAW_PENDING: 2,
  RESUBMITTED: 2,
}
/** Weighted (field.md): a third in California. */
const states = [
  'CA',
  'CA',
  'CA',
  'CA',
  'FL',
  'FL',
  'TX',
  'NY',
  'NJ',
  'GA',
  'AZ',
  'NV',
] as const

/** RESTS: the SLV is at the desk, but the desk's clock is paused. */
const deskClock = (
  deskStatuses: readonly SlvStatus[],
  status: SlvStatus,
  party: Party | undefined,
) => {
  if (party) return 'RUNS'
  return deskStatuses.includes(status) ? 'RESTS' : null
}

/**
 * A status for slv.sql: which clocks run, and whether the status is final.
 */
const stageOf = (status: SlvStatus) => {
  const clocks = getClocks(status)
  return {
    status,
    party: clocks.SLV ?? null,
    slr: deskClock(slrStatuses, status, clocks.SLR),
    td: deskClock(tdStatuses, status, clocks.TD),
    isDecided: isDecided(status),
    isEnded: isDecided(status) || status === 'WITHDRAWN_APPROVED',
  }
}

const sqlOf = (name: string) =>
  readFile(new URL(`data/${name}.sql`, import.meta.url), 'utf8')
const tables = [
  'slv',
  'slv_request',
  'slv_interval',
  'slv_history',
  'history_head',
  'notification',
  'tdoc',
  'tdoc_interval',
  'company',
  'app_user',
  'user_role',
] as const
const bareTables = [
  'bare.slv',
  'bare.slv_interval',
  'bare.company',
  'bare.app_user',
] as const
/** Triggers and foreign keys are off. */
const options =
  '-c session_replication_role=replica -c synchronous_commit=off -c work_mem=128MB -c maintenance_work_mem=512MB -c timezone=UTC'

/** SQL that creates the table of one row that data/*.sql read. */
function createSettings({
  slvs,
  now,
  today,
}: {
  slvs: number
  now: Date
  today: number
}): string {
  // Each status as often as its share, so that a random index draws by share.
  const statuses = getKeys(statusShares).flatMap((status) => {
    const stage = stageOf(status)
    return Array.from({ length: statusShares[status] ?? 0 }, () => stage)
  })
  const programList = getKeys(programs).map((name) => ({
    name,
    products: programs[name],
  }))
  const json = (value: unknown) => pg.escapeLiteral(JSON.stringify(value))
  const array = (values: readonly string[]) =>
    `array(select jsonb_array_elements_text(${json(values)}))`
  return `
    create table bench_settings as
    select
      ${slvs} as slvs,
      '${now.toISOString()}'::timestamptz as now,
      ${today} as today,
      ${json(statuses)}::jsonb as statuses,
      ${json(programList)}::jsonb as programs,
      ${array(states)} as states,
      ${array(borrowerLastNames)} as names`
}

type Content = { ownerUrl: string; slvs: number; now: Date }

/**
 * Fills a migrated, empty database with people, SLVs and twice as many Tdocs,
 * on two connections.
 */
async function generate({ ownerUrl, slvs, now }: Content): Promise<void> {
  const db = openDb({ url: ownerUrl, size: 1 })
  const { days } = await loadSla(db)
  await db.destroy()
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, options })
  const runAll = (statements: string[]) =>
    Promise.all(statements.map((text) => pool.query(text)))

  try {
    const today = days.ordinal(civil(now).day)
    await pool.query(createSettings({ slvs, now, today }))
    await runAll([await sqlOf('people')])
    await runAll([await sqlOf('slv'), await sqlOf('tdoc')])
    await runAll(
      (await sqlOf('rest')).split(/;\n/).filter((text) => text.trim()),
    )
    await runAll(tables.map((table) => `reindex table ${table}`))
    await runAll([await sqlOf('bare')])
    await runAll(
      [...tables, ...bareTables].map((table) => `vacuum (analyze) ${table}`),
    )
    await runAll(['checkpoint'])
  } finally {
    await pool.end()
  }
}
