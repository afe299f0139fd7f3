import { sql } from 'kysely'
import {
  openReplication,
  type Replication,
} from '../lib/database/replication.ts'
import { asBackupLogin } from './check-login.ts'
import { hashing } from './check-signature.ts'
import { copyFiles, findStoredFiles } from './copy-files.ts'
import { encrypt, endingFor } from './encrypt.ts'
import {
  backupId,
  clusterName,
  fileListName,
  formatPosition,
  type Manifest,
  manifestFields,
  manifestName,
} from './find-backups.ts'
import {
  type BackupDeps,
  backupLock,
  openSession,
  type Session,
  walLock,
} from './open-session.ts'
import { storeWal } from './store-wal.ts'
import { sweepBackups } from './sweep-backups.ts'

type Created = { id: string; bytes: number; files: number; coveredTo: Date }

/**
 * Copies the database and the files while they are in use, records it in
 * `backup_run`, and deletes old backups. Returns null if a backup is already
 * running.
 */
export async function createBackup(deps: BackupDeps): Promise<Created | null> {
  const session = await openSession(deps.url)
  try {
    if (!(await session.tryLock(backupLock))) return null
    const run = await startRun(deps, await session.now())
    try {
      const replication = await asBackupLogin(() => openReplication(deps.url))
      const created = await copyAll(
        deps,
        session,
        replication,
        run.startedAt,
      ).finally(() => replication.end())
      const { bytes, files, coveredTo } = created
      await endRun(deps, run.id, { state: 'DONE', bytes, files, coveredTo })
      const now = await session.now()
      await sweepBackups(deps.storage, deps.keepDays, now).catch((err) => {
        deps.log.warn({ err }, 'could not delete old backups')
      })
      return created
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      await endRun(deps, run.id, { state: 'FAILED', error: reason })
      throw error
    }
  } finally {
    await session.end()
  }
}

/**
 * While this process holds the lock, any other running row belongs to a process
 * that died.
 */
async function startRun(
  { db, storage: { target } }: BackupDeps,
  startedAt: Date,
) {
  const died = {
    state: 'FAILED',
    endedAt: startedAt,
    error: 'The process ended before the backup was complete',
  } as const
  await db
    .updateTable('backupRun')
    .set(died)
    .where('state', '=', 'RUNNING')
    .execute()
  const row = { startedAt, state: 'RUNNING', target } as const
  const { id } = await db
    .insertInto('backupRun')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, startedAt }
}

type End =
  | { state: 'DONE'; bytes: number; files: number; coveredTo: Date }
  | { state: 'FAILED'; error: string }

const endRun = ({ db }: BackupDeps, id: string, end: End) =>
  db
    .updateTable('backupRun')
    .set({ ...end, endedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()

/** Stores the names of all files before the database is copied. */
async function listFiles({ db, storage }: BackupDeps, id: string) {
  const listed = await findStoredFiles(db)
  const list = async function* () {
    for (const file of listed) yield Buffer.from(`${file.key}\n`)
  }
  await storage.put(fileListName(id), await encrypt(list(), undefined))
}

/** Copies the database. PostgreSQL keeps its WAL from then on. */
async function copyCluster(
  { storage, key }: BackupDeps,
  replication: Replication,
  id: string,
) {
  await replication.keepWal(`portal_backup_${id.replace(/\D/g, '')}`)
  let sha256 = ''
  const { stored: bytes, endLsn } = await replication.copyCluster(
    async (tar) => {
      const stored = hashing(await encrypt(tar, key))
      const size = await storage.put(
        clusterName(id) + endingFor(key),
        stored.content,
      )
      sha256 = stored.digest()
      return size
    },
  )
  return { bytes, endLsn, sha256 }
}

async function copyAll(
  deps: BackupDeps,
  session: Session,
  replication: Replication,
  startedAt: Date,
) {
  const { db, storage, isEmbedded, signer } = deps
  const id = backupId(startedAt)
  const system = await replication.identify()
  const walSegmentSize = await session.one<number>(
    `(select setting::int from pg_settings where name = 'wal_segment_size')`,
  )
  const postgresVersion = await session.one<string>(
    `current_setting('server_version')`,
  )

  await listFiles(deps, id)
  const cluster = await copyCluster(deps, replication, id)
  const consistentAt = await session.now()
  // After the database: a row without its file would be a loss, a file without
  // its row isn't.
  const files = await findStoredFiles(db)
  await copyFiles(deps, files)

  await session.lock(walLock)
  try {
    // Its segment's start, because PostgreSQL reads whole pages.
    const from = cluster.endLsn - (cluster.endLsn % BigInt(walSegmentSize))
    const { coveredTo } = await storeWal(deps, session, {
      id,
      timeline: system.timeline,
      from,
    })
    await copyFiles(deps, await findStoredFiles(db, consistentAt))
    const manifest: Manifest = {
      format: 1,
      startedAt,
      consistentAt,
      ...system,
      walSegmentSize,
      postgresVersion,
      isEmbedded,
      bytes: cluster.bytes,
      files: files.length,
      walFrom: formatPosition(from),
      clusterSha256: cluster.sha256,
    }
    const signature = signer.sign(...manifestFields(id, manifest))
    await storage.put(manifestName(id), writeJson({ ...manifest, signature }))
    return { id, bytes: cluster.bytes, files: files.length, coveredTo }
  } finally {
    await session.unlock(walLock)
  }
}

async function* writeJson(value: unknown) {
  yield Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
