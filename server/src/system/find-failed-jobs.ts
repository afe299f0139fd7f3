import type { Paging } from '@portal/contract/lib/paging'
import { getKeys, isOneOf } from '@portal/contract/lib/typed'
import { sql } from 'kysely'
import type { z } from 'zod'
import { jobs } from '../job-catalog.ts'
import type { Db } from '../lib/database/db.ts'
import { describeFailure } from '../lib/describe-failure.ts'
import type { JobName } from '../lib/jobs/job.ts'

const table = sql.table('pgboss.job')
const names = getKeys(jobs)

type JobCount = {
  name: string
  state: string
  count: number
  oldestSeconds: number
}

/**
 * Counts unfinished and failed jobs by name and state, with the age of the
 * oldest one that is due.
 */
export async function countJobs(db: Db, now: Date): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select
      name,
      state::text as state,
      count(*)::int as count,
      greatest(
        0,
        coalesce(
          extract(
            epoch
            from ${now} - min(start_after)
          ),
          0
        )
      )::float8 as oldest_seconds
    from pgboss.job_common
    where state <> 'completed'
      and name = any(${names}::text[])
    group by name, state`.execute(db)
  return rows
}

type FailedRow = {
  id: string
  name: string
  key: string | null
  output: unknown
  createdAt: Date
  failedAt: Date
  attempts: number
}

/**
 * A page of the jobs whose attempts all failed, newest first. pg-boss deletes
 * them after a week.
 */
export async function listFailed(
  db: Db,
  { page, size }: z.output<typeof Paging>,
) {
  const failed = sql`from ${table} where state = 'failed' and name = any(${names}::text[])`
  const { rows } = await sql<FailedRow>`
    select id, name, singleton_key as key, output, created_on as created_at,
      coalesce(completed_on, created_on) as failed_at, retry_count + 1 as attempts
    ${failed} order by completed_on desc, id limit ${size} offset ${(page - 1) * size}`.execute(
    db,
  )
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total ${failed}`.execute(db)
  const items = rows.map(({ output, createdAt, failedAt, ...row }) => ({
    ...row,
    failure: describeFailure(output),
    createdAt: createdAt.toISOString(),
    failedAt: failedAt.toISOString(),
  }))
  return { items, total: counted[0]?.total ?? 0, page, size }
}

export type LockedJob = {
  id: string
  name: JobName
  key: string | null
  failure: string
  isFailed: boolean
}

/** Locks a job for the rest of the transaction; undefined if there is none. */
export async function lockJob(
  db: Db,
  id: string,
): Promise<LockedJob | undefined> {
  const { rows } = await sql<{
    id: string
    name: string
    key: string | null
    output: unknown
    isFailed: boolean
  }>`
    select id, name, singleton_key as key, output, state = 'failed' as is_failed from ${table}
    where id = ${id} and name = any(${names}::text[]) for update`.execute(db)
  const [row] = rows
  if (!row || !isOneOf(names, row.name)) return undefined
  const { output, ...job } = row
  return { ...job, name: row.name, failure: describeFailure(output) }
}

/**
 * Gives a locked, failed job one more attempt. Copies the SQL of pg-boss's
 * `retry`, which can't join a transaction.
 */
export const retryFailed = (db: Db, { name, id }: LockedJob) =>
  sql`update ${table} set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
    where name = ${name} and id = ${id}`.execute(db)

export const deleteFailed = (db: Db, { name, id }: LockedJob) =>
  sql`delete from ${table} where name = ${name} and id = ${id}`.execute(db)
