import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import { oldestRunning, origin } from '../lib/database/origin.ts'

/**
 * How far a replica has replayed the log, in bytes, and the time of its latest
 * change.
 */
type ReplicaState = {
  isReplica: boolean
  replayed: string | null
  latest: Date
}

/**
 * The time up to which a replica's data is complete; null if nothing is
 * missing. `written` is null if the primary couldn't be asked.
 */
export const asOfReplica = (
  { isReplica, replayed, latest }: ReplicaState,
  written: string | null,
): Date | null => {
  if (!isReplica) return null
  if (replayed === null || written === null) return latest
  return BigInt(replayed) >= BigInt(written) ? null : latest
}

/** The position up to which the primary has written its log, in bytes. */
async function findWritten(primary: Db): Promise<string | null> {
  const { rows } = await sql<{ written: string }>`
    select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as written`.execute(
    primary,
  )
  return rows[0]?.written ?? null
}

/**
 * Finds the time up to which the replica's data is complete; null if nothing is
 * missing.
 */
export async function findAsOf(replica: Db, primary: Db): Promise<Date | null> {
  const [written, { rows }] = await Promise.all([
    findWritten(primary).catch(() => null),
    // A replica that has replayed nothing since its start has the data of its
    // last checkpoint.
    sql<ReplicaState>`
      select
        pg_is_in_recovery() as is_replica,
        (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as replayed,
        coalesce(
          pg_last_xact_replay_timestamp(),
          (
            select checkpoint_time
            from pg_control_checkpoint()
          )
        ) as latest`.execute(replica),
  ])
  const [state] = rows
  return state ? asOfReplica(state, written) : null
}

export type Position = {
  /** The first transaction that may have unread changes. */
  position: string
  /** The latest transaction whose changes were deleted. */
  dropped: string
  origin: string
}

export type Changes = Position & {
  /** SLVs that changed or were deleted. */
  ids: string[]
  /** Whether a company or a person was added or renamed. */
  isRenamed: boolean
}

const dropped = sql<string>`(select dropped::text from reporting_sweep)`

const currentPosition = [
  oldestRunning.as('position'),
  dropped.as('dropped'),
  origin.as('origin'),
] as const

export const findPosition = (db: Db): Promise<Position> =>
  db.selectNoFrom(currentPosition).executeTakeFirstOrThrow()

/**
 * The changes committed since a position. The next call may repeat some of
 * them.
 */
export const findChanges = (db: Db, from: Position): Promise<Changes> => {
  const since = sql`>= ${from.position}::xid8`
  return db
    .selectNoFrom([
      ...currentPosition,
      sql<string[]>`array(select distinct slv_id::text from reporting_change
        where changed_in ${since} and slv_id is not null)`.as('ids'),
      sql<boolean>`exists (
        select
        from reporting_change
        where changed_in ${since}
          and slv_id is null
      )`.as('isRenamed'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Whether changes between the two are missing because they were deleted, or
 * because it is another database.
 */
export const isInterrupted = (from: Position, to: Position): boolean =>
  from.origin !== to.origin ||
  BigInt(to.position) < BigInt(from.position) ||
  (to.dropped !== from.dropped && BigInt(to.dropped) >= BigInt(from.position))

/** Deletes changes older than a day and stores the last one's position. */
export async function sweepChanges(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from reporting_change
      where at < now() - interval '1 day'
      returning changed_in
    ),
    latest as (
      select changed_in
      from gone
      order by changed_in desc
      limit 1
    )
    update reporting_sweep
    set dropped = greatest(dropped, latest.changed_in)
    from latest`.execute(db)
}
