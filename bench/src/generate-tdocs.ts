import { readFile } from 'node:fs/promises'
import { civil } from '@portal/contract/sla/calendar'
import { borrowerLastNames } from '@portal/sandbox/loan-dock/borrowers'
import pg from 'pg'
import { openDb } from '../../server/src/lib/db.ts'
import { loadSla } from '../../server/src/sla/load.ts'

const historyDays = 740
const vendors = 8
const dayMs = 86_400_000

const sqlOf = (name: string) => readFile(new URL(`data/${name}.sql`, import.meta.url), 'utf8')

type Order = { url: string; tdocs: number; now: Date }

/**
 * Adds `tdocs` Tdocs with their categories, ledger and history, and the vendors and reviewers that go with them, to a
 * database that has the buyer's people and sellers; the same on each run. Lets PostgreSQL look at it (ANALYZE).
 */
export async function generateTdocs({ url, tdocs, now }: Order): Promise<void> {
  const db = openDb({ url, size: 1 })
  const { days } = await loadSla(db)
  await db.destroy()
  const calendar = Array.from({ length: historyDays }, (_, ago) => {
    const { day } = civil(new Date(now.getTime() - (ago - 1) * dayMs))
    return { day, ordinal: days.ordinal(day) }
  })

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select setseed(0.42)')
    await client.query('set session_replication_role = replica')
    await client.query(`set maintenance_work_mem = '256MB'; set work_mem = '128MB'`)
    const { rows } = await client.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any('{tdoc,tdoc_interval,tdoc_history,review_category}'::regclass[]) and not indisunique`)
    for (const { name } of rows) await client.query(`drop index ${name}`)
    await client.query(await sqlOf('tdoc'), [tdocs, now, JSON.stringify(calendar), borrowerLastNames, vendors])
    for (const table of ['review-category', 'tdoc-interval', 'tdoc-history', 'tdoc-tally'])
      await client.query(await sqlOf(table))
    for (const { definition } of rows) await client.query(definition)
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
