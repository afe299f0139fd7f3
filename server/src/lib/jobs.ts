import { AsyncLocalStorage } from 'node:async_hooks'
import { isOneOf, keysOf } from '@portal/contract/lib/typed'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Db } from './db.ts'
import type { Logger } from './log.ts'
import { appRole, asRole, tenantRole } from './roles.ts'

/**
 * What the portal does later, by name: what each job carries, and how often it is tried again. Retries wait longer each
 * time, with jitter (pg-boss' backoff). A handler must do no harm when it is run twice.
 */
export const jobs = {
  'send-document': { data: z.object({ documentId: z.uuid() }), retryLimit: 8, retryDelay: 5, expireInSeconds: 180 },
  'requeue-documents': { data: z.object({}), retryLimit: 2, retryDelay: 60, expireInSeconds: 300 },
  'sweep-files': { data: z.object({}), retryLimit: 2, retryDelay: 60, expireInSeconds: 900 },
  'sweep-notifications': { data: z.object({}), retryLimit: 2, retryDelay: 60, expireInSeconds: 900 },
  'apply-capture': {
    data: z.object({ uploadId: z.uuid(), unread: z.number().int().optional() }),
    retryLimit: 8,
    retryDelay: 5,
    expireInSeconds: 600,
  },
  'requeue-uploads': { data: z.object({}), retryLimit: 2, retryDelay: 60, expireInSeconds: 300 },
  'read-transmittals': { data: z.object({}), retryLimit: 0, retryDelay: 60, expireInSeconds: 900 },
  'sweep-reporting-changes': { data: z.object({}), retryLimit: 2, retryDelay: 60, expireInSeconds: 300 },
  'take-due-schedules': { data: z.object({}), retryLimit: 2, retryDelay: 60, expireInSeconds: 60 },
  'send-scheduled-report': {
    data: z.object({ scheduleId: z.uuid(), dueAt: z.iso.datetime(), isAsked: z.boolean() }),
    retryLimit: 12,
    retryDelay: 10,
    expireInSeconds: 120,
  },
  'send-report': {
    data: z.object({ sendId: z.uuid(), slvId: z.uuid(), senderId: z.uuid(), userId: z.uuid() }),
    retryLimit: 12,
    retryDelay: 10,
    expireInSeconds: 30,
  },
  'mail-notifications': { data: z.object({ userId: z.uuid() }), retryLimit: 8, retryDelay: 5, expireInSeconds: 60 },
  'mail-daily': { data: z.object({}), retryLimit: 4, retryDelay: 60, expireInSeconds: 300 },
  'send-notification-mail': {
    data: z.object({ userId: z.uuid(), notificationIds: z.array(z.uuid()) }),
    retryLimit: 12,
    retryDelay: 10,
    expireInSeconds: 60,
  },
  'send-code': {
    data: z.object({ challengeId: z.uuid(), number: z.number().int() }),
    retryLimit: 6,
    retryDelay: 2,
    expireInSeconds: 30,
  },
  'send-link': { data: z.object({ linkId: z.uuid() }), retryLimit: 12, retryDelay: 5, expireInSeconds: 30 },
  'reset-password': {
    data: z.object({ key: z.string(), sealed: z.string() }),
    retryLimit: 6,
    retryDelay: 5,
    expireInSeconds: 30,
  },
  'send-sign-in-notice': {
    data: z.object({
      userId: z.uuid(),
      notice: z.enum(['set-password', 'add-totp', 'remove-totp', 'add-passkey', 'remove-passkey', 'remove-factors']),
      at: z.iso.datetime(),
    }),
    retryLimit: 12,
    retryDelay: 10,
    expireInSeconds: 30,
  },
  'tell-deactivated': {
    data: z.object({ changeId: z.number().int() }),
    retryLimit: 12,
    retryDelay: 10,
    expireInSeconds: 30,
  },
  'tell-overdue-documents': { data: z.object({}), retryLimit: 4, retryDelay: 60, expireInSeconds: 300 },
} as const
export type JobName = keyof typeof jobs
export type JobData<N extends JobName> = z.output<(typeof jobs)[N]['data']>
/** Which try this is: the last one has nobody after it. */
export type Attempt = { isLast: boolean }
type Handler<N extends JobName> = (data: JobData<N>, attempt: Attempt) => Promise<void>
/** What each job does; null for one that waits as long as this process runs. */
export type JobHandlers = { [N in JobName]: Handler<N> | null }

/** When jobs run by themselves: cron in New York. */
const schedules: Partial<Record<JobName, string>> = {
  'requeue-documents': '35 * * * *',
  'requeue-uploads': '45 * * * *',
  'sweep-files': '20 3 * * *',
  'sweep-notifications': '40 3 * * *',
  'sweep-reporting-changes': '50 * * * *',
  'read-transmittals': '* * * * *',
  'take-due-schedules': '* * * * *',
  'mail-daily': '0 7 * * 1-5',
  'tell-overdue-documents': '5 * * * *',
}

const schema = 'pgboss'

/** What requests of sellers and reviewers queue: nothing that does more than tell people, send on a file and read one. */
const ofTenants = (
  [
    'mail-notifications',
    'send-document',
    'send-report',
    'send-sign-in-notice',
    'tell-deactivated',
    'apply-capture',
  ] satisfies JobName[]
).join(' ')

type Item<N extends JobName> = {
  data: JobData<N>
  /** While one of this name and key waits, a second is not added. */
  key: string
  /** Not before so many seconds from now. */
  startAfter?: number
}

/** Whose transaction a job is being queued in. */
const asking = new AsyncLocalStorage<Db>()

/**
 * Queues jobs and works none, so it is never started: no connection, no timer. Whatever it asks, it asks in the
 * transaction of whoever queues; what it learns of a queue, which is the same for all, it keeps.
 */
const queuer = new PgBoss({
  schema,
  db: {
    executeSql: (text, values) => {
      const db = asking.getStore()
      if (!db) throw new Error('Nobody is queueing')
      return fromKysely(db).executeSql(text, values)
    },
  },
})

/** Queues jobs in the caller's transaction, in one query: they exist once that commits, and not at all when it does not. */
export async function enqueueAll<N extends JobName>(db: Db, name: N, items: readonly Item<N>[]): Promise<void> {
  if (items.length === 0) return
  // In the same order by whoever queues: two who queue the same keys at once then wait for, and never on, each other.
  const rows = items
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ data, key, startAfter = 0 }) => ({ data, singletonKey: key, startAfter }))
  await asking.run(db, () => queuer.insert(name, rows))
}

/** Queues one job in the caller's transaction. */
export const enqueue = <N extends JobName>(db: Db, name: N, data: JobData<N>, options: Omit<Item<N>, 'data'>) =>
  enqueueAll(db, name, [{ data, ...options }])

/** Which of these keys have no job of this name that waits, is under way or will be tried again. */
export async function withoutJob(db: Db, name: JobName, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select singleton_key as key from ${sql.table(`${schema}.job`)}
    where name = ${name} and state in ('created', 'retry', 'active') and singleton_key = any(${keys}::text[])`.execute(
    db,
  )
  const having = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !having.has(key))
}

/** Makes the queues' tables and the queues, and lets the application use them; done by whoever migrates. */
export async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {}) // what fails here is thrown by start
  await boss.start()
  try {
    for (const name of keysOf(jobs)) {
      const { retryLimit, retryDelay, expireInSeconds } = jobs[name]
      const options = { retryLimit, retryDelay, retryBackoff: true, expireInSeconds, notify: true }
      await boss.createQueue(name, { ...options, policy: 'short' }) // one waits for each key
      await boss.updateQueue(name, options) // one that was there before
    }
    // Deletes queues that are no longer in the code, with their schedules; names of pg-boss's own begin with underscores.
    for (const { name } of await boss.getQueues())
      if (!name.startsWith('__') && !isOneOf(keysOf(jobs), name)) await boss.deleteQueue(name)
    await grantQueues(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** The application works the queues, and makes none; a seller's request adds to them. Several nodes may start at once. */
async function grantQueues(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(`do $$ begin
    perform pg_advisory_xact_lock(hashtext('grants on the queues'));
    grant usage on schema ${schema} to ${appRole}, ${tenantRole};
    grant select, insert, update, delete on all tables in schema ${schema} to ${appRole};
    grant usage on all sequences in schema ${schema} to ${appRole};
    revoke all on all tables in schema ${schema} from ${tenantRole};
    grant select on ${schema}.queue to ${tenantRole};
    -- pg-boss adds to the partition itself, and asks back what it added.
    grant insert, select (id, start_after) on ${schema}.job_common to ${tenantRole};
    if not exists (
      select from pg_policy where polrelid = '${schema}.job_common'::regclass
        and polname = 'added_by_one_company' and obj_description(oid, 'pg_policy') = '${ofTenants}'
    ) then
      alter table ${schema}.job_common enable row level security;
      drop policy if exists all_rows on ${schema}.job_common;
      drop policy if exists added_by_one_company on ${schema}.job_common;
      drop policy if exists seen_by_who_adds on ${schema}.job_common;
      create policy all_rows on ${schema}.job_common to ${appRole} using (true) with check (true);
      create policy added_by_one_company on ${schema}.job_common for insert to ${tenantRole}
        with check (name = any(string_to_array('${ofTenants}', ' ')) and created_on = now());
      create policy seen_by_who_adds on ${schema}.job_common for select to ${tenantRole} using (created_on = now());
      comment on policy added_by_one_company on ${schema}.job_common is '${ofTenants}';
    end if;
  end $$`)
}

export type RunningJobs = { stop: () => Promise<void> }

/**
 * Works the queues until it is stopped; what is under way then is finished first, for 5 s at most, and else done again
 * after the next start. A new job is begun at once, for the database tells of it; a repeat when the queue is next looked at.
 */
export async function startJobs(url: string, handlers: JobHandlers, log: Logger): Promise<RunningJobs> {
  const boss = new PgBoss({
    connectionString: asRole(url, appRole),
    schema,
    max: 4,
    migrate: false,
    useListenNotify: true,
    application_name: 'portal jobs',
  })
  boss.on('error', (err) => log.warn({ err }, 'a queue had trouble'))
  await boss.start()
  for (const name of keysOf(jobs)) await work(boss, name, handlers[name], log)
  for (const name of keysOf(schedules)) {
    const cron = schedules[name]
    if (cron) await boss.schedule(name, cron, {}, { tz: 'America/New_York' })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) }
}

async function work<N extends JobName>(boss: PgBoss, name: N, handle: Handler<N> | null, log: Logger) {
  if (!handle) return
  const options = {
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
    batchSize: 1,
    includeMetadata: true,
  } as const
  const worker = await boss.work(name, options, async ([job]) => {
    if (!job) return
    try {
      const data = jobs[name].data.parse(job.data)
      await handle(data as JobData<N>, { isLast: job.retryCount >= job.retryLimit })
    } catch (err) {
      log.warn({ err, job: name, jobId: job.id }, 'a job failed')
      throw err
    } finally {
      boss.notifyWorker(worker) // where there was one, there may be more: no waiting for the next look
    }
  })
}
