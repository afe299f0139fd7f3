import { readFile } from 'node:fs/promises'
import { civil } from '@portal/contract/sla/calendar'
import { clocksOf } from '@portal/contract/slv/clocks'
import { programs } from '@portal/contract/slv/model'
import { isDecided, type SlvStatus, slrStatuses, tdStatuses } from '@portal/contract/slv/status'
import { borrowerLastNames } from '@portal/sandbox/loan-dock/borrowers'
import pg from 'pg'
import { openDb } from '../../server/src/lib/database/db.ts'
import { loadSla } from '../../server/src/lib/sla.ts'

/** Per thousand (field.md): most SLVs of 14 months are decided. */
const statusShares: Partial<Record<SlvStatus, number>> = {
  ...{ APPROVED: 540, DECLINED: 222, NOT_NEEDED: 74, WITHDRAWN_APPROVED: 92, DRAFT: 16, PENDING: 8, REVIEW: 16 },
  ...{ PENDING_DOCUMENTS: 8, DOCUMENTS_RECEIVED: 4, SLR_PENDING: 3, SLR_REVIEW: 4, SLR_PENDING_INFO: 1 },
  ...{ SLR_INFO_RECEIVED: 1, SLR_COMPLETED: 2, TD_PENDING: 2, TD_REVIEW: 2, TD_COMPLETED: 1 },
  ...{ WITHDRAW_PENDING: 2, RESUBMITTED: 2 },
}
/** Weighted (field.md): a third in California. */
const states = 'CA CA CA CA FL FL TX NY NJ GA AZ NV'.split(' ')

/** The statuses for slv.sql: which clocks run, and whether the status is final. */
const stageOf = (status: SlvStatus) => {
  const clocks = clocksOf(status)
  const stay = (isThere: boolean, party?: string) => (party ? 'RUNS' : isThere ? 'RESTS' : null)
  return {
    status,
    party: clocks.SLV ?? null,
    slr: stay((slrStatuses as readonly string[]).includes(status), clocks.SLR),
    td: stay((tdStatuses as readonly string[]).includes(status), clocks.TD),
    isDecided: isDecided(status),
    isEnded: isDecided(status) || status === 'WITHDRAWN_APPROVED',
  }
}

const sqlOf = (name: string) => readFile(new URL(`data/${name}.sql`, import.meta.url), 'utf8')
const tables = 'slv slv_request slv_interval slv_history history_head notification tdoc tdoc_interval'.split(' ')
const chunkSize = 25_000

type Order = { ownerUrl: string; slvs: number; now: Date }

/**
 * Fills a migrated, empty database with people, SLVs and twice as many Tdocs. Triggers and foreign keys are off and
 * indexes are built at the end; two connections work in parallel.
 */
export async function generate({ ownerUrl, slvs, now }: Order): Promise<void> {
  const db = openDb({ url: ownerUrl, size: 1 })
  const { days } = await loadSla(db)
  await db.destroy()
  const clients = [new pg.Client({ connectionString: ownerUrl }), new pg.Client({ connectionString: ownerUrl })]
  const runAll = async (statements: string[]) => {
    const waiting = [...statements]
    const work = async (client: pg.Client) => {
      for (let text = waiting.shift(); text; text = waiting.shift()) await client.query(text)
    }
    await Promise.all(clients.map(work))
  }
  const chunksOf = (text: string, rows: number) =>
    Array.from({ length: Math.ceil(rows / chunkSize) }, (_, n) =>
      text.replace('$1', String(n * chunkSize + 1)).replace('$2', String(Math.min(rows, (n + 1) * chunkSize))),
    )
  const json = (value: unknown) => pg.escapeLiteral(JSON.stringify(value))

  for (const client of clients) {
    await client.connect()
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB';
      set maintenance_work_mem = '512MB'; set timezone = 'UTC'`)
  }
  try {
    const statuses = Object.entries(statusShares).flatMap(([status, share]) =>
      Array.from({ length: share }, () => stageOf(status as SlvStatus)),
    )
    const products = Object.entries(programs).map(([name, products]) => ({ name, products }))
    await runAll([
      `create table bench_wish as select ${slvs} as slvs, '${now.toISOString()}'::timestamptz as now,
        ${days.ordinal(civil(now).day)} as today, ${json(statuses)}::jsonb as statuses, ${json(products)}::jsonb as programs,
        array(select jsonb_array_elements_text(${json(states)})) as states,
        array(select jsonb_array_elements_text(${json(borrowerLastNames)})) as names`,
    ])
    await runAll([await sqlOf('people')])
    const indexes = await dropIndexes(clients[0] as pg.Client)
    await runAll([...chunksOf(await sqlOf('slv'), slvs), ...chunksOf(await sqlOf('tdoc'), slvs * 2)])
    await runAll((await sqlOf('rest')).split(/;\n/).filter((text) => text.trim()))
    await runAll(indexes)
    await runAll([...tables, 'company', 'app_user', 'user_role'].map((table) => `vacuum (analyze) ${table}`))
    await runAll(['checkpoint'])
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Drops the indexes that only slow down filling, and returns the statements that build them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
