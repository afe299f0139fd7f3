import type { NotNull } from 'kysely'
import type { Db } from '../lib/database/db.ts'

type LastBackup = {
  /** The newest complete backup, and the latest time that can be restored from it. Null before the first backup. */
  done: { endedAt: Date; coveredTo: Date } | null
  /** The newest failure since then. */
  failed: { endedAt: Date; error: string } | null
}

/** Finds the last successful backup, and the last failure since then. */
export async function findLastBackup(db: Db): Promise<LastBackup> {
  const newest = db.selectFrom('backupRun').orderBy('endedAt', 'desc').limit(1)
  const done = await newest
    .where('state', '=', 'DONE')
    .select(['endedAt', 'coveredTo'])
    .$narrowType<{ endedAt: NotNull; coveredTo: NotNull }>()
    .executeTakeFirst()
  const failed = await newest
    .where('state', '=', 'FAILED')
    .$if(done !== undefined, (query) => query.where('endedAt', '>', done?.endedAt ?? null))
    .select(['endedAt', 'error'])
    .$narrowType<{ endedAt: NotNull; error: NotNull }>()
    .executeTakeFirst()
  return { done: done ?? null, failed: failed ?? null }
}
