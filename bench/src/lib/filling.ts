import { readFile } from 'node:fs/promises'
import pg from 'pg'

/** Two connections that fill a database side by side, as two cores can. */
export type Filling = {
  /** A statement of data/*.sql on one connection. */
  run: (name: string, values?: unknown[]) => Promise<void>
  /** The same for each list of values, wherever a connection is free; `before` is sent first, on the same connection. */
  runEach: (name: string, all: unknown[][], before?: (index: number) => string) => Promise<void>
  /** The same for each stretch of the table, `more` being the values after its two ends. */
  runAlong: (name: string, table: string, more?: unknown[]) => Promise<void>
  /** Statements as they stand, wherever a connection is free. */
  runAll: (statements: readonly string[]) => Promise<void>
  /** Indexes that only make the filling slow are dropped; answers how to build them again, as they were. */
  setIndexesAside: (tables: readonly string[]) => Promise<() => Promise<void>>
  end: () => Promise<void>
}

const workers = 2
/** 8 kB each: some 10,000 SLVs, whose rows stay in memory while something is made of them. */
const pagesAtOnce = 2000

/** The chain of one object's lines of history, as chain_history() makes it. */
const chained = `create or replace function pg_temp.chained(contents text[]) returns bytea[] language plpgsql as $$
declare
  hash bytea := '';
  hashes bytea[] := '{}';
  content text;
begin
  foreach content in array contents loop
    hash := sha256(hash || convert_to(content, 'UTF8'));
    hashes := hashes || hash;
  end loop;
  return hashes;
end $$`

const sqlOf = (name: string) => readFile(new URL(`../data/${name}.sql`, import.meta.url), 'utf8')

/**
 * Opens a filling by the owner of the database. Triggers and foreign keys rest: they would only confirm what the
 * statements join anyway. Until it ends the server writes fewer checkpoints; all of it is on the disk after the last.
 */
export async function openFilling(ownerUrl: string): Promise<Filling> {
  const clients = await Promise.all(
    Array.from({ length: workers }, async () => {
      const client = new pg.Client({ connectionString: ownerUrl })
      await client.connect()
      return client
    }),
  )
  const first = clients[0]
  if (!first) throw new Error('There is no connection')
  const change = async (verb: (name: string, value: string) => string) => {
    const settings = { max_wal_size: '16GB', checkpoint_timeout: '30min', autovacuum: 'off' }
    for (const [name, value] of Object.entries(settings)) await first.query(verb(name, value))
    await first.query('select pg_reload_conf()')
  }
  await change((name, value) => `alter system set ${name} = '${value}'`)
  for (const client of clients)
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '128MB';
      set timezone = 'UTC'; set synchronous_commit = off; ${chained}`)

  const spread = async <Task>(tasks: readonly Task[], work: (client: pg.Client, task: Task) => Promise<void>) => {
    const waiting = [...tasks]
    await Promise.all(
      clients.map(async (client) => {
        for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await work(client, task)
      }),
    )
  }
  const runEach: Filling['runEach'] = async (name, all, before) => {
    const text = await sqlOf(name)
    await spread([...all.entries()], async (client, [index, values]) => {
      if (before) await client.query(before(index))
      await client.query(text, values)
    })
  }
  const runAll: Filling['runAll'] = (statements) =>
    spread(statements, async (client, statement) => void (await client.query(statement)))

  return {
    run: async (name, values = []) => void (await first.query(await sqlOf(name), values)),
    runEach,
    runAll,
    runAlong: async (name, table, more = []) => {
      const { rows } = await first.query<{ pages: string }>('select pg_relation_size($1::regclass) / 8192 as pages', [
        table,
      ])
      const starts = Array.from({ length: Math.ceil(Number(rows[0]?.pages) / pagesAtOnce) }, (_, n) => n * pagesAtOnce)
      await runEach(
        name,
        starts.map((start) => [`(${start},0)`, `(${start + pagesAtOnce},0)`, ...more]),
      )
    },
    setIndexesAside: async (tables) => {
      const { rows } = await first.query<{ name: string; definition: string }>(
        `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
          where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
          order by pg_relation_size(indrelid) desc`,
        [tables],
      )
      for (const { name } of rows) await first.query(`drop index ${name}`)
      // The dearest first, so that the two end together.
      const dearest = rows.toSorted((one, other) => costOf(other.definition) - costOf(one.definition))
      return () => runAll(dearest.map(({ definition }) => definition))
    },
    end: async () => {
      await change((name) => `alter system reset ${name}`).catch(() => undefined)
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}

/** Roughly: what is searched for by its parts costs most, then what has five million rows. */
const costOf = (definition: string) =>
  (definition.includes('gin_trgm_ops') ? 4 : 0) + (definition.includes('slv_history') ? 2 : 0)
