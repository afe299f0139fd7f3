import { readFile } from 'node:fs/promises'
import { words } from '@portal/contract/lib/typed'
import { civil } from '@portal/contract/sla/calendar'
import { clocksOf } from '@portal/contract/slv/clocks'
import { isDecided, type SlvStatus, slrStatuses, tdStatuses } from '@portal/contract/slv/status'
import { borrowerLastNames } from '@portal/sandbox/loan-dock/borrowers'
import { programs } from '@portal/sandbox/loan-dock/programs'
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
const states = words('CA CA CA CA FL FL TX NY NJ GA AZ NV')

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
const tables = words(
  'slv slv_request slv_interval slv_history history_head notification tdoc tdoc_interval company app_user user_role',
)
/** Triggers and foreign keys are off. */
const options =
  '-c session_replication_role=replica -c synchronous_commit=off -c work_mem=128MB -c maintenance_work_mem=512MB -c timezone=UTC'

type Order = { ownerUrl: string; slvs: number; now: Date }

/** Fills a migrated, empty database with people, SLVs and twice as many Tdocs, on two connections. */
export async function generate({ ownerUrl, slvs, now }: Order): Promise<void> {
  const db = openDb({ url: ownerUrl, size: 1 })
  const { days } = await loadSla(db)
  await db.destroy()
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, options })
  const runAll = (statements: string[]) => Promise.all(statements.map((text) => pool.query(text)))
  const json = (value: unknown) => pg.escapeLiteral(JSON.stringify(value))

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
    await runAll([await sqlOf('slv'), await sqlOf('tdoc')])
    await runAll((await sqlOf('rest')).split(/;\n/).filter((text) => text.trim()))
    await runAll(tables.map((table) => `reindex table ${table}`))
    await runAll(tables.map((table) => `vacuum (analyze) ${table}`))
    await runAll(['checkpoint'])
  } finally {
    await pool.end()
  }
}
