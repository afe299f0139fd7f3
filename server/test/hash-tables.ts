import type pg from 'pg'

const tables = `
  select relname as name
  from pg_class
  where relnamespace = 'public'::regnamespace
    and relkind = 'r'
  order by 1`
/** A hash that doesn't depend on the order of the rows. */
const hashOf = (table: string) =>
  `
    select count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0)), 0) as hash
    from ${table} row`

/**
 * The row count and a hash of all rows of each table, and the database's time
 * afterward.
 */
export async function hashTables(client: pg.Client) {
  const hashes: Record<string, string> = {}
  const { rows: names } = await client.query<{ name: string }>(tables)
  for (const { name } of names) {
    const { rows } = await client.query<{ hash: string }>(hashOf(`"${name}"`))
    hashes[name] = rows[0]?.hash ?? ''
  }
  const { rows: times } = await client.query<{ now: Date }>(
    'select clock_timestamp() as now',
  )
  return { hashes, at: times[0]?.now ?? new Date(0) }
}
