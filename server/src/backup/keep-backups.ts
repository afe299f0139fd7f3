import { civil } from '@portal/contract/sla/calendar'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { enqueue } from '../lib/jobs/jobs.ts'
import { archiveWal, endArchive } from './archive-wal.ts'
import { isLoginCorrected } from './check-login.ts'
import { type BackupDeps, backupLock } from './open-session.ts'
import type { Storage } from './open-storage.ts'

export type BackupSchedule = Omit<BackupDeps, 'storage'> & {
  /** Undefined: no scheduled backups. */
  to: string | undefined
  /** HH:mm in New York. */
  at: string
  clock: () => Date
}

type BackupOptions = Omit<BackupSchedule, 'to'> & {
  storage: Storage | undefined
}

/**
 * Every minute: archives WAL and new files, and queues a backup if one is due
 * or if archiving needs one.
 */
export async function keepBackups({
  storage,
  at,
  clock,
  ...deps
}: BackupOptions): Promise<void> {
  if (!storage) return endArchive(deps.url)
  let isNeeded = false
  try {
    isNeeded = (await archiveWal({ ...deps, storage })) === 'NEEDS_BACKUP'
  } finally {
    // Backups go on while archiving fails.
    const last = await findLastRun(deps.db, storage.target)
    const isDue =
      (await isLoginCorrected(last?.error ?? null, deps.url)) ||
      isBackupDue({ last, isNeeded, at, now: clock() })
    if (isDue && !(await isRunning(deps.db)))
      await enqueue(deps.db, 'create-backup', {}, { key: 'backup' })
  }
}

const findLastRun = (db: Db, target: string) =>
  db
    .selectFrom('backupRun')
    .select(['state', 'startedAt', 'endedAt', 'error'])
    .where('target', '=', target)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Whether a backup is running. Another one queued meanwhile would start as soon
 * as it ends.
 */
async function isRunning(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select
    from pg_locks
    where locktype = 'advisory'
      and objid = ${backupLock}
      and database = (
        select oid
        from pg_database
        where datname = current_database()
      )`.execute(db)
  return rows.length > 0
}

type Last = Pick<Selectable<DB['backupRun']>, 'state' | 'startedAt' | 'endedAt'>
type Due = { last: Last | undefined; isNeeded: boolean; at: string; now: Date }

const retryAfterMs = 15 * 60_000

/**
 * Due once a day at the set time, or later if the portal was down, and 15
 * minutes after a backup failed or was interrupted.
 */
export function isBackupDue({ last, isNeeded, at, now }: Due): boolean {
  if (!last) return true
  if (last.state !== 'DONE') {
    const failedAt = last.endedAt ?? last.startedAt
    return now.getTime() - failedAt.getTime() >= retryAfterMs
  }
  if (isNeeded) return true
  const today = civil(now)
  const started = civil(last.startedAt)
  const hasRunToday = started.day >= today.day && started.time >= at
  return today.time >= at && !hasRunToday
}
