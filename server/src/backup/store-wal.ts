import { openReplication, parseLsn } from '../lib/database/replication.ts'
import { encrypt, endingFor } from './encrypt.ts'
import { type WalPart, walName } from './find-backups.ts'
import type { BackupDeps, Session } from './open-session.ts'

type Start = { id: string; timeline: number; from: bigint }

/** Stores the WAL from a position up to now, as part of a backup. Needs `walLock`. */
export async function storeWal(
  { url, storage, key }: BackupDeps,
  session: Session,
  { id, timeline, from }: Start,
): Promise<Omit<WalPart, 'name'>> {
  const coveredTo = await session.now()
  // Recovery to a time ends at the first commit after it: this one, if nothing else was committed.
  await session.one(`pg_logical_emit_message(true, 'portal', 'backup')`)
  const to = parseLsn(await session.one<string>('pg_current_wal_flush_lsn()::text'))
  const part = { from, to, coveredTo }
  const replication = await openReplication(url)
  try {
    const wal = replication.readWal({ timeline, from, to })
    await storage.put(walName(id, part, endingFor(key)), await encrypt(wal, key))
  } finally {
    replication.end()
  }
  return part
}
