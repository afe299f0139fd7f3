import { dirname, join } from 'node:path'
import pg from 'pg'
// biome-ignore lint/style/noRestrictedImports: no request makes a job fail permanently within minutes
import { runningPostgres } from '../../../server/src/lib/embedded-postgres/postgres.ts'

const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row | undefined> => {
  const urls = await runningPostgres(join(dirname(process.env.INTAKE_DIR ?? ''), 'postgres'))
  const client = new pg.Client({ connectionString: urls?.ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows[0]
  } finally {
    await client.end()
  }
}

/** Adds a job whose attempts all failed, as pg-boss stores one. Returns its id. */
export const addFailedJob = async ({ name, key, error }: { name: string; key: string; error: object }) => {
  const added = await query<{ id: string }>(
    `insert into pgboss.job (name, singleton_key, data, state, output, retry_limit, retry_count, started_on, completed_on)
      values ($1, $2, '{}', 'failed', $3, 4, 4, now(), now()) returning id`,
    [name, key, JSON.stringify(error)],
  )
  return added?.id ?? ''
}

export const stateOfJob = async (id: string) =>
  (await query<{ state: string }>('select state from pgboss.job where id = $1', [id]))?.state
