import type { NotNull } from 'kysely'
import type { Db } from '../lib/database/db.ts'

type LastBackup = {
  /**
   * The newest complete backup, and the latest time that can be restored from
   * it. Null before the first backup.
   */
  done: { endedAt: Date; coveredTo: Date } | null
  /** The newest failure since then. */
  failed: { endedAt: Date; error: string } | null
}

/**
 * Finds the last successful backup to a target, or to any target, and the last
 * failure since then. A manual backup to another target doesn't hide that the
 * scheduled ones fail.
 */
export async function findLastBackup(
  db: Db,
  target: string | undefined,
): Promise<LastBackup> {
  const newest = db
    .selectFrom('backupRun')
    .$if(target !== undefined, (query) =>
      query.where('target', '=', target ?? ''),
    )
    .orderBy('endedAt', 'desc')
    .limit(1)
  const done = await newest
    .where('state', '=', 'DONE')
    .select(['endedAt', 'coveredTo'])
    .$narrowType<{ endedAt: NotNull; coveredTo: NotNull }>()
    .executeTakeFirst()
  const failed = await newest
    .where('state', '=', 'FAILED')
    .$if(done !== undefined, (query) =>
      query.where('endedAt', '>', done?.endedAt ?? null),
    )
    .select(['endedAt', 'error'])
    .$narrowType<{ endedAt: NotNull; error: NotNull }>()
    .executeTakeFirst()
  return { done: done ?? null, failed: failed ?? null }
}
