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
 * Counts the rows written on this connection, also those that were undone, by
 * table. Tables without any are left out.
 */
async function countWrites(
  db: Db,
  tables: readonly Table[],
): Promise<Map<string, number>> {
  const oids = tables.map(({ oid }) => oid)
  const names = tables.map(({ name }) => name)
  // Only of these tables, because the view with all counters reads every
  // catalog.
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count::int
    from unnest(${oids}::oid[], ${names}::text[]) as watched (oid, name),
      lateral (
        select
          pg_stat_get_xact_tuples_inserted(oid)
            + pg_stat_get_xact_tuples_updated(oid)
            + pg_stat_get_xact_tuples_deleted(oid) as count
      ) as written
    where count > 0`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/**
 * Returns a function that counts the rows written on this connection, also
 * those that were undone.
 */
export async function watchWrites(db: Db) {
  const tables = await tablesOf(db)
  return async (): Promise<number> => {
    const counts = [...(await countWrites(db, tables)).values()]
    return counts.reduce((sum, count) => sum + count, 0)
  }
}

/**
 * Detects changes on this connection. Most calls write nothing, which
 * PostgreSQL's counters of the transaction show; otherwise the tables that were
 * written are read and compared.
 */
export async function watchChanges(db: Db) {
  const tables = await tablesOf(db)
  let counts = await countWrites(db, tables)
  const before = await digestsOf(db, tables)
  return {
    /** The names of the tables that differ from when this began. */
    async listChanged(): Promise<string[]> {
      const lastCounts = counts
      counts = await countWrites(db, tables)
      const written = tables.filter(
        ({ name }) => counts.get(name) !== lastCounts.get(name),
      )
      if (written.length === 0) return []
      const after = await digestsOf(db, written)
      return written
        .map(({ name }) => name)
        .filter((name) => before.get(name) !== after.get(name))
    },
  }
}
