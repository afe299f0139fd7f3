import { Readable } from 'node:stream'
import { openReplication, parseLsn } from '../lib/database/replication.ts'
import { hashing } from './check-signature.ts'
import { encrypt, endingFor } from './encrypt.ts'
import {
  signatureName,
  type WalPart,
  walFields,
  walName,
} from './find-backups.ts'
import type { BackupDeps, Session } from './open-session.ts'

type Start = { id: string; timeline: number; from: bigint }

/**
 * Stores the WAL from a position up to now, as part of a backup. Needs
 * `walLock`.
 */
export async function storeWal(
  { url, storage, key, signer }: BackupDeps,
  session: Session,
  { id, timeline, from }: Start,
): Promise<Omit<WalPart, 'name'>> {
  const coveredTo = await session.now()
  // Recovery to a time ends at the first commit after it: this one, if nothing
  // else was committed.
  await session.one(`pg_logical_emit_message(true, 'portal', 'backup')`)
  const to = parseLsn(
    await session.one<string>('pg_current_wal_flush_lsn()::text'),
  )
  const part = { from, to, coveredTo }
  const replication = await openReplication(url)
  try {
    const wal = replication.readWal({ timeline, from, to })
    const name = walName(id, part, endingFor(key))
    const stored = hashing(await encrypt(wal, key))
    await storage.put(name, stored.content)
    const signature = signer.sign(...walFields(name, stored.digest()))
    await storage.put(
      signatureName(name),
      Readable.from([Buffer.from(signature)]),
    )
  } finally {
    replication.end()
  }
  return part
}
