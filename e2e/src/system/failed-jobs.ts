import { dirname, join } from 'node:path'
import pg from 'pg'
// biome-ignore lint/style/noRestrictedImports: no request makes a job fail for good within minutes
import { runningPostgres } from '../../../server/src/lib/embedded-postgres/postgres.ts'

/** Adds a job whose attempts all failed, as pg-boss stores one. */
export async function addFailedJob(intakeFolder: string, job: { name: string; key: string; error: object }) {
  const urls = await runningPostgres(join(dirname(intakeFolder), 'postgres'))
  const client = new pg.Client({ connectionString: urls?.ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into pgboss.job (name, singleton_key, state, output, retry_limit, retry_count, started_on, completed_on)
        values ($1, $2, 'failed', $3, 4, 4, now(), now()) returning id`,
      [job.name, job.key, JSON.stringify(job.error)],
    )
    return rows[0]?.id ?? ''
  } finally {
    await client.end()
  }
}
