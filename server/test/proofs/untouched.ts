import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../src/lib/db.ts'

/** Nobody asked for these: they note that somebody was there, and change nothing that anybody sees. */
const ignored = ['known_device', 'throttle']

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname = 'public' and c.relname <> all(${ignored}) or c.relname = 'job_common')
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** The content of every table, as one short text. */
async function digestOf(db: Db, tables: readonly string[]): Promise<string> {
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest from ${name} t`,
  )
  const { rows } = await sql.raw<{ name: string; digest: string }>(parts.join(' union all ')).execute(db)
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

/**
 * Tells whether anything was written on this connection and is still there. Most calls write nothing at all, which
 * PostgreSQL's own counters of the transaction say at once; else everything is read and compared.
 */
export async function watchChanges(db: Db) {
  const tables = await tablesOf(db)
  const written = async () => {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as n from pg_stat_xact_all_tables`.execute(db)
    return rows[0]?.n ?? 0
  }
  let before = { counted: await written(), digest: await digestOf(db, tables) }
  return {
    /** Takes what is there now as what must stay. */
    async begin() {
      const counted = await written()
      if (counted === before.counted) return
      before = { counted, digest: await digestOf(db, tables) }
    },
    async isUntouched(): Promise<boolean> {
      const counted = await written()
      if (counted === before.counted) return true
      const digest = await digestOf(db, tables)
      if (digest !== before.digest) return false
      before = { counted, digest }
      return true
    },
  }
}
