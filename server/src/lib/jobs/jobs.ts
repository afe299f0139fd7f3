import { AsyncLocalStorage } from 'node:async_hooks'
import { getKeys, isOneOf } from '@portal/contract/lib/typed'
import { sql } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Db } from '../database/db.ts'
import { appRole, asRole, tenantRole } from '../database/roles.ts'
import type { Logger } from '../log.ts'
import type { JobData, JobHandlers, JobName, JobSettings } from './job.ts'

/**
 * Jobs that the previous release no longer had. Their queues are deleted only
 * now, because two releases run during an upgrade.
 */
const retiredJobs = ['sweep-tally'] as const
const schema = 'pgboss'

/** The jobs that requests of sellers and reviewers may queue, in SQL. */
const listForTenants = (jobs: JobSettings) =>
  getKeys(jobs)
    .filter((name) => jobs[name].isForTenants)
    .toSorted()
    .join(' ')

type Item<N extends JobName> = {
  data: JobData[N]
  /**
   * A second job of the same name and key is not added while the first waits.
   */
  key: string
  startAfter?: number
  /** Jobs of one group share a limit (`parallel`). */
  group?: string
}

/** The transaction in which a job is being queued. */
const transaction = new AsyncLocalStorage<Db>()

/**
 * Only queues jobs, in the caller's transaction: never started, no connection.
 */
const queuer = new PgBoss({
  schema,
  db: {
    executeSql: (text, values) => {
      const db = transaction.getStore()
      if (!db) throw new Error('There is no transaction to queue in')
      return fromKysely(db).executeSql(text, values)
    },
  },
})

/** Queues jobs in the caller's transaction, in one query. */
export async function enqueueAll<N extends JobName>(
  db: Db,
  name: N,
  items: readonly Item<N>[],
): Promise<void> {
  if (items.length === 0) return
  // Always in the same order, so that two transactions that queue the same keys
  // don't deadlock.
  const rows = items
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ data, key, startAfter = 0, group }) => ({
      data,
      singletonKey: key,
      startAfter,
      ...(group !== undefined && { group: { id: group } }),
    }))
  await transaction.run(db, () => queuer.insert(name, rows))
}

export const enqueue = <N extends JobName>(
  db: Db,
  name: N,
  data: JobData[N],
  options: Omit<Item<N>, 'data'>,
) => enqueueAll(db, name, [{ data, ...options }])

/** Returns the keys without a waiting, running or retrying job of this name. */
export async function withoutJob(
  db: Db,
  name: JobName,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select singleton_key as key
    from ${sql.table(`${schema}.job`)}
    where name = ${name}
      and state in ('created', 'retry', 'active')
      and singleton_key = any(${keys}::text[])`.execute(db)
  const having = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !having.has(key))
}

/**
 * Creates the queues and their tables and grants the application access. Runs
 * as the owner.
 */
export async function migrateJobs(
  url: string,
  jobs: JobSettings,
): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema,
    supervise: false,
    schedule: false,
    max: 2,
  })
  boss.on('error', () => {}) // start throws the same error
  await boss.start()
  try {
    for (const name of getKeys(jobs)) {
      const { retryLimit, retryDelay, expireInSeconds } = jobs[name]
      const options = {
        retryLimit,
        retryDelay,
        retryBackoff: true,
        expireInSeconds,
        notify: true,
      }
      await boss.createQueue(name, { ...options, policy: 'short' }) // one waiting job per key
      await boss.updateQueue(name, options) // for an existing queue
    }
    for (const { name } of await boss.getQueues())
      if (isOneOf(retiredJobs, name)) await boss.deleteQueue(name)
    await grantQueues(boss, listForTenants(jobs))
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * The application works the queues but can't create any; sellers' requests can
 * only add jobs. Several nodes may start together.
 */
async function grantQueues(boss: PgBoss, forTenants: string): Promise<void> {
  await boss.getDb().executeSql(`do $$ begin
    perform pg_advisory_xact_lock(hashtext('grants on the queues'));
    grant usage on schema ${schema} to ${appRole}, ${tenantRole};
    grant select, insert, update, delete on all tables in schema ${schema} to ${appRole};
    grant usage on all sequences in schema ${schema} to ${appRole};
    revoke all on all tables in schema ${schema} from ${tenantRole};
    -- Otherwise counting waiting and failed jobs would read all jobs completed within a week.
    if to_regclass('${schema}.job_unfinished') is null then
      create index job_unfinished on ${schema}.job_common (name, state, start_after) where state <> 'completed';
    end if;
    grant select on ${schema}.queue to ${tenantRole};
    -- pg-boss adds to the partition itself, and asks back what it added.
    grant insert, select (id, start_after) on ${schema}.job_common to ${tenantRole};
    if not exists (
      select from pg_policy where polrelid = '${schema}.job_common'::regclass
        and polname = 'added_by_one_company' and obj_description(oid, 'pg_policy') = '${forTenants}'
    ) then
      alter table ${schema}.job_common enable row level security;
      drop policy if exists all_rows on ${schema}.job_common;
      drop policy if exists added_by_one_company on ${schema}.job_common;
      drop policy if exists seen_by_who_adds on ${schema}.job_common;
      create policy all_rows on ${schema}.job_common to ${appRole} using (true) with check (true);
      create policy added_by_one_company on ${schema}.job_common for insert to ${tenantRole}
        with check (name = any(string_to_array('${forTenants}', ' ')) and created_on = now());
      create policy seen_by_who_adds on ${schema}.job_common for select to ${tenantRole} using (created_on = now());
      comment on policy added_by_one_company on ${schema}.job_common is '${forTenants}';
    end if;
  end $$`)
}

/**
 * Works the queues until it is stopped. Running jobs get 5 s to finish, else
 * they are retried after the next start.
 */
export async function startJobs(
  url: string,
  jobs: JobSettings,
  handlers: JobHandlers,
  log: Logger,
) {
  const boss = new PgBoss({
    connectionString: asRole(url, appRole),
    schema,
    max: 4,
    migrate: false,
    useListenNotify: true,
    application_name: 'portal jobs',
  })
  boss.on('error', (err) => log.warn({ err }, 'a queue reported an error'))
  await boss.start()
  for (const name of getKeys(jobs)) {
    await work(boss, name, name, jobs, handlers, log)
    const { cron, formerName } = jobs[name]
    if (cron) await boss.schedule(name, cron, {}, { tz: 'America/New_York' })
    if (formerName && (await boss.getQueue(formerName))) {
      await boss.unschedule(formerName)
      await work(boss, formerName, name, jobs, handlers, log)
    }
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) }
}

/** Runs the jobs of a queue with the handler of the job `name`. */
async function work<N extends JobName>(
  boss: PgBoss,
  queue: string,
  name: N,
  jobs: JobSettings,
  handlers: JobHandlers,
  log: Logger,
) {
  const { data, parallel } = jobs[name]
  const handle = handlers[name]
  if (!handle) return
  const options = {
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
    batchSize: 1,
    includeMetadata: true,
    ...(parallel && {
      localConcurrency: parallel.total,
      localGroupConcurrency: parallel.perGroup,
    }),
  } as const
  const worker = await boss.work(queue, options, async ([job]) => {
    if (!job) return
    try {
      await handle(data.parse(job.data), {
        isLast: job.retryCount >= job.retryLimit,
      })
      await settleFailed(boss, queue, job)
    } catch (err) {
      log.warn({ err, job: queue, jobId: job.id }, 'a job failed')
      throw err
    } finally {
      boss.notifyWorker(worker) // there may be more jobs: don't wait for the next poll
    }
  })
}

/**
 * Deletes the failed jobs of the same key that a later job has made up for, so
 * that administrators see only those that need them.
 */
async function settleFailed(
  boss: PgBoss,
  queue: string,
  { singletonKey, startedOn }: JobWithMetadata<unknown>,
) {
  await boss.getDb().executeSql(
    `delete from ${schema}.job
      where name = $1
        and state = 'failed'
        and singleton_key is not distinct from $2
        and completed_on < $3`,
    [queue, singletonKey, startedOn],
  )
}

/**
 * Does the work for each item in turn, also after failures, which are thrown
 * together at the end.
 */
export async function forEachItem<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  let count = 0
  for (const item of items) {
    count++
    try {
      await work(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${count} failed`)
}
