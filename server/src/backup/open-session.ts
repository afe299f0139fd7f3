import pg from 'pg'
import type { Db } from '../lib/database/db.ts'
import type { FileStore } from '../lib/files/files.ts'
import type { Logger } from '../lib/log.ts'
import { asBackupLogin } from './check-login.ts'
import type { Signer } from './check-signature.ts'
import type { Storage } from './open-storage.ts'

export type BackupDeps = {
  db: Db
  /** Of a login with REPLICATION, on the server itself and not on a pooler. */
  url: string
  files: FileStore
  storage: Storage
  /** An age recipient or identity; undefined: the backup is not encrypted. */
  key: string | undefined
  keepDays: number
  signer: Signer
  isEmbedded: boolean
  log: Logger
}

/**
 * Advisory locks: one for the running backup, one for the process that archives
 * WAL.
 */
export const backupLock = 7_001_003
export const walLock = 7_001_004

/**
 * A connection for locks, the database's time and WAL. Its commits are flushed
 * before they are acknowledged.
 */
export async function openSession(url: string) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'portal backup',
    connectionTimeoutMillis: 10_000,
    options: '-c synchronous_commit=on',
  })
  client.on('error', () => {}) // the running query fails with it
  await asBackupLogin(() => client.connect())
  const one = async <T>(
    expression: string,
    values: unknown[] = [],
  ): Promise<T> => {
    const { rows } = await client.query<{ value: T }>(
      `select ${expression} as value`,
      values,
    )
    if (!rows[0]) throw new Error(`${expression} returned nothing`)
    return rows[0].value
  }
  return {
    one,
    tryLock: (lock: number) => one<boolean>('pg_try_advisory_lock($1)', [lock]),
    lock: (lock: number) => one('pg_advisory_lock($1)', [lock]),
    unlock: (lock: number) => one('pg_advisory_unlock($1)', [lock]),
    /** The database's clock, which also stamps commits in the WAL. */
    now: () => one<Date>('clock_timestamp()'),
    end: () => client.end().catch(() => undefined),
  }
}
export type Session = Awaited<ReturnType<typeof openSession>>
