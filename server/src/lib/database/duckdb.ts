import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBValue,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api'

export type Params = Record<string, string | readonly string[]>
/** Runs one statement. Whole numbers come as JavaScript numbers. */
export type Query = <Row extends object>(
  statement: string,
  params?: Params,
) => Promise<Row[]>

export type DuckDb = {
  folder: string
  /**
   * Runs the statements of `work` on the state at the first of them; what they
   * change is committed at the end.
   */
  transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const fileName = 'data.duckdb'
const settings = {
  threads: '2',
  memory_limit: '256MB',
  preserve_insertion_order: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
}
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Opens an empty DuckDB in a new folder below `parent` and deletes folders that
 * crashed processes left there. It reads no file outside its folder and loads
 * no extension.
 */
export async function openDuckDb(parent: string): Promise<DuckDb> {
  await mkdir(parent, { recursive: true })
  for (const name of await readdir(parent))
    await deleteIfUnused(join(parent, name))
  const folder = join(parent, randomUUID())
  await mkdir(folder, { mode: 0o700 })
  const instance = await DuckDBInstance.create(join(folder, fileName), settings)
  const connections = new Set<DuckDBConnection>()
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  const run = async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
    const connection = await instance.connect()
    connections.add(connection)
    const query: Query = async <Row extends object>(
      statement: string,
      params: Params = {},
    ) => {
      if (isClosed) throw new Error('DuckDB was closed')
      return (await runOn(connection, statement, params)) as Row[]
    }
    try {
      await query('begin')
      const result = await work(query)
      await query('commit')
      return result
    } finally {
      connections.delete(connection)
      connection.closeSync()
    }
  }
  const transaction: DuckDb['transaction'] = (work) => {
    const result = run(work)
    running.add(result)
    return result.finally(() => running.delete(result))
  }

  const first = await instance.connect()
  await first.run(`
    pragma disable_checkpoint_on_shutdown;
    set allowed_directories = [${quoted(folder)}];
    set enable_external_access = false;
    set lock_configuration = true`)
  first.closeSync()
  const close = async () => {
    isClosed = true
    // Repeated, because DuckDB forgets one that arrives just before it begins a
    // statement.
    const interrupting = setInterval(() => {
      for (const connection of connections) connection.interrupt()
    }, 20)
    await Promise.allSettled(running)
    clearInterval(interrupting)
    instance.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, transaction, close }
}

async function runOn(
  connection: DuckDBConnection,
  statement: string,
  params: Params,
): Promise<object[]> {
  const values: Record<string, DuckDBValue> = {}
  const types: Record<string, typeof VARCHAR | ReturnType<typeof LIST>> = {}
  for (const [name, value] of Object.entries(params)) {
    values[name] = typeof value === 'string' ? value : listValue(value)
    types[name] = typeof value === 'string' ? VARCHAR : LIST(VARCHAR)
  }
  const rows = await (
    await connection.run(statement, values, types)
  ).getRowObjectsJS()
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (typeof value === 'bigint') row[name] = Number(value)
  return rows
}

/** DuckDB locks the file that it uses until its process ends. */
async function deleteIfUnused(folder: string) {
  try {
    const found = await DuckDBInstance.create(join(folder, fileName))
    found.closeSync()
  } catch (error) {
    if (error instanceof Error && error.message.includes('Could not set lock'))
      return
  }
  await rm(folder, { recursive: true, force: true })
}
