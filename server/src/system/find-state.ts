import type { Check, Service } from '@portal/contract/system/model'
import { sql } from 'kysely'
import { findLastBackup } from '../backup/find-last-backup.ts'
import type { Db } from '../lib/database/db.ts'
import type { Circuits } from '../lib/integrations/loan-dock.ts'
import type { LastResults } from '../lib/integrations/watch-services.ts'
import {
  type DiskSpace,
  formatGigabytes,
  lowSpaceBytes,
} from './read-disk-space.ts'

/** What a node knows about itself and what it depends on. */
export type Node = {
  build: {
    version: string
    commit: string | null
    schema: string
    startedAt: Date
  }
  results: Readonly<Record<Service, LastResults>>
  circuits: Circuits
  canMail: boolean
  /** Undefined without a mail server. Returns why an address is refused. */
  sendTestMail: ((to: string) => Promise<string | null>) | undefined
  replica: Db | undefined
  /** What `npm run doctor` checks, on this node. */
  check: () => Promise<Check[]>
  /** `target` is where scheduled backups go; undefined if there are none. */
  backups: { target: string | undefined; warnHours: number }
  /** Of DATA_DIR. */
  readDiskSpace: () => Promise<DiskSpace>
}

export type NodeDeps = { db: Db; clock: () => Date; node: Node }

const hourMs = 3_600_000

/**
 * The last backup, and whether it is too old; null if backups are off and there
 * was none.
 */
export async function findBackup({ db, clock, node: { backups } }: NodeDeps) {
  const { done, failed } = await findLastBackup(db, backups.target)
  if (backups.target === undefined && !done && !failed) return null
  const since = done?.endedAt ?? (await findCreation(db))
  return {
    done,
    failed,
    isLate: clock().getTime() - since.getTime() > backups.warnHours * hourMs,
  }
}

/**
 * When the database was created. A portal without a backup counts as late from
 * then on.
 */
async function findCreation(db: Db): Promise<Date> {
  const { rows } = await sql<{
    at: Date
  }>`select min(applied_at) as at from schema_migration`.execute(db)
  return rows[0]?.at ?? new Date(0)
}

/** How many seconds the replica is behind; null if it doesn't answer. */
export async function findReplicaDelay(replica: Db): Promise<number | null> {
  try {
    // A replica that replayed everything isn't behind, no matter how old the
    // last transaction is.
    const { rows } = await sql<{ seconds: number }>`
      select
        case
          when not pg_is_in_recovery()
          or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
          else greatest(
            0,
            extract(
              epoch
              from now() - pg_last_xact_replay_timestamp()
            )
          )
        end::float8 as seconds`.execute(replica)
    return rows[0]?.seconds ?? null
  } catch {
    return null
  }
}

/**
 * Problems that administrators should fix although the portal works; the
 * readiness check lists them.
 */
export async function findWarnings(deps: NodeDeps): Promise<string[]> {
  const { replica, backups, readDiskSpace } = deps.node
  const [backup, delay, disk] = await Promise.all([
    findBackup(deps),
    replica && findReplicaDelay(replica),
    readDiskSpace().catch(() => null),
  ])
  return [
    ...(backup?.isLate
      ? [
          `There was no successful backup in the last ${backups.warnHours} hours`,
        ]
      : []),
    ...(delay === null ? ['The read replica is unavailable'] : []),
    ...warnOfDisk(disk),
  ]
}

/** Null: the portal couldn’t read DATA_DIR. */
function warnOfDisk(disk: DiskSpace | null): string[] {
  if (!disk) return ['DATA_DIR can’t be read']
  const { freeBytes } = disk
  return freeBytes < lowSpaceBytes
    ? [`DATA_DIR is nearly full: ${formatGigabytes(freeBytes)} free`]
    : []
}
