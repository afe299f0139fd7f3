import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'

/** How far a replica has replayed the log, in bytes, and the time of its latest change. */
type ReplicaState = { isReplica: boolean; replayed: string | null; latest: Date }

/**
 * The time up to which a replica's data is complete; null if nothing is missing. `written` is null if the primary
 * couldn't be asked.
 */
export const asOfReplica = ({ isReplica, replayed, latest }: ReplicaState, written: string | null): Date | null =>
  !isReplica || (replayed !== null && written !== null && BigInt(replayed) >= BigInt(written)) ? null : latest

/** The position up to which the primary has written its log, in bytes. */
async function findWritten(primary: Db): Promise<string | null> {
  const { rows } = await sql<{ written: string }>`
    select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as written`.execute(primary)
  return rows[0]?.written ?? null
}

/** Finds the time up to which the replica's data is complete; null if nothing is missing. */
export async function findAsOf(replica: Db, primary: Db): Promise<Date | null> {
  const [written, { rows }] = await Promise.all([
    findWritten(primary).catch(() => null),
    // A replica that has replayed nothing since its start has the data of its last checkpoint.
    sql<ReplicaState>`select pg_is_in_recovery() as is_replica,
      (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as replayed,
      coalesce(pg_last_xact_replay_timestamp(), (select checkpoint_time from pg_control_checkpoint())) as latest`.execute(
      replica,
    ),
  ])
  const [state] = rows
  return state ? asOfReplica(state, written) : null
}
