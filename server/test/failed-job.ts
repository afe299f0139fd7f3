// `node failed-job.ts add <name> <key> <error>` adds a failed job to the
// embedded database of DATA_DIR and prints its id; `node failed-job.ts state
// <id>` prints the state of a job. Stories call it, because no request makes a
// job fail permanently within minutes.
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, openDb } from '../src/lib/database/db.ts'
import { runningPostgres } from '../src/lib/embedded-postgres/postgres.ts'

/**
 * Adds a job whose attempts all failed, as pg-boss stores one. Returns its id.
 */
export async function addFailedJob(
  db: Db,
  name: string,
  key: string | null,
  error: object,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (
      name,
      singleton_key,
      data,
      state,
      output,
      retry_limit,
      retry_count,
      started_on,
      completed_on
    )
    values
      (${name}, ${key}, '{}', 'failed', ${JSON.stringify(error)}, 8, 8, now(), now())
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

export async function stateOfJob(
  db: Db,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state::text as state
    from pgboss.job
    where id = ${id}`.execute(db)
  return rows[0]?.state
}

if (import.meta.main) {
  const [command, ...values] = process.argv.slice(2)
  const urls = await runningPostgres(
    join(process.env.DATA_DIR ?? '', 'postgres'),
  )
  if (!urls) throw new Error('No database runs in DATA_DIR')
  const db = openDb({ url: urls.ownerUrl })
  if (command === 'add') {
    const [name = '', key = '', error = '{}'] = values
    const id = await addFailedJob(db, name, key, JSON.parse(error))
    process.stdout.write(id)
  } else {
    const [id = ''] = values
    process.stdout.write((await stateOfJob(db, id)) ?? '')
  }
  await db.destroy()
}
