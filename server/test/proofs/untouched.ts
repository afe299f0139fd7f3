import { sql } from 'kysely'
import type { Db } from '../../src/lib/database/db.ts'

/** Tables that any call may write, and that no response shows. */
const ignored = ['known_device', 'throttle']

type Table = { name: string; oid: number }

async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select format('%I.%I', n.nspname, c.relname) as name, c.oid::int as oid
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r'
      and (
        n.nspname = 'public'
        and c.relname <> all(${ignored})
        or c.relname = 'job_common'
      )
    order by 1`.execute(db)
  return rows
}

/** A hash of the content of every table, by its name. */
async function digestsOf(
  db: Db,
  tables: readonly Table[],
): Promise<Map<string, string>> {
  const parts = tables.map(
    ({ name }) =>
      `
        select
          '${name}' as name,
          coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest
        from ${name} t`,
  )
  const { rows } = await sql
    .raw<{ name: string; digest: unknown }>(parts.join(' union all '))
    .execute(db)
  return new Map(rows.map(({ name, digest }) => [name, String(digest)]))
}

/**
 * Returns a function that counts the rows written on this connection, also
 * those that were undone.
 */
export async function watchWrites(db: Db) {
  const tables = await tablesOf(db)
  // Only of these tables, because the view with all counters reads every
  // catalog.
  const oids = sql.join(tables.map(({ oid }) => sql.lit(oid)))
  return async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select
        sum(
          pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid)
        )::int as n
      from unnest(array[${oids}]::oid[]) as oid`.execute(db)
    return rows[0]?.n ?? 0
  }
}

/**
 * Detects changes on this connection. Most calls write nothing, which
 * PostgreSQL's counters of the transaction show; otherwise all tables are read
 * and compared.
 */
export async function watchChanges(db: Db) {
  const tables = await tablesOf(db)
  const written = await watchWrites(db)
  let counted = await written()
  const before = await digestsOf(db, tables)
  return {
    /** The names of the tables that differ from when this began. */
    async listChanged(): Promise<string[]> {
      const now = await written()
      if (now === counted) return []
      counted = now
      const after = await digestsOf(db, tables)
      return [...before.keys()].filter(
        (name) => before.get(name) !== after.get(name),
      )
    },
  }
}
