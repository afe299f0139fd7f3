import { readFile } from 'node:fs/promises'
import { type BusinessDays, civil } from '@portal/contract/sla/calendar'
import { clocksOf } from '@portal/contract/slv/clocks'
import { programs } from '@portal/contract/slv/model'
import { isDecided, type SlvStatus, slrStatuses, tdStatuses } from '@portal/contract/slv/status'
import { borrowerLastNames } from '@portal/sandbox/loan-dock/borrowers'
import pg from 'pg'
import { openDb } from '../../server/src/lib/db.ts'
import { loadSla } from '../../server/src/sla/load.ts'

/** Parts in a thousand. Most SLVs of 14 months are decided; the outcomes are field.md's. */
const statusShares: Partial<Record<SlvStatus, number>> = {
  APPROVED: 536,
  DECLINED: 222,
  NOT_NEEDED: 74,
  WITHDRAWN_APPROVED: 92,
  DRAFT: 16,
  DRAFT_RESUBMITTED: 4,
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
/** Parts in a hundred (field.md). */
const stateShares = {
  CA: 33,
  FL: 15,
  TX: 8,
  NY: 5,
  NJ: 5,
  GA: 5,
  AZ: 4,
  WA: 4,
  NV: 4,
  NC: 3,
  CO: 3,
  IL: 3,
  UT: 2,
  OR: 2,
  MA: 2,
  TN: 2,
}
const historyDays = 460
const dayMs = 86_400_000

const spread = <T>(shares: Record<string, number>, make: (name: string) => T): T[] =>
  Object.entries(shares).flatMap(([name, share]) => Array.from({ length: share }, () => make(name)))

/** What slv.sql has to know of a status: whose clock runs, and whether it ended. */
const stageOf = (status: SlvStatus) => {
  const clocks = clocksOf(status)
  const stay = (isThere: boolean, party?: string) => (party ? 'RUNS' : isThere ? 'RESTS' : null)
  return {
    status,
    party: clocks.SLV ?? null,
    slr: stay((slrStatuses as readonly string[]).includes(status), clocks.SLR),
    td: stay((tdStatuses as readonly string[]).includes(status), clocks.TD),
    isDecided: isDecided(status),
    isEnded: isDecided(status) || status === 'WITHDRAWN_APPROVED' || status === 'DRAFT_RESUBMITTED',
  }
}

const calendarOf = (days: BusinessDays, now: Date) =>
  Array.from({ length: historyDays }, (_, ago) => {
    const { day } = civil(new Date(now.getTime() - (ago - 1) * dayMs))
    const ordinal = days.ordinal(day)
    return { day, ordinal, received: days.isBusinessDay(day) ? ordinal : ordinal + 1 }
  }).filter(({ day }, index, all) => all[index - 1]?.day !== day)

const sqlOf = (name: string) => readFile(new URL(`data/${name}.sql`, import.meta.url), 'utf8')

/** Drops the indexes that only make the filling slow; answers how to build them again, as they were. */
async function setIndexesAside(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any('{slv,slv_request,slv_interval,slv_history}'::regclass[]) and not indisunique`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

type Order = { ownerUrl: string; slvs: number; now: Date }

/**
 * Fills a migrated, empty database with people and `slvs` SLVs by field.md's figures, their variances, ledger and
 * history, the same on each run, and lets PostgreSQL look at it (ANALYZE). Snapshots of ended rounds are left out.
 */
export async function generate({ ownerUrl, slvs, now }: Order): Promise<void> {
  const db = openDb({ url: ownerUrl, size: 1 })
  const { days } = await loadSla(db)
  await db.destroy()

  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select setseed(0.42)')
    // A million look-ups of foreign keys would only confirm what the statements below join anyway.
    await client.query('set session_replication_role = replica')
    await client.query(`set maintenance_work_mem = '256MB'; set work_mem = '128MB'`)
    await client.query(await sqlOf('people'), [
      Math.max(22, Math.round(slvs / 500)),
      Math.max(8, Math.round(slvs / 2500)),
    ])
    await client.query('analyze company, app_user')
    const restoreIndexes = await setIndexesAside(client)
    await client.query(await sqlOf('slv'), [
      slvs,
      now,
      JSON.stringify(calendarOf(days, now)),
      JSON.stringify(spread(statusShares, (status) => stageOf(status as SlvStatus))),
      JSON.stringify(Object.entries(programs).map(([name, products]) => ({ name, products }))),
      spread(stateShares, (state) => state),
      borrowerLastNames,
    ])
    for (const table of ['slv-request', 'slv-interval']) await client.query(await sqlOf(table))
    // Each line of history has its place in a chain, as the portal's have.
    await client.query('alter table slv_history enable always trigger slv_history_is_chained')
    await client.query(await sqlOf('slv-history'))
    await client.query('alter table slv_history enable trigger slv_history_is_chained')
    await restoreIndexes()
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
