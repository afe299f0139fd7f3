import pg from 'pg'
import { openDb } from '../lib/database/db.ts'
import { readMigrations } from '../lib/database/migrate.ts'
import { findPending } from '../lib/database/pending.ts'
import { findApplied } from '../lib/database/plan-migrations.ts'
import { asRole, tenantRole } from '../lib/database/roles.ts'
import { findRowSecurityGap } from '../lib/database/row-security.ts'
import {
  type CheckDeps,
  fail,
  notChecked,
  type Outcome,
  pass,
  type Urls,
  warn,
} from './check-outcome.ts'
import { isKnownKey, wrongKey, wrongKeyAdvice } from './check-secret-key.ts'

const limitMs = 4000

/** A connection that gives up before its check does. */
async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'portal doctor',
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  client.on('error', () => {}) // the running query fails with it
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const supportedMajor = 18

/** The owner's login works, and the server is a version that is supported. */
export async function checkServer({ ownerUrl }: Urls): Promise<Outcome> {
  const version = await withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    return rows[0]?.version ?? ''
  })
  if (Number.parseInt(version, 10) >= supportedMajor)
    return pass(`PostgreSQL ${version}`)
  return fail(
    `PostgreSQL ${version} is too old`,
    `Upgrade the server to PostgreSQL ${supportedMajor}`,
  )
}

/** The portal's login works in both roles and can't change history. */
export async function checkRoles({ url }: Urls): Promise<Outcome> {
  const db = openDb({ url, size: 1 })
  try {
    const gap = await findRowSecurityGap(db)
    await withConnection(asRole(url, tenantRole), async () => undefined)
    if (gap === null) return pass('The portal’s login can’t change history')
    return warn(
      `The database does not protect history from changes: ${gap}`,
      'Use a different login in DATABASE_URL than in DATABASE_OWNER_URL: see "Roles of the database" in docs/operations.md',
    )
  } finally {
    await db.destroy()
  }
}

/** The database has the schema of this release. */
export async function checkMigrations({ ownerUrl }: Urls): Promise<Outcome> {
  const migrations = await readMigrations()
  const applied = await withConnection(ownerUrl, findApplied)
  if (applied.length === 0)
    return notChecked('The database is empty: the first start fills it')
  let pending: ReturnType<typeof findPending>
  try {
    pending = findPending(applied, migrations)
  } catch (error) {
    return fail(
      error instanceof Error ? error.message : String(error),
      'See "Upgrades" in docs/operations.md',
    )
  }
  const { marked, waiting, newer } = pending
  const count = marked.length + waiting.length
  if (count > 0)
    return warn(
      `${count} ${count === 1 ? 'migration is' : 'migrations are'} pending`,
      'Back up with the release that runs now, then start this one: see "Upgrades" in docs/operations.md. To see what each migration does: npm run migrate -- --plan',
    )
  if (newer.length > 0)
    return warn(
      `A newer release applied ${newer.join(', ')}`,
      'Upgrade this node to that release',
    )
  return pass(`All ${migrations.length} migrations are applied`)
}

/** This node's secret key is the one that the other nodes use. */
export async function checkSecretKey(
  { url, ownerUrl }: Urls,
  { keys }: CheckDeps,
): Promise<Outcome> {
  if (!keys) return notChecked('The first start creates the secret key')
  const hasTable = await withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ hasTable: boolean }>(
      `select to_regclass('public.secret_key_fingerprint') is not null as "hasTable"`,
    )
    return rows[0]?.hasTable
  })
  if (!hasTable) return notChecked('The next start stores its fingerprint')
  const db = openDb({ url, size: 1 })
  try {
    const isKnown = await isKnownKey(db, keys)
    if (isKnown === null)
      return notChecked('The next start stores its fingerprint')
    return isKnown
      ? pass('This database uses this key')
      : fail(wrongKey, wrongKeyAdvice)
  } finally {
    await db.destroy()
  }
}

const secondMs = 1000
/** Tickets and sign-ons tolerate a minute between the clocks. */
const maxDriftMs = 30 * secondMs
const noticedDriftMs = 2 * secondMs

/** The clocks of this machine and of the database agree. */
export async function checkClock(
  { ownerUrl }: Urls,
  { clock }: CheckDeps,
): Promise<Outcome> {
  const driftMs = await withConnection(ownerUrl, async (client) => {
    const before = clock().getTime()
    const { rows } = await client.query<{ at: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
    )
    const here = (before + clock().getTime()) / 2
    return here - (rows[0]?.at ?? 0)
  })
  const seconds = Math.abs(driftMs / secondMs).toFixed(1)
  const direction = driftMs > 0 ? 'ahead of' : 'behind'
  const finding = `This machine’s clock is ${seconds} s ${direction} the database’s`
  if (Math.abs(driftMs) < noticedDriftMs) return pass(finding)
  const advice = 'Synchronize both clocks, for example with chrony'
  return Math.abs(driftMs) < maxDriftMs
    ? warn(finding, advice)
    : fail(finding, advice)
}
