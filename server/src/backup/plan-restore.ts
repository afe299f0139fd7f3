import { formatLsn } from '../lib/database/replication.ts'
import { BackupError } from './encrypt.ts'
import {
  type Backup,
  formatPosition,
  listBackups,
  listWal,
  type WalPart,
} from './find-backups.ts'
import type { Storage } from './open-storage.ts'

export type RestorePlan = {
  backup: Backup
  wal: WalPart[]
  until: Date | undefined
  coveredTo: Date
}

/**
 * Without its first WAL, PostgreSQL can't make a copy consistent that was taken
 * while the database was in use.
 */
function checkFirstWal(
  { id, walFrom }: Backup,
  [first]: readonly WalPart[],
): void {
  if (walFrom === undefined || !first || formatPosition(first.from) === walFrom)
    return
  throw new BackupError(
    `The first WAL of backup ${id} is missing, so it can’t be restored. Restore an earlier backup`,
  )
}

/**
 * Chooses the backup and the WAL for a time, or for the latest one. Throws
 * BackupError with what is missing.
 */
export async function planRestore(
  storage: Storage,
  until: Date | undefined,
): Promise<RestorePlan> {
  const backups = await listBackups(storage)
  const [oldest] = backups
  if (!oldest)
    throw new BackupError(`There is no complete backup in ${storage.target}`)
  const backup = backups.findLast(
    ({ consistentAt }) => !until || consistentAt <= until,
  )
  if (!backup)
    throw new BackupError(
      `The earliest time that can be restored is ${oldest.consistentAt.toISOString()}`,
    )

  const all = await listWal(storage, backup.id)
  const reached = until
    ? all.findIndex(({ coveredTo }) => coveredTo >= until)
    : all.length - 1
  const wal = reached === -1 ? all : all.slice(0, reached + 1)
  const last = wal.at(-1)
  if (!last) throw new BackupError(`The WAL of backup ${backup.id} is missing`)
  checkFirstWal(backup, all)
  for (const [index, { to, coveredTo }] of wal.entries()) {
    const next = wal[index + 1]
    if (next && next.from !== to)
      throw new BackupError(
        `WAL from ${formatLsn(to)} to ${formatLsn(next.from)} is missing: restore with --at ${coveredTo.toISOString()} or earlier`,
      )
  }
  if (reached === -1)
    throw new BackupError(
      `The latest time that can be restored is ${last.coveredTo.toISOString()}`,
    )
  return { backup, wal, until, coveredTo: until ?? last.coveredTo }
}
