import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

/** How far a copy of the database has followed, in bytes of its log, and the time of the latest change that it has. */
export type Followed = { isCopy: boolean; replayed: string | null; latest: Date }

/**
 * Up to when figures are told that were asked of a copy: null where nothing is missing. The copy can not know that by
 * itself, for one that is cut off has followed everything that it heard of: so its place is held against how far the
 * database itself had written, which is null when that could not be asked.
 */
export const toldUpTo = ({ isCopy, replayed, latest }: Followed, written: string | null): Date | null =>
  !isCopy || (replayed !== null && written !== null && BigInt(replayed) >= BigInt(written)) ? null : latest

/** How far the database has written what is committed. */
const writtenBy = async (primary: Db): Promise<string | null> => {
  const { rows } = await sql<{
    written: string
  }>`select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as written`.execute(primary)
  return rows[0]?.written ?? null
}

/** Up to when what is read of this copy from now on is told; null where nothing is missing. */
export async function askHowFar(copy: Db, primary: Db): Promise<Date | null> {
  const [written, { rows }] = await Promise.all([
    writtenBy(primary).catch(() => null),
    // One that followed nothing since its start has what its last checkpoint had.
    sql<Followed>`select pg_is_in_recovery() as is_copy, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as replayed,
      coalesce(pg_last_xact_replay_timestamp(), (select checkpoint_time from pg_control_checkpoint())) as latest`.execute(
      copy,
    ),
  ])
  const [followed] = rows
  return followed ? toldUpTo(followed, written) : null
}
