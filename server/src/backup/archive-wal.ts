import pg from 'pg'
import { formatLsn, openReplication } from '../lib/database/replication.ts'
import { asBackupLogin } from './check-login.ts'
import { copyFiles, findStoredFiles } from './copy-files.ts'
import {
  findNewestBackup,
  isSigned,
  listWal,
  type Manifest,
} from './find-backups.ts'
import {
  type BackupDeps,
  openSession,
  type Session,
  walLock,
} from './open-session.ts'
import { storeWal } from './store-wal.ts'

/**
 * The replication slot that keeps the server's WAL until it is archived. Each
 * database of a server can have one.
 */
const slotName = `'portal_backup_' || (select oid from pg_database where datname = current_database())`
/**
 * Limits the WAL that the server keeps, so that a stuck archive doesn't fill
 * its disk.
 */
const maxRetained = 8 * 2 ** 30
/** The server no longer has the WAL that was requested. */
const undefinedFile = '58P01'

type Outcome = 'ARCHIVED' | 'BUSY' | 'NEEDS_BACKUP'

/**
 * Archives new WAL and files as part of the newest backup. If there is none, or
 * WAL after it was lost, a new backup is needed.
 */
export async function archiveWal(deps: BackupDeps): Promise<Outcome> {
  const session = await openSession(deps.url)
  try {
    if (!(await session.tryLock(walLock))) return 'BUSY'
    await asBackupLogin(() => keepSlot(session))
    const backup = await findNewestBackup(deps.storage)
    const last = backup
      ? (await listWal(deps.storage, backup.id)).at(-1)
      : undefined
    if (!backup || !last || !(await isOfCluster(deps.url, backup)))
      return 'NEEDS_BACKUP'
    // What follows an unsigned piece could only be restored with
    // --accept-unsigned.
    if (
      backup.signature !== undefined &&
      !(await isSigned(deps.storage, backup.id, last))
    )
      return 'NEEDS_BACKUP'

    const part = await storeWal(deps, session, {
      ...backup,
      from: last.to,
    }).catch((error) => {
      if (error instanceof pg.DatabaseError && error.code === undefinedFile)
        return null
      throw error
    })
    if (!part) return 'NEEDS_BACKUP'
    const run = await findRun(deps)
    const added = await findStoredFiles(
      deps.db,
      run?.coveredTo ?? backup.startedAt,
    )
    await copyFiles(deps, added)
    if (run) {
      const { coveredTo } = part
      await deps.db
        .updateTable('backupRun')
        .set({ coveredTo })
        .where('id', '=', run.id)
        .execute()
    }
    await session.one(
      `pg_replication_slot_advance(${slotName}, $1::pg_lsn)::text`,
      [formatLsn(part.to)],
    )
    return 'ARCHIVED'
  } finally {
    await session.end()
  }
}

async function isOfCluster(
  url: string,
  { systemId, timeline }: Manifest,
): Promise<boolean> {
  const replication = await openReplication(url)
  const found = await replication.identify().finally(() => replication.end())
  return found.systemId === systemId && found.timeline === timeline
}

const findRun = ({ db, storage }: BackupDeps) =>
  db
    .selectFrom('backupRun')
    .select(['id', 'coveredTo'])
    .where('state', '=', 'DONE')
    .where('target', '=', storage.target)
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Creates the slot if it is missing, and recreates it if the server invalidated
 * it or it keeps too much WAL.
 */
async function keepSlot(session: Session): Promise<void> {
  const isUseless = await session.one<boolean | null>(
    `(select wal_status = 'lost' or pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) > $1
      from pg_replication_slots where slot_name = ${slotName})`,
    [maxRetained],
  )
  if (isUseless) await dropSlot(session)
  if (isUseless !== false)
    await session.one(
      `pg_create_physical_replication_slot(${slotName}, true)::text`,
    )
}

const dropSlot = (session: Session) =>
  session.one(
    `(
      select count(pg_drop_replication_slot(slot_name))
      from pg_replication_slots
      where slot_name = ${slotName}
    )`,
  )

/** Lets the server remove its WAL when backups are no longer scheduled. */
export async function endArchive(url: string): Promise<void> {
  const session = await openSession(url)
  await dropSlot(session).finally(session.end)
}
